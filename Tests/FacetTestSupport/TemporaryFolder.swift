import Foundation

/// A folder that goes with the object.
public final class TemporaryFolder: Sendable {
  /// Where it is.
  public let url = FileManager.default.temporaryDirectory.appendingPathComponent("facet-\(UUID().uuidString)")

  /// Makes an empty folder.
  ///
  /// - Throws: an error if that cannot be done.
  public init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Where a file of that name is in it, or can be.
  public func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  /// Writes a file, in folders that need not exist.
  public func write(_ text: String, to name: String) throws {
    let folder = file(name).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file(name))
  }

  /// Reads a file.
  public func text(of name: String) throws -> String { try String(contentsOf: file(name), encoding: .utf8) }
}
