/// The tokens of a file with the bracket around each of them, and ways to move over whole expressions.
final class NestedTokens {
  let tokens: TokenBuffer
  let file: SourceFile
  let count: Int
  /// For each token the index of the bracket in which it stands; -1 at file level.
  private let parents: [Int32]
  private let starts = StatementStarts()
  let lookups: TokenLookups

  /// Where the statements begin to which some tokens belong.
  private final class StatementStarts {
    var known: [Int: Int] = [:]
  }

  init(_ tokens: TokenBuffer, depth: Int = 0) {
    self.tokens = tokens
    lookups = TokenLookups(depth: depth)
    file = tokens.file
    count = tokens.count
    var open: Int32 = -1
    var parents = [Int32](repeating: -1, count: tokens.count)
    parents.withUnsafeMutableBufferPointer { parents in
      for index in 0..<tokens.count {
        let token = tokens[index]
        switch token.kind {
        case .leftParenthesis, .leftBracket, .leftBrace:
          parents[index] = open
          open = Int32(index)
        case .rightParenthesis, .rightBracket, .rightBrace:
          if token.match >= 0 { open = parents[Int(token.match)] }
          parents[index] = open
        default:
          parents[index] = open
        }
      }
    }
    self.parents = parents
  }

  subscript(index: Int) -> Token { tokens[max(0, index)] }

  func kind(_ index: Int) -> Token.Kind { index < 0 ? .semicolon : tokens[index].kind }

  func parent(_ index: Int) -> Int { index >= 0 && index < count ? Int(parents[index]) : -1 }

  func match(_ index: Int) -> Int { Int(tokens[index].match) }

  func text(_ index: Int) -> String { file.text(Int(self[index].start), Int(self[index].end)) }

  /// The identifier without backticks.
  func identifier(_ index: Int) -> String {
    let trim = self[index].kind == .escapedIdentifier ? 1 : 0
    return file.text(Int(self[index].start) + trim, Int(self[index].end) - trim)
  }

  /// The source between two tokens, the second of them left out.
  func text(from start: Int, to end: Int) -> String {
    start < end ? file.text(Int(self[start].start), Int(self[end - 1].end)) : ""
  }

  func location(_ index: Int) -> SourceLocation { file.location(at: Int(self[index].start)) }

  func isIdentifier(_ index: Int) -> Bool {
    index >= 0 && (kind(index) == .identifier || kind(index) == .escapedIdentifier)
  }

  /// Whether the token touches the one before it.
  func isJoined(_ index: Int) -> Bool { !self[index].followsSpace && !self[index].startsLine }

  func token(_ index: Int, is word: StaticString) -> Bool {
    guard index >= 0, index < count else { return false }
    let token = tokens[index]
    let length = Int(token.end - token.start)
    guard length == word.utf8CodeUnitCount else { return false }
    let start = file.bytes.start + Int(token.start)
    var offset = 0
    while offset < length {
      if start[offset] != word.utf8Start[offset] { return false }
      offset += 1
    }
    return true
  }

  /// Whether two tokens have the same text.
  func areAlike(_ one: Int, _ other: Int) -> Bool {
    let (one, other) = (self[one], self[other])
    guard one.end - one.start == other.end - other.start else { return false }
    let (left, right) = (file.bytes.start + Int(one.start), file.bytes.start + Int(other.start))
    return (0..<Int(one.end - one.start)).allSatisfy { left[$0] == right[$0] }
  }

  /// Whether the token is an operator of nothing but `!` and `?`, put behind an operand.
  func isPostfixMark(_ index: Int) -> Bool {
    guard kind(index) == .operatorSymbol, isJoined(index) else { return false }
    for offset in self[index].start..<self[index].end {
      let byte = file.bytes.start[Int(offset)]
      if byte != UInt8(ascii: "!"), byte != UInt8(ascii: "?") { return false }
    }
    return true
  }
}

// MARK: - Expressions

extension NestedTokens {
  /// A parser that stands at `start` and stops at `end`.
  func parser(from start: Int, to end: Int) -> DeclarationParser {
    var parser = DeclarationParser(tokens)
    parser.index = start
    parser.end = end
    return parser
  }

  /// The index behind the expression that begins at `start`: at a comma, a semicolon, or the next statement.
  func expressionEnd(from start: Int, within end: Int) -> Int {
    var parser = parser(from: start, to: end)
    parser.skipInitialValue()
    return max(parser.index, min(start + 1, end))
  }

