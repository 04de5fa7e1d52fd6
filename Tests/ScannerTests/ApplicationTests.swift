import FacetContainerCheck
import FacetSyntax
import Foundation
import Testing

/// Applications in different styles, which a container wires as it should be.
@Suite(.timeLimit(.minutes(20))) struct ApplicationTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
    "Applications")

  static let names = try! FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
    !$0.hasPrefix(".")
  }.sorted()

  static func files(of name: String) -> [SourceFile] {
    let root = folder.appendingPathComponent(name)
    let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
      (try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)).map {
        SourceFile(path: "\(name)/\(path)", text: $0)
      }
    }
  }

  @Test(arguments: names)
  func `Nothing is said about a sound application`(_ name: String) async {
    let check = await ContainerCheck(Self.files(of: name))
    #expect(check.diagnostics.flatMap(\.lines) == [])
    #expect(check.registrationCount > 0)
    #expect(check.resolveCount > 0)
  }

  @Test(arguments: names)
  func `Half a file leads to no report and no crash`(_ name: String) async {
    for file in Self.files(of: name) {
      let text = file.text(0, file.bytes.count / 2)
      let check = await ContainerCheck([SourceFile(path: file.path, text: text)])
      // What is said of a file that cannot be read as a whole would be a guess.
      if TokenBuffer(SourceFile(path: file.path, text: text)).faults.isEmpty { continue }
      #expect(check.diagnostics == [], "\(file.path)")
      #expect(!check.faults.isEmpty || check.registrationCount + check.resolveCount == 0, "\(file.path)")
    }
  }
}
