/// A type as it is written, taken apart.
indirect enum TypeSyntax: Equatable, Sendable {
  struct Name: Equatable, Sendable {
    var text: String
    var arguments: [TypeSyntax] = []
  }

  case named([Name])
  case optional(TypeSyntax)
  case array(TypeSyntax)
  case dictionary(TypeSyntax, TypeSyntax)
  case tuple([TypeSyntax])
  case composition([TypeSyntax])
  case metatype(TypeSyntax)
  /// A function type, by its text.
  case function(String)
  case unreadable

  init(_ text: String) {
    // Most types are a single name.
    if let first = text.utf8.first, first >= UInt8(ascii: "A"), first <= UInt8(ascii: "Z"),
      text.utf8.allSatisfy(Self.isOfName)
    {
      self = .named([Name(text: text)])
      return
    }
    var parser = TypeSyntaxParser(text)
    self = parser.parse()
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
      || byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: "_")
  }
}

/// Reads the text of a type.
private struct TypeSyntaxParser {
  private static let deepestNesting = 40

  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  mutating func parse() -> TypeSyntax {
    let type = parseType()
    skipSpaces()
    return index == bytes.count ? type : .unreadable
  }

  private mutating func parseType() -> TypeSyntax {
    guard depth < Self.deepestNesting else { return .unreadable }
    depth += 1
    defer { depth -= 1 }
    let start = index
    skipSpecifiers()
    var parts = [parsePostfix()]
    while take(UInt8(ascii: "&")) { parts.append(parsePostfix()) }
    skipSpaces()
    // What goes on behind a closed list is a function.
    if starts(with: "->") || starts(with: "throws") || starts(with: "async") || starts(with: "rethrows") {
      skipFunction()
      return .function(String(decoding: bytes[start..<index].filter { $0 > 0x20 }, as: UTF8.self))
    }
    return parts.count == 1 ? parts[0] : .composition(parts)
  }

  private mutating func skipSpecifiers() {
    while true {
      skipSpaces()
      if peek == UInt8(ascii: "@") {
        index += 1
        _ = word()
        continue
      }
      let start = index
      switch word() {
      case "any", "some", "inout", "borrowing", "consuming", "sending", "__owned", "__shared", "isolated",
        "each":
        skipSpaces()
        if let next = peek,
          isWordByte(next) || next == UInt8(ascii: "(") || next == UInt8(ascii: "[")
            || next == UInt8(ascii: "@") || next == UInt8(ascii: "`")
        {
          continue
        }
        index = start
        return
      default:
        index = start
        return
      }
    }
  }

  private mutating func parsePostfix() -> TypeSyntax {
    skipSpecifiers()
    var type = parseSimple()
    for _ in 0..<Self.deepestNesting {
      if peek == UInt8(ascii: "?") || peek == UInt8(ascii: "!") {
        index += 1
        type = .optional(type)
      } else if starts(with: ".Type") || starts(with: ".Protocol") {
        index += peek(1) == UInt8(ascii: "T") ? 5 : 9
        type = .metatype(type)
      } else {
        return type
      }
    }
    return .unreadable
  }

  private mutating func parseSimple() -> TypeSyntax {
    skipSpaces()
    switch peek {
    case UInt8(ascii: "("):
      index += 1
      return parseList()
    case UInt8(ascii: "["):
      index += 1
      let first = parseType()
      if take(UInt8(ascii: ":")) {
        let second = parseType()
        return take(UInt8(ascii: "]")) ? .dictionary(first, second) : .unreadable
      }
      return take(UInt8(ascii: "]")) ? .array(first) : .unreadable
    default:
      return parseNames()
    }
  }

  private mutating func parseList() -> TypeSyntax {
    var elements: [TypeSyntax] = []
    while !take(UInt8(ascii: ")")) {
      let start = index
      skipLabel()
      elements.append(parseType())
      _ = take(UInt8(ascii: ","))
      if index == start { return .unreadable }
    }
    return elements.count == 1 ? elements[0] : .tuple(elements)
  }

  /// Skips `name:` in front of the element of a tuple.
  private mutating func skipLabel() {
    let start = index
    skipSpaces()
    if !word().isEmpty {
      skipSpaces()
      _ = word()
      if take(UInt8(ascii: ":")) { return }
    }
    index = start
  }

  private mutating func parseNames() -> TypeSyntax {
    var names: [TypeSyntax.Name] = []
    repeat {
      skipSpaces()
      let text = word()
      guard !text.isEmpty else { return .unreadable }
      var name = TypeSyntax.Name(text: text)
      if take(UInt8(ascii: "<")) {
        while !take(UInt8(ascii: ">")) {
          let start = index
          name.arguments.append(parseType())
          _ = take(UInt8(ascii: ","))
          if index == start { return .unreadable }
        }
      }
      names.append(name)
      if starts(with: ".Type") || starts(with: ".Protocol") { break }
    } while takeSeparator()
    return .named(names)
  }

  private mutating func takeSeparator() -> Bool {
    if starts(with: "::") {
      index += 2
      return true
    }
    return take(UInt8(ascii: "."))
  }

  // MARK: Bytes

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func peek(_ offset: Int) -> UInt8? { index + offset < bytes.count ? bytes[index + offset] : nil }

  private mutating func skipSpaces() {
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpaces()
    guard peek == byte else { return false }
    index += 1
    return true
  }

  private func starts(with text: StaticString) -> Bool {
    guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
    for offset in 0..<text.utf8CodeUnitCount where bytes[index + offset] != text.utf8Start[offset] {
      return false
    }
    let next = peek(text.utf8CodeUnitCount)
    return !(isWordByte(text.utf8Start[text.utf8CodeUnitCount - 1]) && next.map(isWordByte) == true)
  }

  private mutating func word() -> String {
    let isEscaped = peek == UInt8(ascii: "`")
    if isEscaped { index += 1 }
    let start = index
    while let byte = peek, isWordByte(byte) { index += 1 }
    let end = index
    if isEscaped, peek == UInt8(ascii: "`") { index += 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    (byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z"))
      || (byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z"))
      || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")) || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  private mutating func skipFunction() {
    var depth = 0
    while let byte = peek {
      if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") {
        if depth == 0 { return }
        depth -= 1
      }
      if byte == UInt8(ascii: ","), depth == 0 { return }
      index += 1
    }
  }
}