  /// Where the chain of members and calls begins that the name at `index` goes on with.
  func chainStart(_ index: Int) -> Int {
    var start = index
    while kind(start - 1) == .period {
      var last = start - 2
      while isPostfixMark(last) { last -= 1 }
      guard last >= 0, isOperandEnd(last), parent(last) == parent(start) || isCloser(last) else {
        return start - 1
      }
      start = operandStart(last)
    }
    return start
  }

  private func isCloser(_ index: Int) -> Bool {
    switch kind(index) {
    case .rightParenthesis, .rightBracket, .rightBrace: true
    default: false
    }
  }

  private func isOperandEnd(_ index: Int) -> Bool {
    switch kind(index) {
    case .identifier:
      !(token(index, is: "return") || token(index, is: "in") || token(index, is: "try")
        || token(index, is: "await") || token(index, is: "case"))
    case .escapedIdentifier, .greaterThan, .string, .number: true
    default: isCloser(index)
    }
  }

  /// The first token of the name, call or bracket that ends at `last`.
  private func operandStart(_ last: Int) -> Int {
    var index = last
    while true {
      if isCloser(index) {
        guard self[index].match >= 0 else { return index }
        index = match(index)
        let before = index - 1
        let isBrace = kind(index) == .leftBrace
        // A space may stand between a name and its arguments.
        let isOfName = isIdentifier(before) && !self[index].startsLine
        guard isBrace || isJoined(index) || isOfName else { return index }
        if isIdentifier(before) || isCloser(before) || kind(before) == .greaterThan {
          // What stands in front is called, or takes the brace as a trailing closure.
          if kind(before) == .greaterThan || isCloser(before) || !isKeyword(before) {
            index = before
            continue
          }
        }
        return index
      }
      if kind(index) == .greaterThan {
        var depth = 0
        while index >= 0 {
          if kind(index) == .greaterThan { depth += 1 }
          if kind(index) == .lessThan { depth -= 1 }
          if depth == 0 { break }
          index -= 1
        }
        index -= 1
        if isIdentifier(index) { return index }
        return max(index, 0)
      }
      return index
    }
  }

  func isKeyword(_ index: Int) -> Bool {
    switch text(index) {
    case "if", "guard", "while", "for", "in", "switch", "return", "else", "do", "catch", "try", "await",
      "repeat",
      "where", "case", "let", "var", "as", "is", "throw", "defer":
      true
    default: false
    }
  }

  /// The first token of the statement to which `index` belongs, among those in the same bracket.
  func statementStart(_ index: Int) -> Int {
    let limit = parent(index)
    var start = index
    while start - 1 > limit {
      // A long statement is walked once, not for each of its calls.
      if let known = starts.known[start] {
        start = known
        break
      }
      guard let before = precedingPart(of: start, limit) else { break }
      start = before
    }
    starts.known[index] = start
    return start
  }

  /// The token in front of `start`, or the bracket that it closes; `nil` where a statement begins with `start`.
  private func precedingPart(of start: Int, _ limit: Int) -> Int? {
    let before = start - 1
    switch kind(before) {
    case .semicolon, .leftBrace, .leftParenthesis, .leftBracket: return nil
    case .comma where limit >= 0 && kind(limit) != .leftBrace: return nil
    case .rightBrace where kind(start) != .period && !continues(start): return nil
    default: break
    }
    if self[start].startsLine, !continues(start), !isIncomplete(before) { return nil }
    return isCloser(before) && self[before].match >= 0 ? match(before) : before
  }

  private func continues(_ index: Int) -> Bool {
    switch kind(index) {
    case .period, .operatorSymbol, .equal, .arrow, .colon, .comma, .lessThan, .greaterThan, .leftBrace,
      .rightParenthesis, .rightBracket:
      true
    case .identifier:
      token(index, is: "where") || token(index, is: "throws") || token(index, is: "async")
        || token(index, is: "as") || token(index, is: "is")
    default: false
    }
  }

  private func isIncomplete(_ index: Int) -> Bool {
    switch kind(index) {
    case .equal, .arrow, .colon, .comma, .period, .lessThan, .at: true
    case .operatorSymbol: self[index].followsSpace || self[index].startsLine
    default: false
    }
  }
}
