import FacetTestSupport
import Foundation

/// The public symbols of a module, as the compiler lists them.
struct PublicSymbols {
  /// A line for each symbol, with its declaration, and for each conformance; sorted.
  let lines: [String]

  /// Those without documentation.
  let undocumented: [Mistake]

  init(of module: String) throws {
    let graphs = try Graph.all(of: module)
    let symbols = graphs.flatMap(\.symbols)
    let names = Dictionary(symbols.map { ($0.identifier.precise, $0.name) }) { first, _ in first }
    let implied: Set = [
      "Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype", "Swift.BitwiseCopyable",
      // A part of XCTest on Linux alone.
      "XCTest.XCTWaiterDelegate",
    ]
    let conformances = graphs.flatMap(\.relationships).compactMap { relationship -> String? in
      guard ["conformsTo", "inheritsFrom"].contains(relationship.kind), let name = names[relationship.source],
        let other = names[relationship.target] ?? relationship.targetFallback, !implied.contains(other)
      else { return nil }
      return "\(name): \(other)"
    }
    lines = Set(symbols.map(\.line) + conformances).sorted()
    undocumented = symbols.filter { $0.docComment == nil }.map {
      Mistake(
        path: URL(string: $0.location?.uri ?? "")?.path ?? "", line: ($0.location?.position.line ?? 0) + 1,
        column: 1,
        text: "'\($0.name)' has no documentation")
    }
  }
}

/// What is read of a symbol graph.
private struct Graph: Decodable {
  let symbols: [Symbol]
  let relationships: [Relationship]

  /// That of a module, and those of what it adds to other modules.
  static func all(of module: String) throws -> [Graph] {
    let folder = try TemporaryFolder()
    let program = try Toolchain.extractSymbols(of: module, to: folder.url)
    guard program.exitCode == 0 else { throw ToolchainError(text: program.errors) }
    return try FileManager.default.contentsOfDirectory(at: folder.url, includingPropertiesForKeys: nil).map {
      try JSONDecoder().decode(Graph.self, from: Data(contentsOf: $0))
    }
  }
}

private struct Symbol: Decodable {
  struct Identifier: Decodable { let precise: String }
  struct Fragment: Decodable { let spelling: String }
  struct Comment: Decodable {}
  struct Position: Decodable { let line: Int }
  struct Location: Decodable {
    let uri: String
    let position: Position
  }

  let identifier: Identifier
  let pathComponents: [String]
  let declarationFragments: [Fragment]
  let docComment: Comment?
  let accessLevel: String
  let location: Location?

  var name: String { pathComponents.joined(separator: ".") }

  var line: String {
    let declaration = declarationFragments.map(\.spelling).joined()
    let words = declaration.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return "\(name)  \(accessLevel == "open" ? "open " : "")\(words)"
  }
}

private struct Relationship: Decodable {
  let kind: String
  let source: String
  let target: String
  let targetFallback: String?
}
