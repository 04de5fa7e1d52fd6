import Foundation

extension Page {
  /// The modules that a program of the page imports, beside those that its blocks import themselves.
  var imports: [String] {
    switch path.split(separator: "/").dropFirst().first {
    case "Facet": ["Facet", "Foundation"]
    case "FacetInspection": ["Facet", "FacetInspection", "Foundation", "Testing"]
    case "FacetTesting": ["Facet", "FacetTesting", "Foundation", "Testing", "XCTest"]
    case "FacetStatic": ["FacetStatic", "Foundation"]
    default: importsStatic ? ["Foundation"] : ["Facet", "FacetInspection", "Foundation"]
    }
  }

  /// The modules `Facet` and `FacetStatic` have types of the same names.
  private var importsStatic: Bool {
    blocks.contains { $0.lines.contains { $0.text == "import FacetStatic" } }
  }

  /// The name of its module: what stands before the file in the places that its output names.
  var module: String {
    let output = blocks.compactMap(\.output).flatMap(\.self).joined(separator: "\n")
    return output.firstMatch(of: /registered at (\w+)\//).map { String($0.1) } ?? "Sample"
  }

  /// The blocks that the program is made of.
  var compiled: [Block] { blocks.filter { $0.exception == nil && !$0.isManifest } }

  /// The page up to the last block that says what a line results in, if there is one.
  var untilLastClaim: Page? { until { $0.claims > 0 } }

  /// The page up to the last block that says what is printed, if there is one.
  var untilOutput: Page? { until { $0.output != nil } }

  private func until(_ isLast: (Block) -> Bool) -> Page? {
    blocks.lastIndex(where: isLast).map { Page(path: path, section: section, blocks: Array(blocks[...$0])) }
  }

  /// The folder of the preludes.
  static let preludes = root.appendingPathComponent("Tests/DocumentationTests/Preludes")

  /// The declarations that its text takes for granted, if not those of the vocabulary are meant.
  var prelude: (file: URL, text: String)? {
    let folder = path.split(separator: "/").dropFirst().first ?? "README"
    let name =
      section?.capitalized.filter(\.isLetter)
      ?? URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let file = Self.preludes.appendingPathComponent("\(folder)/\(name).swift")
    return (try? String(contentsOf: file, encoding: .utf8)).map { (file, $0) }
  }
}
