/// The targets that a manifest lists, as far as they are written out.
struct PackageManifest: Sendable {
  struct Target: Sendable {
    var name: String
    var isProgram: Bool
    var isTest: Bool
    /// The names of the targets that it depends on.
    var dependencies: Set<String>
    /// Where its sources are, with a slash at the end.
    var folder: String
  }

  private(set) var targets: [Target] = []

  /// Reads `Package.swift`, which stands in the folder of the package.
  init(_ file: SourceFile) {
    let nested = NestedTokens(TokenBuffer(file))
    let package = String(file.path.dropLast("Package.swift".count))
    guard Self.writesDependenciesOut(nested) else { return }
    var index = 0
    while index < nested.count {
      if Self.isTarget(index, nested) {
        if let target = Self.target(at: index, nested, package) { targets.append(target) }
        index = nested.match(index + 1)
      }
      index += 1
    }
  }

  static func isOne(_ path: String) -> Bool { path == "Package.swift" || path.hasSuffix("/Package.swift") }

  /// Whether every `dependencies` is a label with a list behind it, and none is computed.
  private static func writesDependenciesOut(_ nested: NestedTokens) -> Bool {
    (0..<nested.count).allSatisfy { index in
      guard nested.token(index, is: "dependencies") else { return true }
      guard nested.kind(index + 1) == .colon, nested.kind(index + 2) == .leftBracket else { return false }
      let end = nested.match(index + 2) + 1
      return nested.kind(end) == .comma || nested.kind(end) == .rightParenthesis
    }
  }

  private static let kinds: Set<String> = ["target", "executableTarget", "testTarget", "macro"]

  private static func isTarget(_ index: Int, _ nested: NestedTokens) -> Bool {
    nested.kind(index - 1) == .period && nested.kind(index + 1) == .leftParenthesis
      && nested.isIdentifier(index)
      && kinds.contains(nested.text(index)) && nested.match(index + 1) > index
  }

  private static func target(at index: Int, _ nested: NestedTokens, _ package: String) -> Target? {
    let open = index + 1
    let isTest = nested.token(index, is: "testTarget")
    guard let name = string(labeled: "name", inside: open, nested) else { return nil }
    let path = string(labeled: "path", inside: open, nested) ?? (isTest ? "Tests/" : "Sources/") + name
    return Target(
      name: name, isProgram: nested.token(index, is: "executableTarget"), isTest: isTest,
      dependencies: dependencies(inside: open, nested),
      folder: package + path + (path.hasSuffix("/") ? "" : "/"))
  }

  private static func string(labeled label: StaticString, inside open: Int, _ nested: NestedTokens) -> String?
  {
    value(labeled: label, inside: open, nested).flatMap { text(at: $0, nested) }
  }

  /// The token behind a label of the parenthesis.
  private static func value(labeled label: StaticString, inside open: Int, _ nested: NestedTokens) -> Int? {
    (open + 1..<nested.match(open)).first { index in
      nested.parent(index) == open && nested.token(index, is: label) && nested.kind(index + 1) == .colon
    }
    .map { $0 + 2 }
  }

  private static func text(at index: Int, _ nested: NestedTokens) -> String? {
    guard nested.kind(index) == .string else { return nil }
    let text = nested.text(index)
    return text.hasPrefix("\"") && text.hasSuffix("\"") ? String(text.dropFirst().dropLast()) : nil
  }

  /// `"A"`, `.target(name: "B")` and `.byName(name: "C")`; what other packages make is left out.
  private static func dependencies(inside open: Int, _ nested: NestedTokens) -> Set<String> {
    guard let list = value(labeled: "dependencies", inside: open, nested), nested.kind(list) == .leftBracket
    else {
      return []
    }
    var result: Set<String> = []
    for index in list + 1..<max(list + 1, nested.match(list)) {
      if nested.parent(index) == list, let name = text(at: index, nested) { result.insert(name) }
      let isOwn = nested.token(index - 1, is: "target") || nested.token(index - 1, is: "byName")
      if nested.kind(index) == .leftParenthesis, isOwn,
        let name = string(labeled: "name", inside: index, nested)
      {
        result.insert(name)
      }
    }
    return result
  }
}
