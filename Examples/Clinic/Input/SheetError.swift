import Foundation

/// Why a sheet cannot be used, in words for the user.
struct SheetError: Error, CustomStringConvertible {
  let description: String

  /// A file that cannot be read at all.
  init(file: String, fact: String, remedy: String) {
    description = "\(quoted(file)): \(fact)\n\nTo fix this, \(remedy)"
  }

  /// A text that is not JSON.
  init(file: String, syntax error: JSONSyntaxError, in text: SheetText) {
    description = """
      \(printable(file)):\(text.place(at: error.offset)): \(error.fact)

      To fix this, \(error.remedy)
      """
  }

  /// Everything that is wrong with what a sheet says, in the order of the text.
  init(file: String, problems: [SheetProblem], in outline: JSONOutline) {
    let located = problems.map { ($0, outline.offset(of: $0.path)) }.sorted { $0.1 < $1.1 }
    var parts = located.map { problem, offset in
      var lines = ["\(printable(file)):\(outline.text.place(at: offset)): \(problem.fact)", ""]
      if !problem.path.description.isEmpty { lines.append("  Path:   \(problem.path)") }
      if !problem.near.isEmpty {
        lines.append("  Near:   \(problem.near.map(quoted).joined(separator: ", "))")
      }
      if lines.count > 2 { lines.append("") }
      return (lines + ["To fix this, \(problem.remedy)"]).joined(separator: "\n")
    }
    if parts.count > 1 { parts.append("\(parts.count) problems. Nothing was planned.") }
    description = parts.joined(separator: "\n\n")
  }
}
