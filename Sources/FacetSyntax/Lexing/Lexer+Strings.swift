// MARK: - String literals

extension Lexer {
  /// How deep interpolations may nest; more is a fault instead of an exhausted stack.
  private static let deepestInterpolation = 100

  /// Reads a string literal whose first quote is at `position`, after `pounds` pound signs.
  mutating func scanString(pounds: Int) -> Token.Kind {
    let start = position
    let isMultiline = opensMultilineString(pounds: pounds)
    position += isMultiline ? 3 : 1
    while position < end {
      let byte = base[position]
      switch byte {
      case UInt8(ascii: "\""):
        if closesString(isMultiline: isMultiline, pounds: pounds) { return .string }
        position += 1
      case UInt8(ascii: "\\"): scanEscape(pounds: pounds)
      case 0x0A, 0x0D:
        if !isMultiline {
          fault(.unterminatedString, at: start)
          return .string
        }
        position += 1
      default:
        if byte < 0x80 { position += 1 } else { skipScalar() }
      }
    }
    fault(.unterminatedString, at: start)
    return .string
  }

  /// Three quotes open a multiline string, except in `#"""#` and its like, where the string ends on its own line.
  private func opensMultilineString(pounds: Int) -> Bool {
    guard base[position + 1] == UInt8(ascii: "\""), base[position + 2] == UInt8(ascii: "\"") else {
      return false
    }
    guard pounds > 0 else { return true }
    var index = position + 1
    while index < end, base[index] != 0x0A, base[index] != 0x0D {
      if base[index] == UInt8(ascii: "\""), hasPounds(pounds, at: index + 1) { return false }
      index += 1
    }
    return true
  }

  private mutating func closesString(isMultiline: Bool, pounds: Int) -> Bool {
    let quotes = isMultiline ? 3 : 1
    for index in 1..<3 where index < quotes && base[position + index] != UInt8(ascii: "\"") { return false }
    guard hasPounds(pounds, at: position + quotes) else { return false }
    position += quotes + pounds
    return true
  }

  func hasPounds(_ pounds: Int, at offset: Int) -> Bool {
    for index in offset..<offset + pounds where index >= end || base[index] != UInt8(ascii: "#") {
      return false
    }
    return true
  }

  /// Moves over a backslash and what it escapes; an interpolation is read token by token up to its parenthesis.
  private mutating func scanEscape(pounds: Int) {
    position += 1
    guard hasPounds(pounds, at: position) else { return }
    position += pounds
    if base[position] == UInt8(ascii: "(") {
      scanInterpolation()
    } else if position < end, base[position] < 0x80, base[position] != 0x0A, base[position] != 0x0D {
      position += 1
    }
  }

  private mutating func scanInterpolation() {
    guard interpolationDepth < Self.deepestInterpolation else {
      fault(.nestedTooDeeply, at: position)
      position = end
      return
    }
    interpolationDepth += 1
    defer { interpolationDepth -= 1 }
    let outer = (previous, previousStart)
    defer { (previous, previousStart) = outer }
    var depth = 0
    while true {
      switch next().kind {
      case .leftParenthesis: depth += 1
      case .rightParenthesis:
        depth -= 1
        guard depth == 0 else { break }
        return
      case .endOfFile: return
      default: break
      }
    }
  }
}
