import FacetStaticCheck
import FacetSyntax
import Foundation
import Testing

/// One case: a sentence, the files of a target, and what the tool is to say and to write.
struct Golden: CustomTestStringConvertible {
  let name: String
  let sentence: String
  let files: [(name: String, text: String)]
  /// Other modules that the target imports, in the order in which they are built.
  let modules: [(name: String, text: String)]
  /// What the compiler is told besides.
  let options: [String]
  let expectation: String

  var testDescription: String { "\(name): \(sentence)" }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
    "Goldens")

  static let all: [Golden] = {
    let urls =
      try! FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return urls.filter { $0.pathExtension == "golden" }.sorted { $0.path < $1.path }.map(Golden.init)
  }()

  init(_ url: URL) {
    name = url.deletingPathExtension().lastPathComponent
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    var sections = text.components(separatedBy: "\n=== ")
    sentence = String(sections.removeFirst().dropFirst(2))
    var files: [(name: String, text: String)] = []
    var modules: [(name: String, text: String)] = []
    var options: [String] = []
    var expectation = ""
    for section in sections {
      let parts = section.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      let content = String(parts.count > 1 ? parts[1] : "") + "\n"
      if parts[0].hasSuffix(".swift") {
        files.append((String(parts[0]), content))
      } else if parts[0].hasPrefix("module ") {
        modules.append((String(parts[0].dropFirst(7)), content))
      } else if parts[0] == "options" {
        options = content.split(whereSeparator: \.isWhitespace).map(String.init)
      } else {
        expectation += "\n=== " + section
      }
    }
    self.files = files
    self.modules = modules
    self.options = options
    self.expectation = expectation
  }

  /// What the scanner makes of the files.
  func generate() -> Generation {
    Generation(files.map { SourceFile(path: $0.name, text: $0.text) }, moduleName: "Target")
  }

  /// The part of the file that `generate()` has to bring about.
  ///
  /// Thirty cases have the whole generated file; the others have what it declares.
  func produced(by generation: Generation) -> String {
    let messages = generation.diagnostics.flatMap(\.lines).joined(separator: "\n")
    let problems = messages.isEmpty ? "" : "\n=== diagnostics\n\(messages)\n"
    guard let text = generation.text else { return problems }
    return problems
      + (isWhole ? "\n=== generated\n\(text)" : "\n=== declared\n\(Self.declarations(of: text))")
  }

  private var isWhole: Bool { expectation.contains("\n=== generated\n") }

  /// The lines of a generated file that are neither comment nor body.
  private static func declarations(of text: String) -> String {
    let lines = text.split(separator: "\n").filter { line in
      let line = line.drop { $0 == " " }
      return [
        "import ", "@", "#", "func resolve", "static func resolve", "public ", "package ", "private ",
        "nonisolated",
      ].contains {
        line.hasPrefix($0)
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Writes what is produced now into the case; for use after a deliberate change, before reading the difference.
  func record(_ produced: String) throws {
    var text = "# \(sentence)"
    if !options.isEmpty { text += "\n=== options\n\(options.joined(separator: " "))" }
    for module in modules { text += "\n=== module \(module.name)\n\(module.text.dropLast())" }
    for file in files { text += "\n=== \(file.name)\n\(file.text.dropLast())" }
    text += produced
    if !text.hasSuffix("\n") { text += "\n" }
    try Data(text.utf8).write(to: Self.folder.appendingPathComponent("\(name).golden"))
  }
}
