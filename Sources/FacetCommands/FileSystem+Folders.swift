#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(ucrt)
  import ucrt
#endif

// MARK: - Folders

extension FileSystem {
  /// The Swift files among `paths` and in the folders among them, each once, sorted.
  ///
  /// Hidden files and folders are left out, and links to folders are not followed, so that a link cannot lead round
  /// in a circle.
  static func swiftFiles(_ paths: [String]) throws(Failure) -> [String] {
    var result: Set<String> = []
    for path in paths {
      if isFolder(path) { try collect(in: path, into: &result) } else { result.insert(path) }
    }
    return withoutRepetitions(result.sorted())
  }

  /// The paths without those that lead to a file which an earlier one leads to.
  private static func withoutRepetitions(_ paths: [String]) -> [String] {
    #if os(Windows)
      return paths
    #else
      var places: Set<String> = []
      return paths.filter { path in
        guard let place = realpath(path, nil) else { return true }
        defer { free(place) }
        return places.insert(String(cString: place)).inserted
      }
    #endif
  }

  #if os(Windows)
    static func isSpecial(_ path: String) -> Bool { false }

    private static func isFolder(_ path: String) -> Bool { false }

    private static func collect(in folder: String, into result: inout Set<String>) throws(Failure) {}
  #else
    /// Whether there is something under this path that is neither a file nor a folder, such as a pipe.
    static func isSpecial(_ path: String) -> Bool {
      guard let kind = kind(of: path, followingLinks: true) else { return false }
      return kind != S_IFREG && kind != S_IFDIR
    }

    private static func isFolder(_ path: String) -> Bool { kind(of: path, followingLinks: true) == S_IFDIR }

    private static func kind(of path: String, followingLinks: Bool) -> mode_t? {
      var information = stat()
      let code = followingLinks ? stat(path, &information) : lstat(path, &information)
      return code == 0 ? information.st_mode & S_IFMT : nil
    }

    private static func collect(in folder: String, into result: inout Set<String>) throws(Failure) {
      var pending = [folder]
      while let folder = pending.popLast() {
        guard let handle = opendir(folder) else {
          throw Failure(message: "cannot open '\(folder)': \(reason())")
        }
        defer { closedir(handle) }
        while let entry = readdir(handle) {
          let name = name(of: entry)
          guard !name.hasPrefix(".") else { continue }
          let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
          if kind(of: path, followingLinks: false) == S_IFDIR {
            pending.append(path)
          } else if name.hasSuffix(".swift"), kind(of: path, followingLinks: true) == S_IFREG {
            result.insert(path)
          }
        }
      }
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
      let capacity = MemoryLayout.size(ofValue: entry.pointee.d_name)
      return withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: capacity) { String(cString: $0) }
      }
    }
  #endif
}
