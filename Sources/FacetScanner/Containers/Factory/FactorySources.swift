/// What the sources declare and resolve by the library Factory, whose services are properties of a container.
///
/// The compiler finds a service that is not there; what it does not find is a promise that nobody keeps, and a loop.
struct FactorySources: Sendable {
  /// A property such as `var name: Factory<Service> { … }`.
  struct Service: Sendable {
    var name: String
    var type: String
    var container: String
    var location: SourceLocation
    /// Whether it gives nothing until it is registered.
    var isPromised = false
    /// What its closure resolves whenever it runs.
    var needs: [Need] = []
  }

  struct Need: Sendable {
    var name: String
    var location: SourceLocation
  }

  private(set) var services: [Service] = []
  /// The places of the services among them, by name.
  private(set) var placesByName: [String: [Int]] = [:]
  private var placesByLocation: [SourceLocation: Int] = [:]
  private(set) var registered: Set<String> = []
  /// The places at which services are resolved, in order.
  private(set) var uses: [Need] = []

  init(_ files: [SourceFile]) {
    let found = files.filter { file in
      !GeneratedFile.isOne(file.bytes) && file.bytes.contains("import Factory")
        && !file.bytes.contains("import XCTest") && !file.bytes.contains("import Testing")
    }
    .sorted { $0.path < $1.path }
    let tokens = found.map { NestedTokens(TokenBuffer($0)) }
    guard tokens.allSatisfy(\.tokens.faults.isEmpty) else { return }
    for nested in tokens { readServices(nested) }
    for (index, service) in services.enumerated() {
      placesByName[service.name, default: []].append(index)
      placesByLocation[service.location] = index
    }
    for nested in tokens { readUses(nested) }
  }

  var isEmpty: Bool { services.isEmpty }

  private mutating func readServices(_ nested: NestedTokens) {
    for index in 0..<nested.count where nested.token(index, is: "var") && nested.kind(index + 2) == .colon {
      guard nested.token(index + 3, is: "Factory") || nested.token(index + 3, is: "ParameterFactory"),
        nested.kind(index + 4) == .lessThan
      else { continue }
      var parser = nested.parser(from: index + 3, to: nested.count - 1)
      parser.skipType()
      let brace = parser.index
      guard nested.kind(brace) == .leftBrace else { continue }
      var service = Service(
        name: nested.identifier(index + 1), type: nested.text(from: index + 5, to: brace - 1),
        container: Self.container(around: index, nested), location: nested.location(index + 1))
      service.isPromised = (brace..<nested.match(brace)).contains {
        nested.token($0, is: "promised") && nested.kind($0 + 1) == .leftParenthesis
      }
      services.append(service)
    }
  }

  /// The name of the type or extension around.
  private static func container(around index: Int, _ nested: NestedTokens) -> String {
    let brace = nested.parent(index)
    guard brace >= 0 else { return "" }
    let start = nested.statementStart(brace)
    let word = (start..<brace).first {
      ["extension", "class", "struct", "enum", "actor"].contains(nested.text($0))
    }
    return word.map { nested.identifier($0 + 1) } ?? ""
  }

  private mutating func readUses(_ nested: NestedTokens) {
    for index in 0..<nested.count where nested.isIdentifier(index) {
      let name = nested.identifier(index)
      guard placesByName[name] != nil, !nested.token(index - 1, is: "var"),
        !nested.token(index - 1, is: "func")
      else {
        continue
      }
      if nested.kind(index + 1) == .period, Self.isChanged(index + 2, nested) {
        registered.insert(name)
      } else if nested.kind(index - 1) == .period, nested.text(index - 2) == "\\" {
        uses.append(Need(name: name, location: nested.location(index)))
      } else if nested.kind(index + 1) == .leftParenthesis, nested.isJoined(index + 1) {
        let use = Need(name: name, location: nested.location(index))
        uses.append(use)
        if let owner = owner(of: index, nested) { services[owner].needs.append(use) }
      }
    }
  }

  private static func isChanged(_ index: Int, _ nested: NestedTokens) -> Bool {
    [
      "register", "context", "onTest", "onPreview", "onDebug", "onSimulator", "onDevice", "onArg", "onArgs",
      "once",
    ]
    .contains(nested.text(index))
  }

  /// The service whose own closure the token stands in, with nothing between that may not run.
  private func owner(of index: Int, _ nested: NestedTokens) -> Int? {
    var braces: [Int] = []
    var open = nested.parent(index)
    while open >= 0 {
      if nested.kind(open) == .leftBrace { braces.append(open) }
      open = nested.parent(open)
    }
    // The closure, the getter, and the type.
    guard braces.count >= 3 else { return nil }
    let location = nested.statementStart(braces[1])
    guard let name = (location..<braces[1]).first(where: { nested.token($0, is: "var") }) else { return nil }
    return placesByLocation[nested.location(name + 1)]
  }
}
