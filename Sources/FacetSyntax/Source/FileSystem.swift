#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(WASILibc)
  import WASILibc
#elseif canImport(ucrt)
  import WinSDK
  import ucrt
#endif

/// Files, by the functions of the C library: loading Foundation would cost every build more than all the checks.
package enum FileSystem {
  /// No source that people write is larger; reading without end would exhaust the memory.
  static let largestFile = 64 << 20

  package struct Failure: Error {
    package let message: String

    package init(_ message: String) { self.message = message }
  }

  /// Reads the Swift files among `paths` and in the folders among them, several at a time.
  package static func readAll(_ paths: [String]) async throws(Failure) -> [SourceFile] {
    let paths = try swiftFiles(paths)
    let contents = await Work.map(paths) { path in
      Result<UnsafeSourceBytes, Failure> { () throws(Failure) in try read(path) }
    }
    var files: [SourceFile] = []
    for (path, content) in zip(paths, contents) {
      files.append(SourceFile(path: path, bytes: try content.get()))
    }
    return files
  }

  /// Reads a file.
  private static func read(_ path: String) throws(Failure) -> UnsafeSourceBytes {
    // To open a pipe would wait for somebody who writes into it.
    guard !isSpecial(path) else { throw Failure("'\(path)' is neither a file nor a folder") }
    guard let file = fopen(path, "rb") else { throw cannot("open", path) }
    defer { fclose(file) }
    guard fseek(file, 0, SEEK_END) == 0, case let size = ftell(file), size >= 0, fseek(file, 0, SEEK_SET) == 0
    else { throw cannot("read", path) }
    guard size <= largestFile else {
      throw Failure("'\(path)' is too large to be Swift source: \(size) bytes of at most \(largestFile)")
    }
    var hasFailed = false
    let bytes = UnsafeSourceBytes(capacity: Int(size)) { room in
      guard let start = room.baseAddress else { return 0 }
      let count = fread(start, 1, room.count, file)
      hasFailed = ferror(file) != 0
      return count
    }
    if hasFailed { throw cannot("read", path) }
    return bytes
  }

  /// Writes `text` unless the file holds it already: a file that is not touched is not compiled again.
  ///
  /// A file that the tool did not write is never overwritten; one that begins with `beginning` is the tool's.
  package static func write(
    _ text: String, to path: String, replacing beginning: String = GeneratedFile.header
  ) throws(Failure) {
    let wanted = Array(text.utf8)
    let existing = fopen(path, "rb")
    // Nobody knows what a file has that cannot be read.
    if existing == nil, errno != ENOENT { throw cannot("read", path) }
    if let existing {
      fclose(existing)
      let present = try read(path)
      if present.count == wanted.count, memcmp(present.start, wanted, wanted.count) == 0 { return }
      guard GeneratedFile.mayBeReplaced(present, beginning) else {
        throw Failure(
          "'\(path)' was not written by facet, so it is not overwritten; name another file to write")
      }
    }
    guard let file = fopen(path, "wb") else { throw cannot("write", path) }
    let written = fwrite(wanted, 1, wanted.count, file)
    guard fclose(file) == 0, written == wanted.count else { throw cannot("write", path) }
  }

  private static func cannot(_ verb: String, _ path: String) -> Failure {
    let reason = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
    return Failure("cannot \(verb) '\(path)': \(reason)")
  }
}

// MARK: - What else the C library does, so that this file alone asks for it

extension Console {
  /// Ends the process.
  package static func exit(_ code: Int32) -> Never { leave(code) }
}

// Outside of types, whose own functions have the names of those of C.
private func leave(_ code: Int32) -> Never { exit(code) }

/// Descriptor 2 is written to directly: the C library's `stderr` is a global variable, which is not safe to read
/// from everywhere.
func writeError(_ start: UnsafeRawPointer, _ count: Int) -> Int {
  #if os(Windows)
    Int(_write(2, start, UInt32(count)))
  #else
    write(2, start, count)
  #endif
}

extension UnsafeSourceBytes {
  /// Whether the bytes hold `word` anywhere: a filter that is far cheaper than reading the file as Swift.
  package func contains(_ word: String) -> Bool {
    var word = word
    return word.withUTF8 { word in
      guard let bytes = word.baseAddress, count >= word.count else { return word.isEmpty }
      var place = start
      let last = start + (count - word.count)
      while place <= last,
        let found = memchr(place, Int32(bytes[0]), last - place + 1)?.assumingMemoryBound(to: UInt8.self)
      {
        if memcmp(found, bytes, word.count) == 0 { return true }
        place = UnsafePointer(found) + 1
      }
      return false
    }
  }
}

// MARK: - Folders

extension FileSystem {
  /// The Swift files among `paths` and in the folders among them, each once, sorted.
  ///
  /// Hidden files and folders are left out, and links to folders are not followed, so that a link cannot lead round
  /// in a circle.
  package static func swiftFiles(_ paths: [String]) throws(Failure) -> [String] {
    var result: Set<String> = []
    for path in paths {
      if isFolder(path) { try collect(in: path, into: &result) } else { result.insert(path) }
    }
    return withoutRepetitions(Array(result).inOrder())
  }

  /// The paths without those that lead to a file which an earlier one leads to.
  private static func withoutRepetitions(_ paths: [String]) -> [String] {
    #if os(Windows)
      return paths
    #else
      var places: Set<String> = []
      return paths.filter { path in
        var information = stat()
        guard stat(path, &information) == 0 else { return true }
        return places.insert("\(information.st_dev) \(information.st_ino)").inserted
      }
    #endif
  }

  #if os(Windows)
    // Pipes have names of their own there.
    static func isSpecial(_ path: String) -> Bool { false }

    private static func isFolder(_ path: String) -> Bool {
      let attributes = path.withCString(encodedAs: UTF16.self) { GetFileAttributesW($0) }
      // `INVALID_FILE_ATTRIBUTES`, which is a macro with a cast.
      return attributes != DWORD.max && attributes & DWORD(FILE_ATTRIBUTE_DIRECTORY) != 0
    }

    private static func collect(in folder: String, into result: inout Set<String>) throws(Failure) {
      var pending = [folder]
      while let folder = pending.popLast() {
        let prefix = folder.hasSuffix("/") || folder.hasSuffix("\\") ? folder : folder + "/"
        var entry = WIN32_FIND_DATAW()
        let pattern = prefix + "*"
        let handle = pattern.withCString(encodedAs: UTF16.self) { FindFirstFileW($0, &entry) }
        guard let handle, handle != INVALID_HANDLE_VALUE else {
          throw Failure("cannot open '\(folder)': error \(GetLastError())")
        }
        defer { FindClose(handle) }
        repeat {
          let name = name(of: &entry)
          guard !name.hasPrefix(".") else { continue }
          if entry.dwFileAttributes & DWORD(FILE_ATTRIBUTE_DIRECTORY) == 0 {
            if name.hasSuffix(".swift") { result.insert(prefix + name) }
          } else if entry.dwFileAttributes & DWORD(FILE_ATTRIBUTE_REPARSE_POINT) == 0 {
            pending.append(prefix + name)
          }
        } while FindNextFileW(handle, &entry)
      }
    }

    private static func name(of entry: inout WIN32_FIND_DATAW) -> String {
      withUnsafeBytes(of: &entry.cFileName) { name in
        String(decoding: name.bindMemory(to: UInt16.self).prefix { $0 != 0 }, as: UTF16.self)
      }
    }
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
        guard let handle = opendir(folder) else { throw cannot("open", folder) }
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
      withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
  #endif
}
