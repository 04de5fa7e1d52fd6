import FacetTestSupport
import Testing

/// Something wrong, with its place.
struct Mistake: Sendable {
  let path: String
  let line: Int
  let column: Int
  let text: String

  /// What a compiler reports, or a program that checks itself: errors, and warnings of lines of the documentation.
  static func all(in program: Program, of page: Page? = nil) -> [Mistake] {
    let found = program.errors.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: /(.+?):(\d+):(\d+): (fatal error|error|warning): (.+)/).flatMap {
        let isFault = $0.4 != "warning" || (!$0.1.hasPrefix("/") && !isExpected($0.5))
        return isFault
          ? Mistake(path: String($0.1), line: Int($0.2)!, column: Int($0.3)!, text: String($0.5)) : nil
      }
    }
    if !found.isEmpty || program.exitCode == 0 { return found }
    let text = "exit code \(program.exitCode): \(program.errors)"
    let line = page?.blocks.first?.lines.first?.number ?? 1
    return [Mistake(path: page?.path ?? "README.md", line: line, column: 1, text: text)]
  }

  /// Makes it an issue of the running test, at its place.
  func record() {
    let file = path.hasPrefix("/") ? path : Page.root.appendingPathComponent(path).path
    Issue.record(
      "\(path):\(line):\(column): \(text)",
      sourceLocation: SourceLocation(
        fileID: "DocumentationTests/\(path)", filePath: file, line: line, column: column))
  }

  /// Whether a warning comes of how short a sample is, or of the one module that stands for all.
  private static func isExpected(_ warning: Substring) -> Bool {
    ["is unused", "never used", "ignoring import"].contains { warning.contains($0) }
  }
}
