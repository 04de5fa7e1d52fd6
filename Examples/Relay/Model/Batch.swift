/// Lines that go through the pipeline together.
///
/// One batch at a time is in memory, whatever the length of the input. What a step from one task to another costs is paid once for
/// thousands of lines.
struct Batch: Sendable {
  /// The name of the input.
  let origin: String

  /// The text of all lines.
  let bytes: [UInt8]

  var lines: [Line]

  /// Splits a text into lines.
  ///
  /// - Parameters:
  ///   - bytes: whole lines; the line break of the last may be missing.
  ///   - origin: the name of the input.
  ///   - lineCount: how many lines of the input came before.
  init(_ bytes: [UInt8], of origin: String, after lineCount: Int) {
    self.origin = origin
    self.bytes = bytes
    lines = []
    lines.reserveCapacity(bytes.count / 64)
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != .lineFeed { end += 1 }
      let next = end + 1
      if end > start, bytes[end - 1] == .carriageReturn { end -= 1 }
      lines.append(Line(number: lineCount + lines.count + 1, text: start..<end))
      start = next
    }
  }

  /// Whether a text is UTF-8, as JSON has to be.
  func isUTF8(_ text: Range<Int>) -> Bool {
    var highest: UInt8 = 0
    for index in text { highest |= bytes[index] }
    return highest < 0x80 || String(validating: bytes[text], as: UTF8.self) != nil
  }
}

/// A line of an input, and what has become of it.
struct Line: Sendable {
  enum State: Sendable {
    /// No stage has read it so far.
    case unread
    case event(Event)
    /// A stage has decided that nobody needs it.
    case dropped
  }

  let number: Int

  /// Where it stands in the bytes of its batch.
  let text: Range<Int>

  var state = State.unread
}
