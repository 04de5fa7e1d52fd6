import Foundation

extension Page {
  /// The modules that a program of the page imports, beside those that its blocks import themselves.
  var imports: [String] {
    let modules: [String] =
      switch path.split(separator: "/").dropFirst().first {
      case "Facet": ["Facet"]
      case "FacetInspection": ["Facet", "FacetInspection", "Testing"]
      case "FacetTesting" where firstImport != nil: []  // compiles as it stands
      case "FacetTesting": ["Facet", "FacetTesting", "Testing", "XCTest"]
      case "FacetSwiftUI": ["Facet", "FacetSwiftUI", "SwiftUI"]
      case "FacetStatic": ["FacetStatic"]
      default: importsStatic ? [] : ["Facet", "FacetInspection"]
      }
    return modules + ["Foundation", "Observation"] + (hasPreview ? ["SwiftUI"] : [])
  }

  private var firstImport: String? { blocks.first?.firstImport }

  /// The modules `Facet` and `FacetStatic` have types of the same names.
  private var importsStatic: Bool {
    blocks.contains { $0.lines.contains { $0.text == "import FacetStatic" } }
  }

  private var hasPreview: Bool {
    blocks.contains { $0.lines.contains { $0.text.hasPrefix("#Preview") } }
  }

  /// The name of its module: what stands before the file in the places that its output names.
  var module: String {
    let output = blocks.compactMap(\.output).flatMap(\.self).joined(separator: "\n")
    return output.firstMatch(of: /registered at (\w+)\//).map { String($0.1) } ?? "Sample"
  }

  /// The blocks that the program is made of.
  var compiled: [Block] { blocks.filter { $0.exception == nil && !$0.isManifest } }

  /// Pages in groups, each of which is one program: pages without declarations are together, if they import the same.
  ///
  /// Those that await something are apart: in an asynchronous program, not everything may be called.
  static func programs(of pages: [Page]) -> [[Page]] {
    let pages = pages.filter { !$0.compiled.isEmpty }
    let together = Dictionary(grouping: pages.filter(\.isPlain)) { "\($0.imports) \($0.awaits)" }.values
    return pages.filter { !$0.isPlain }.map { [$0] } + together
  }

  private var awaits: Bool {
    compiled.contains { $0.lines.contains { $0.text.contains("await ") } }
  }

  /// Whether there are statements alone.
  private var isPlain: Bool {
    prelude == nil && !compiled.contains { Item.all(of: $0).contains { $0.isDeclaration } }
  }

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
  ///
  /// Those of `Lifetimes.md` stand in `Lifetimes.swift`; those of its page that imports Vapor first, in `Lifetimes+Vapor.swift`.
  var prelude: (file: URL, text: String)? {
    let folder = path.split(separator: "/").dropFirst().first ?? "README"
    let name =
      section?.capitalized.filter(\.isLetter)
      ?? URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let names = [blocks.first?.firstImport.map { "\(name)+\($0)" }, name].compactMap(\.self)
    return names.lazy.compactMap { name in
      let file = Self.preludes.appendingPathComponent("\(folder)/\(name).swift")
      return (try? String(contentsOf: file, encoding: .utf8)).map { (file, $0) }
    }.first
  }
}
