import FacetTestSupport
import Foundation
import FacetTestSupport

/// The folder of the package.
let root = Repository.root

func text(_ path: String) throws -> String {
  try String(contentsOf: root.appending(path: path), encoding: .utf8)
}

func golden(_ name: String) throws -> String { try text("Tests/ExampleTests/Goldens/\(name)") }

/// A folder that is removed after a test.
struct TemporaryFolder: ~Copyable {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "example-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }
}
