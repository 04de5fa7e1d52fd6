// MARK: - Regular expression literals

extension Lexer {
  /// Words after which an expression begins, so that a slash there is no division.
  private static let wordsBeforeExpression: Set<String> = [
    "return", "throw", "try", "await", "in", "case", "where", "if", "guard", "while", "switch", "else", "do",
    "yield", "consume", "copy",
  ]

  /// Reads `/…/` at `position` if it is a regular expression there, and leaves everything as it is if not.
  mutating func scanRegex(startsLine: Bool, followsSpace: Bool) -> Bool {
    let following = base[position + 1]
    if following == UInt8(ascii: " ") || following == UInt8(ascii: "\t") { return false }
    guard mayBeginExpression(startsLine: startsLine, followsSpace: followsSpace) else { return false }
    var index = position + 1
    var depth = 0
    var isInClass = false
    while index < end {
      switch base[index] {
      case 0x0A, 0x0D: return false
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "(") where !isInClass: depth += 1
      case UInt8(ascii: ")") where !isInClass:
        // Closing what the literal did not open belongs to the code around it.
        if depth == 0 { return false }
        depth -= 1
      case UInt8(ascii: "/"):
        let last = base[index - 1]
        if index == position + 1 || last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") { return false }
        position = index + 1
        return true
      default: break
      }
      index += 1
    }
    return false
  }

  /// Reads `#/…/#`, which may span lines when its first line holds nothing else.
  mutating func scanExtendedRegex(pounds: Int) -> Bool {
    var index = position + pounds + 1
    var first = index
    while base[first] == UInt8(ascii: " ") || base[first] == UInt8(ascii: "\t") { first += 1 }
    let isMultiline = base[first] == 0x0A || base[first] == 0x0D
    while index < end {
      let byte = base[index]
      if byte == 0x0A || byte == 0x0D, !isMultiline { return false }
      if byte == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      if byte == UInt8(ascii: "/"), hasPounds(pounds, at: index + 1) {
        position = index + 1 + pounds
        return true
      }
      index += 1
    }
    return false
  }

  private func mayBeginExpression(startsLine: Bool, followsSpace: Bool) -> Bool {
    switch previous {
    case .number, .string, .regex, .escapedIdentifier, .poundIdentifier, .greaterThan, .rightParenthesis,
      .rightBracket, .rightBrace:
      return startsLine
    case .operatorSymbol:
      // A postfix `!` or `?` ends an operand; an infix operator asks for one.
      return followsSpace || startsLine
        || (base[previousStart] != UInt8(ascii: "!") && base[previousStart] != UInt8(ascii: "?"))
    case .identifier: return startsLine || wordBeforeBeginsExpression()
    default: return true
    }
  }

  private func wordBeforeBeginsExpression() -> Bool {
    var end = previousStart
    while CharacterClass.isOfName(base[end]) { end += 1 }
    let word = UnsafeBufferPointer(start: base + previousStart, count: end - previousStart)
    return Self.wordsBeforeExpression.contains(String(decoding: word, as: UTF8.self))
  }
}
