import Foundation

/// The bytes of all Swift files and golden cases below some folders, in the order of their paths.
func contentsOfSwiftFiles(in folders: [String]) throws -> [(path: String, bytes: [UInt8])] {
  var paths: [String] = []
  for folder in folders {
    guard let all = FileManager.default.enumerator(atPath: folder) else {
      throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: folder])
    }
    for case let path as String in all
    where [".swift", ".golden", ".swiftinterface"].contains(where: path.hasSuffix) {
      paths.append(folder + "/" + path)
    }
  }
  return paths.sorted().compactMap { path in
    FileManager.default.contents(atPath: path).map { (path, Array($0)) }
  }
}
