import Foundation

/// Steps through a JSON text, and says what is wrong where it stops to be JSON.
struct JSONScanner {
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The byte that is looked at; `nil` at the end.
  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  mutating func skipSpace() {
    while let next, Self.space.contains(next) { offset += 1 }
  }

  /// Steps through a list or an object.
  mutating func elements(until close: Character, _ element: (inout JSONScanner) throws -> Void) throws {
    let start = offset
    offset += 1
    skipSpace()
    if take(close) { return }
    while true {
      try element(&self)
      skipSpace()
      if take(close) { return }
      let comma = offset
      guard take(",") else {
        guard next != nil else { throw unclosed(from: start, close) }
        throw error(
          "Expected a comma or '\(close)', found \(found).",
          "put a comma between two elements, or close with '\(close)'.")
      }
      skipSpace()
      if next == close.asciiValue {
        throw JSONSyntaxError(
          offset: comma, fact: "A comma stands after the last element.", remedy: "remove the comma.")
      }
      if next == nil { throw unclosed(from: start, close) }
    }
  }

  /// Steps over the key of an object, and its colon.
  mutating func key() throws -> String {
    guard next == UInt8(ascii: "\"") else {
      throw error("Expected a key, found \(found).", "write the key in double quotes: \"name\": …")
    }
    let key = try string()
    skipSpace()
    guard take(":") else {
      throw error("Expected a colon after the key \(quoted(key)), found \(found).", "write \(quoted(key)): …")
    }
    return key
  }

  /// Steps over a text, a number or a word.
  mutating func scalar() throws {
    if next == UInt8(ascii: "\"") {
      _ = try string()
      return
    }
    let start = offset
    while let next, Self.word.contains(next) { offset += 1 }
    let word = String(decoding: bytes[start..<offset], as: UTF8.self)
    if ["true", "false", "null"].contains(word) { return }
    if word.wholeMatch(of: /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+\-]?[0-9]+)?/) != nil {
      if let number = Double(word), number.isFinite { return }
      offset = start
      throw error("The number \(word) is too large.", "write a smaller number.")
    }
    offset = start
    throw error(
      "Expected a value, found \(word.isEmpty ? found : quoted(word)).",
      "write a text in double quotes, a number such as 4.2, true, false, null, a list or an object.")
  }

  /// Fails unless nothing follows.
  mutating func expectEnd() throws {
    skipSpace()
    guard next == nil else {
      throw error("The sheet has ended, but \(found) follows.", "remove what follows the last '}'.")
    }
  }

  func error(_ fact: String, _ remedy: String) -> JSONSyntaxError {
    JSONSyntaxError(offset: offset, fact: fact, remedy: remedy)
  }

  // MARK: - Pieces

  private static let space = Set(" \t\r\n".utf8)
  private static let word = Set("+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)

  /// The next character, for a message.
  private var found: String {
    guard next != nil else { return "the end of the file" }
    if next == UInt8(ascii: "\"") { return "a text" }
    return quoted(String(String(decoding: bytes[offset...].prefix(16), as: UTF8.self).prefix(1)))
  }

  private mutating func take(_ character: Character) -> Bool {
    guard next == character.asciiValue else { return false }
    offset += 1
    return true
  }

  private mutating func string() throws -> String {
    let start = offset
    offset += 1
    while let next, next != UInt8(ascii: "\"") {
      guard next >= 0x20 else {
        throw error(
          "A text goes over the end of its line, or has a control character in it.",
          "close it with a double quote, or write \\n for a new line and \\t for a tab.")
      }
      offset += next == UInt8(ascii: "\\") ? 2 : 1
    }
    guard take("\"") else {
      throw JSONSyntaxError(
        offset: start, fact: "The text that begins here has no end.", remedy: "close it with a double quote.")
    }
    let literal = bytes[start..<offset]
    guard literal.contains(UInt8(ascii: "\\")) else {
      return String(decoding: literal.dropFirst().dropLast(), as: UTF8.self)
    }
    guard let text = try? JSONDecoder().decode(String.self, from: Data(literal)) else {
      throw JSONSyntaxError(
        offset: start, fact: "The text that begins here has a backslash that means nothing.",
        remedy: #"write \\ for a backslash, \" for a quote, \n for a new line."#)
    }
    return text
  }

  private func unclosed(from start: Int, _ close: Character) -> JSONSyntaxError {
    let line = SheetText(bytes: bytes).line(at: start)
    return error(
      "The file ends inside the \(close == "]" ? "list" : "object") that begins in line \(line).",
      "close it with '\(close)'; perhaps the file was not copied whole.")
  }
}
