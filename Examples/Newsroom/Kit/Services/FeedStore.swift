import Foundation

/// Has the files that may hold feeds.
protocol FeedStore: Sendable {
  /// The names of all files, in the order in which they are read.
  func names() throws -> [String]

  func bytes(of name: String) throws -> [UInt8]
}

/// The files of a folder, by name; those that end with none of the usual names are passed over.
struct FolderStore: FeedStore {
  private let folder: URL

  /// Takes a folder, or the samples that come with the program.
  init(folder: String?) {
    self.folder =
      folder.map { URL(fileURLWithPath: $0, isDirectory: true) }
      ?? Bundle.module.bundleURL.appendingPathComponent("Samples", isDirectory: true)
  }

  func names() throws -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
      throw UnreadableFolder(path: folder.path)
    }
    return names.filter { name in [".xml", ".rss", ".atom", ".json"].contains { name.hasSuffix($0) } }
      .sorted()
  }

  func bytes(of name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }
}

/// A folder that is not there, is none, or may not be read.
struct UnreadableFolder: Error, CustomStringConvertible {
  let path: String

  var description: String { "'\(path)' is no folder that can be read" }
}
