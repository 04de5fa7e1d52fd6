import FacetTestSupport
import Foundation

/// A folder that holds one sheet, `day.json`, and is removed after a test.
struct TemporarySheet: ~Copyable {
  let folder = FileManager.default.temporaryDirectory.appending(path: "clinic-\(UUID().uuidString)")

  init(_ content: Data) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try content.write(to: folder.appending(path: "day.json"))
  }

  init(_ content: String) throws {
    try self.init(Data(content.utf8))
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Plans the day of the sheet, from within its folder.
  func run() throws -> Program {
    try runClinic("day.json", folder: folder)
  }
}
