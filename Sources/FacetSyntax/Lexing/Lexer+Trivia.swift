// MARK: - White space and comments

extension Lexer {
  /// Moves to the next token and tells whether a line began, or any space was seen, on the way.
  mutating func skipTrivia() -> (startsLine: Bool, followsSpace: Bool) {
    let start = position
    var startsLine = position == 0
    while position < end {
      let byte = base[position]
      switch classes[Int(byte)] {
      case CharacterClass.space: position += 1
      case CharacterClass.newline:
        startsLine = true
        position += 1
      default:
        guard byte == UInt8(ascii: "/") else { return (startsLine, position > start) }
        switch base[position + 1] {
        case UInt8(ascii: "/"): skipLine()
        case UInt8(ascii: "*"): if skipBlockComment() { startsLine = true }
        default: return (startsLine, position > start)
        }
      }
    }
    return (true, true)
  }

  /// Moves to the end of the line.
  mutating func skipLine() {
    while position < end {
      let byte = base[position]
      if byte == 0x0A || byte == 0x0D { return }
      position += 1
    }
  }

  /// Skips a block comment with the comments nested in it and tells whether a line ended inside.
  private mutating func skipBlockComment() -> Bool {
    let start = position
    var depth = 0
    var sawNewline = false
    while position < end {
      let byte = base[position]
      if byte == UInt8(ascii: "/"), base[position + 1] == UInt8(ascii: "*") {
        depth += 1
        position += 2
      } else if byte == UInt8(ascii: "*"), base[position + 1] == UInt8(ascii: "/") {
        depth -= 1
        position += 2
        if depth == 0 { return sawNewline }
      } else {
        if byte == 0x0A || byte == 0x0D { sawNewline = true }
        position += 1
      }
    }
    fault(.unterminatedComment, at: start)
    return sawNewline
  }
}
