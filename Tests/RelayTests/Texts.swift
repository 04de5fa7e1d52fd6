import Foundation

/// The folder of these tests.
let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

func golden(_ name: String) throws -> String {
  try String(contentsOf: folder.appendingPathComponent("Goldens/\(name)"), encoding: .utf8)
}

func log(_ name: String) -> String {
  folder.appendingPathComponent("Logs/\(name)").path
}

/// The text without what is another number in each run: times, speed and memory.
func masked(_ text: String) -> String {
  text.replacing(/\d+\.\d+ (?=s|MB)/, with: "# ").replacing(/speed    \d+/, with: "speed    #")
}

/// A folder that is removed after a test.
struct TemporaryFolder: ~Copyable {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "relay-\(UUID().uuidString)")

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

  func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }
}
