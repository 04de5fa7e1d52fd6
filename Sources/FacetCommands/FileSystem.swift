import FacetScanner

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(ucrt)
  import ucrt
#endif

/// Files, by the functions of the C library: loading Foundation would cost every build more than all the checks.
enum FileSystem {
  /// No source that people write is larger; reading without end would exhaust the memory.
  static let largestFile = 64 << 20

  struct Failure: Error {
    var message: String
  }

  /// Reads a file.
  static func read(_ path: String) throws(Failure) -> SourceFile {
    // To open a pipe would wait for somebody who writes into it.
    guard !isSpecial(path) else { throw Failure(message: "'\(path)' is neither a file nor a folder") }
    guard let file = fopen(path, "rb") else { throw Failure(message: "cannot open '\(path)': \(reason())") }
    defer { fclose(file) }
    guard fseek(file, 0, SEEK_END) == 0, case let size = ftell(file), size >= 0, fseek(file, 0, SEEK_SET) == 0
    else {
      throw Failure(message: "cannot read '\(path)': \(reason())")
    }
    guard size <= largestFile else {
      throw Failure(
        message: "'\(path)' is too large to be Swift source: \(size) bytes of at most \(largestFile)")
    }
    var hasFailed = false
    let bytes = UnsafeSourceBytes(capacity: Int(size)) { room in
      let count = fread(room.baseAddress, 1, room.count, file)
      hasFailed = ferror(file) != 0
      return count
    }
    if hasFailed { throw Failure(message: "cannot read '\(path)': \(reason())") }
    return SourceFile(path: path, bytes: bytes)
  }

  /// Writes `text` unless the file holds it already: a file that is not touched is not compiled again.
  ///
  /// A file that the tool did not write is never overwritten.
  static func write(_ text: String, to path: String) throws(Failure) {
    let wanted = Array(text.utf8)
    let existing = fopen(path, "rb")
    // Nobody knows what a file has that cannot be read.
    if existing == nil, errno != ENOENT { throw Failure(message: "cannot read '\(path)': \(reason())") }
    if let existing {
      fclose(existing)
      let present = try read(path)
      if present.bytes.count == wanted.count, memcmp(present.bytes.start, wanted, wanted.count) == 0 {
        return
      }
      guard GeneratedFile.mayBeReplaced(present.bytes) else {
        throw Failure(
          message: "'\(path)' was not written by facet, so it is not overwritten; name another file to write")
      }
    }
    guard let file = fopen(path, "wb") else { throw Failure(message: "cannot write '\(path)': \(reason())") }
    let written = fwrite(wanted, 1, wanted.count, file)
    guard fclose(file) == 0, written == wanted.count else {
      throw Failure(message: "cannot write '\(path)': \(reason())")
    }
  }

  static func reason() -> String {
    strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
  }
}
