import FacetContainerCheck
import FacetSyntax
import Foundation
import Testing

/// What is said about containers: each case is a file with the sources, the findings and, where it matters, the graph.
@Suite(.timeLimit(.minutes(20))) struct ContainerGoldenTests {
  static let folder = Golden.folder.deletingLastPathComponent().appendingPathComponent("ContainerGoldens")

  static let all: [Golden] = {
    let urls =
      try! FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return urls.filter { $0.pathExtension == "golden" }.sorted { $0.path < $1.path }.map(Golden.init)
  }()

  @Test(arguments: all)
  func `What is said about a case is what its file has`(_ golden: Golden) async throws {
    let check = await ContainerCheck(golden.files.map { SourceFile(path: $0.name, text: $0.text) })
    let messages = check.diagnostics.flatMap(\.lines).joined(separator: "\n")
    let produced = "\n=== diagnostics\n\(messages.isEmpty ? "none" : messages)\n"
    if ProcessInfo.processInfo.environment["FACET_RECORD_GOLDENS"] != nil {
      var text = "# \(golden.sentence)"
      for file in golden.files { text += "\n=== \(file.name)\n\(file.text.dropLast())" }
      try Data((text + produced).utf8).write(to: Self.folder.appendingPathComponent("\(golden.name).golden"))
    } else {
      #expect(produced == golden.expectation)
    }
  }
}
