/// Lines that go through the pipeline together.
///
/// One batch at a time is in memory, whatever the length of the input. What a step from one task to another costs is paid once for
/// thousands of lines.
struct Batch: Sendable {
  /// The name of the input.
  let origin: String
  var lines: [Line]

  /// Splits a text into lines; the line break of the last may be missing.
  ///
  /// - Parameters:
  ///   - bytes: whole lines.
  ///   - origin: the name of the input.
  ///   - lineCount: how many lines of the input came before.
  init(_ bytes: [UInt8], of origin: String, after lineCount: Int) {
    self.origin = origin
    var texts = bytes.split(separator: .lineFeed, omittingEmptySubsequences: false)
    if bytes.last == .lineFeed || bytes.isEmpty { texts.removeLast() }
    lines = texts.enumerated().map { number, text in
      let text = text.last == .carriageReturn ? text.dropLast() : text
      return Line(number: lineCount + number + 1, text: String(decoding: text, as: UTF8.self))
    }
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
  let text: String
  var state = State.unread
}

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
}
