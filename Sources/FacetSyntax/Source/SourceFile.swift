/// One file of Swift source: its path, its bytes, and where a byte stands in lines and columns.
package final class SourceFile {
  /// The path as it was given; diagnostics print it.
  package let path: String
  package let bytes: UnsafeSourceBytes
  /// Where the lines begin; found when a place is first asked for.
  private lazy var lineStarts = findLineStarts()

  package init(path: String, bytes: UnsafeSourceBytes) { (self.path, self.bytes) = (path, bytes) }

  /// Makes a file of text that is in memory already.
  package convenience init(path: String, text: String) { self.init(path: path, contents: Array(text.utf8)) }

  /// Makes a file of bytes that are in memory already.
  package convenience init(path: String, contents: [UInt8]) {
    let bytes = UnsafeSourceBytes(capacity: contents.count) { room in
      _ = room.initialize(from: contents)
      return contents.count
    }
    self.init(path: path, bytes: bytes)
  }

  /// The text between two byte offsets; what is not UTF-8 is repaired.
  package func text(_ start: Int, _ end: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: bytes.start + start, count: end - start), as: UTF8.self)
  }

  /// Line and column of a byte offset, both from 1, the column in UTF-8 bytes as the compiler counts.
  package func location(at offset: Int) -> SourceLocation {
    let offset = min(offset, bytes.count)
    let line = Order.first(lineStarts.count) { lineStarts[$0] > offset }
    return SourceLocation(path: path, line: line, column: offset - lineStarts[line - 1] + 1)
  }

  private func findLineStarts() -> [Int] {
    var result = [0]
    for index in 0..<bytes.count where bytes.start[index] == 0x0A { result.append(index + 1) }
    return result
  }
}

/// A place in a source file, as a compiler prints it.
package struct SourceLocation: Hashable, Comparable, Sendable, CustomStringConvertible {
  package var path: String
  package var line: Int
  package var column: Int

  package init(path: String, line: Int, column: Int) {
    (self.path, self.line, self.column) = (path, line, column)
  }

  package var description: String { "\(path):\(line):\(column)" }

  package static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    if left.path != right.path { return left.path < right.path }
    return (left.line, left.column) < (right.line, right.column)
  }
}
