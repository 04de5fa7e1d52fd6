/// Reads one line of a batch from the left to the right.
///
/// Each method gives `nil` or `false` where the line goes on with something else.
struct LineReader {
  private let bytes: [UInt8]
  private(set) var position: Int
  private let end: Int

  init(_ line: Line, of batch: Batch) {
    bytes = batch.bytes
    position = line.text.lowerBound
    end = line.text.upperBound
  }

  var isAtEnd: Bool { position == end }

  /// The next byte, which is not read by that.
  var next: UInt8? { position < end ? bytes[position] : nil }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  /// Reads up to a byte, and over it; what is read is not empty.
  mutating func text(upTo byte: UInt8) -> Range<Int>? {
    let start = position
    var place = start
    while place < end, bytes[place] != byte { place += 1 }
    guard place < end, place > start else { return nil }
    position = place + 1
    return start..<place
  }

  /// Reads up to a space, which is not read, or the end.
  mutating func word() -> Range<Int>? {
    let start = position
    while position < end, bytes[position] != .space { position += 1 }
    return position > start ? start..<position : nil
  }

  /// Reads so many digits.
  mutating func number(digits: Int) -> Int? {
    guard end - position >= digits else { return nil }
    var number = 0
    for place in position..<position + digits {
      guard let digit = bytes[place].digit else { return nil }
      number = number * 10 + digit
    }
    position += digits
    return number
  }

  /// Reads a number of one to eighteen digits.
  mutating func number() -> Int? {
    let start = position
    var number = 0
    while position < end, position - start < 18, let digit = bytes[position].digit {
      number = number * 10 + digit
      position += 1
    }
    return position > start ? number : nil
  }

  /// Reads `+` or `-`, and gives whether it is `-`.
  mutating func sign() -> Bool? {
    if skip(UInt8(ascii: "+")) { return false }
    return skip(UInt8(ascii: "-")) ? true : nil
  }
}

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")

  var digit: Int? { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self ? Int(self) - 48 : nil }
}
