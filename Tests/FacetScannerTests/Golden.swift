import FacetScanner
import Foundation
import Testing

/// One case: a sentence, the files of a target, and what the tool is to say and to write.
struct Golden: CustomTestStringConvertible {
  let name: String
  let sentence: String
  let files: [(name: String, text: String)]
  let expectation: String

  var testDescription: String { "\(name): \(sentence)" }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
    "Goldens")

  static let all: [Golden] = {
    let urls =
      (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return urls.filter { $0.pathExtension == "golden" }.sorted { $0.path < $1.path }.map(Golden.init)
  }()

  init(_ url: URL) {
    name = url.deletingPathExtension().lastPathComponent
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    var sections = text.components(separatedBy: "\n=== ")
    sentence = String(sections.removeFirst().dropFirst(2))
    var files: [(name: String, text: String)] = []
    var expectation = ""
    for section in sections {
      let parts = section.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      if parts[0].hasSuffix(".swift") {
        files.append((String(parts[0]), String(parts.count > 1 ? parts[1] : "") + "\n"))
      } else {
        expectation += "\n=== " + section
      }
    }
    self.files = files
    self.expectation = expectation
  }

  /// What the scanner makes of the files.
  func generate() -> Generation {
    Generation(files.map { SourceFile(path: $0.name, text: $0.text) }, moduleName: "Target")
  }

  /// The part of the file that `generate()` has to bring about.
  func produced(by generation: Generation) -> String {
    let messages = generation.diagnostics.flatMap(\.lines).joined(separator: "\n")
    let problems = messages.isEmpty ? "" : "\n=== diagnostics\n\(messages)\n"
    return problems + (generation.text.map { "\n=== generated\n\($0)" } ?? "")
  }

  /// Writes what is produced now into the case; for use after a deliberate change, before reading the difference.
  func record(_ produced: String) throws {
    var text = "# \(sentence)"
    for file in files { text += "\n=== \(file.name)\n\(file.text.dropLast())" }
    text += produced
    if !text.hasSuffix("\n") { text += "\n" }
    try Data(text.utf8).write(to: Self.folder.appendingPathComponent("\(name).golden"))
  }
}
