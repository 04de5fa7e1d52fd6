import FacetSyntax

/// What the sources declare and resolve by the library Factory, whose services are properties of a container.
///
/// The compiler finds a service that is not there; what it does not find is a promise that nobody keeps.
struct FactorySources: Sendable {
  /// A property such as `var name: Factory<Service> { … }`.
  struct Service: Sendable {
    var name: String
    var type: String
    var container: String
    var location: SourceLocation
    /// Whether it gives nothing until it is registered.
    var isPromised: Bool
    /// The tokens of its getter, and the functions and types that it calls.
    var body: Range<Int>
    var called: Set<String>
    /// What it resolves.
    var needs: [Need] = []
  }

  struct Need: Sendable {
    var name: String
    var location: SourceLocation
  }

  private(set) var services: [Service] = []
  /// The places of the services among them, by name.
  private(set) var placesByName: [String: [Int]] = [:]
  private(set) var registered: Set<String> = []
  /// The types with their members, by which a service that makes one needs what its properties are injected with.
  private var types: [(name: String, file: String, body: Range<Int>, needs: [Need])] = []
  /// The places at which services are resolved, in order.
  private(set) var uses: [Need] = []

  init(_ files: [SourceFile]) {
    let folders = Folders(files.map(\.path))
    let found = files.filter { file in
      // The first letter of a word is looked for, and that of the name is rarer.
      file.bytes.contains("Factory") && file.bytes.contains("import Factory")
        && !GeneratedFile.isOne(file.bytes)
        && !folders.isOfDependency(file.path) && !file.bytes.contains("import XCTest")
        && !file.bytes.contains("import Testing")
    }
    let parsers = found.inOrder().map { DeclarationParser(TokenBuffer($0)) }
    guard parsers.allSatisfy(\.tokens.faults.isEmpty) else { return }
    for parser in parsers { readServices(DeclarationParser.declarations(of: parser.tokens), in: "", parser) }
    for (index, service) in services.enumerated() { placesByName[service.name, default: []].append(index) }
    for parser in parsers { readUses(parser) }
    for index in services.indices {
      for type in types where services[index].called.contains(type.name) {
        services[index].needs += type.needs
      }
    }
  }

  var isEmpty: Bool { services.isEmpty }

  private mutating func readServices(
    _ declarations: [Declaration], in container: String, _ parser: DeclarationParser
  ) {
    for declaration in declarations {
      let (name, type) = (declaration.name, declaration.type?.text ?? "")
      let body = max(0, declaration.body)..<max(0, Int(parser.tokens[declaration.body].match))
      if declaration.isType || declaration.kind == .extension {
        types.append((name, parser.file.path, body, []))
        readServices(declaration.members, in: name, parser)
      }
      guard declaration.kind == .variable, declaration.body >= 0, let open = type.firstIndex(of: "<"),
        type[..<open] == "Factory" || type[..<open] == "ParameterFactory"
      else { continue }
      let called = body.filter { parser.isIdentifier($0) && parser.tokens[$0 + 1].kind == .leftParenthesis }
        .map(parser.identifier)
      services.append(
        Service(
          name: name, type: String(type[type.index(after: open)...].dropLast()), container: container,
          location: parser.file.location(at: declaration.nameOffset), isPromised: called.contains("promised"),
          body: body, called: Set(called)))
    }
  }

  private mutating func readUses(_ parser: DeclarationParser) {
    let own = services.indices.filter { services[$0].location.path == parser.file.path }
    for index in 0..<parser.tokens.count where parser.isIdentifier(index) {
      let name = parser.identifier(index)
      guard placesByName[name] != nil, !parser.tokenIs(index - 1, "var"), !parser.tokenIs(index - 1, "func")
      else { continue }
      let next = parser.tokens[index + 1].kind
      let use = Need(name: name, location: parser.file.location(at: Int(parser.tokens[index].start)))
      if next == .period, Self.changes.contains(parser.text(index + 2)) {
        registered.insert(name)
      } else if Self.isKeyPath(index, parser) {
        uses.append(use)
        // The innermost type around was read last.
        let around = types.lastIndex { $0.file == parser.file.path && $0.body.contains(index) }
        if let around { types[around].needs.append(use) }
      } else if next == .leftParenthesis, parser.isJoined(index + 1), !Self.isOfType(index, parser) {
        uses.append(use)
        for service in own where services[service].body.contains(index) {
          services[service].needs.append(use)
        }
      }
    }
  }

  private static let changes: Set<String> = [
    "register", "context", "onTest", "onPreview", "onDebug", "onSimulator", "onDevice", "onArg", "onArgs",
    "once",
  ]

  /// Whether the name ends `\.name` or `\Root.name`.
  private static func isKeyPath(_ index: Int, _ parser: DeclarationParser) -> Bool {
    var start = index
    while start > 1, parser.tokens[start - 1].kind == .period, parser.isIdentifier(start - 2) { start -= 2 }
    let before = start - (start < index ? 1 : 2)
    return before >= 0 && parser.text(before) == "\\"
  }

  /// Whether the name is called on a type, as `Auth.auth()` is.
  private static func isOfType(_ index: Int, _ parser: DeclarationParser) -> Bool {
    index > 1 && parser.tokens[index - 1].kind == .period && parser.text(index - 2).first?.isUppercase == true
  }
}
