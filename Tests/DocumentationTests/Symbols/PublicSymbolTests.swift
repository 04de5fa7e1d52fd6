import Foundation
import Testing

/// What a program can use of the libraries, and its documentation.
///
/// After a deliberate change, `FACET_RECORD_GOLDENS=1 swift test --filter PublicSymbolTests` writes the lists in PublicSymbols anew.
@Suite(.timeLimit(.minutes(20)), .enabled(if: Toolchain.isFound, Toolchain.whyNotFound))
struct PublicSymbolTests {
  static let modules = ["Facet", "FacetInspection", "FacetStatic", "FacetSwiftUI", "FacetTesting"]

  @Test(arguments: modules) func `a change of the public symbols is a decision`(module: String) throws {
    let file = Page.root.appendingPathComponent("Tests/DocumentationTests/PublicSymbols/\(module).txt")
    let found = try PublicSymbols(of: module).lines
    if ProcessInfo.processInfo.environment["FACET_RECORD_GOLDENS"] != nil {
      try Data((found.joined(separator: "\n") + "\n").utf8).write(to: file)
    }
    let listed = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    let changes = found.difference(from: listed).map { change in
      switch change {
      case .insert(_, let line, _): "+ \(line)"
      case .remove(_, let line, _): "- \(line)"
      }
    }
    #expect(
      changes.isEmpty,
      """
      The public symbols of \(module) have changed. If they are to, write the list anew, and read the difference:
      FACET_RECORD_GOLDENS=1 swift test --filter PublicSymbolTests
      \(changes.joined(separator: "\n"))
      """)
  }

  @Test(arguments: modules) func `every public symbol is documented`(module: String) throws {
    for mistake in try PublicSymbols(of: module).undocumented { mistake.record() }
  }
}
