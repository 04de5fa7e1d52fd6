/// The text of a program: the blocks of a page, and what makes a program of them.
///
/// Imports, types, extensions and functions stand outside. The statements of each block stand in a scope of their own, within that of the block
/// before: so they see its variables, and may declare some of the same name.
struct Script {
  private(set) var text: String

  /// Whether its lines are those of a file of its own, as the output of the page says, and not those of the page.
  private let isNumberedByItself: Bool

  init(_ page: Page, isNumberedByItself: Bool = false) {
    self.init([page], isNumberedByItself: isNumberedByItself)
  }

  /// The program of several pages, which import the same and have no declarations.
  init(_ pages: [Page], isNumberedByItself: Bool = false) {
    self.isNumberedByItself = isNumberedByItself
    text = pages[0].imports.map { "import \($0)\n" }.joined()
    text += "@testable import DocumentationVocabulary\n"
    for page in pages { append(page) }
  }

  private mutating func append(_ page: Page) {
    let parts = page.compiled.map { (block: $0, items: Item.all(of: $0)) }
    for (block, items) in parts {
      for item in items where item.isDeclaration { append(item.lines, of: block) }
    }
    for (block, items) in parts {
      text += "do {\n"
      for item in items where !item.isDeclaration { append(item.lines, of: block) }
    }
    appendCheck(of: parts.map(\.block))
    if page.prelude?.text.contains("func afterwards()") == true { text += "afterwards()\n" }
    text += String(repeating: "}\n", count: parts.count)
  }

  /// The parts of manifests that stand in some blocks, each as a value of its type.
  init(manifest blocks: [Block]) {
    isNumberedByItself = false
    text = "import PackageDescription\n"
    let types = [
      ".package(": "Package.Dependency", ".product(": "Target.Dependency", ".target(": "Target",
      ".executableTarget(": "Target", ".testTarget(": "Target", ".plugin(": "Target.PluginUsage",
    ]
    for block in blocks {
      for item in Item.all(of: block) {
        let start = item.lines.first { $0.text.hasPrefix(".") }
        let type = types.first { start?.text.hasPrefix($0.key) == true }
        let head = type.map { "let _: \($0.value) =" } ?? ""
        append([Line(number: item.lines[0].number - 1, indentation: 0, text: head)] + item.lines, of: block)
      }
    }
  }

  private mutating func append(_ lines: [Line], of block: Block) {
    let (file, start) = isNumberedByItself ? ("main.swift", block.lines[0].number - 1) : (block.path, 0)
    text += "#sourceLocation(file: \"\(file)\", line: \(lines[0].number - start))\n"
    for line in lines {
      text += String(repeating: " ", count: line.indentation) + Self.code(line.text) + "\n"
    }
    text += "#sourceLocation()\n"
  }

  /// Checks at the end that each line which says what it results in was run.
  private mutating func appendCheck(of blocks: [Block]) {
    let count = blocks.map(\.claims).reduce(0, +)
    guard count > 0, let last = blocks.last(where: { $0.claims > 0 }) else { return }
    append([Line(number: last.lines[0].number, indentation: 0, text: "checkAll(\(count))")], of: last)
  }

  /// A line, with the check of what it says.
  ///
  /// What stands in for SwiftUI has no macro for previews, but the initializer that it calls.
  private static func code(_ line: String) -> String {
    Claim(line)?.code ?? (StandIns.haveSwiftUI ? line.replacing("#Preview", with: " Preview") : line)
  }
}
