import FacetSyntax

// MARK: - Conditions, loops and patterns

extension FileReader {
  /// Reads `if` and `while`, behind the word, with all that follows by `else`.
  func readConditional(_ word: String, _ start: Int, to close: Int, _ result: ScopeFacts?) -> Int {
    // Names in the conditions are seen up to the end of the body, whose brace is the first outside of parentheses.
    var body = start
    while body < close, kind(body) != .leftBrace { body = match(body) + 1 }
    let end = readConditions(
      from: start, to: close, word: word, bodyEnd: kind(body) == .leftBrace ? match(body) : close)
    return readBlock(word, end, to: close, result)
  }

  /// Reads the conditions of a statement, and returns the token behind them.
  func readConditions(from start: Int, to close: Int, word: String, bodyEnd: Int) -> Int {
    let isCertain = around.isCertain
    defer { around.isCertain = isCertain }
    var index = start
    while index < close {
      if isWord(index, "let", "var") {
        index = readBinding(index + 1, to: close, isThere: word != "guard", bodyEnd: bodyEnd)
      } else {
        if isWord(index, "case") {
          index = readPattern(index + 1, to: close, until: .equal, visibleTo: bodyEnd) + 1
        }
        index = max(readExpression(from: index, to: close, .condition), index)
      }
      guard kind(index) == .comma else { return index }
      // What follows is not asked where this does not hold.
      around.isCertain = false
      index += 1
    }
    return index
  }

  /// Reads `name: Type = value` and `name` of a condition.
  private func readBinding(_ index: Int, to close: Int, isThere: Bool, bodyEnd: Int) -> Int {
    guard isIdentifier(index) else {
      return readPattern(index, to: close, until: .equal, visibleTo: bodyEnd) + 1
    }
    let name = tokens.identifier(index)
    var type: String?
    parse(from: index + 1, to: close)
    if kind(parser.index) == .colon {
      parser.index += 1
      type = parser.parseType().text
    }
    let hasValue = kind(parser.index) == .equal
    if hasValue { parser.index += 1 }
    // `if let name` takes what has the same name.
    let value = hasValue ? parser.parseSequence(.condition) : Expression(.name, index, text: name)
    let end = parser.index
    if hasValue {
      read(value, Expected(context: .init(type), keptAs: name, isBoundIfThere: isThere))
      keep(value)
    }
    around.scope.add([
      ScopeFacts.Local(
        name: name, type: type, value: forced(value), isConstant: !isWord(index - 1, "var"),
        offset: offset(index), visible: range(from: end, to: bodyEnd))
    ])
    return end
  }

  /// What is in a value, as `(value)!` gives it.
  private func forced(_ value: Expression) -> Expression {
    let isName = value.kind == .name
    let inside = isName ? value : Expression(.parentheses, to: value.end, children: [value])
    return Expression(.chain, value.start, to: value.end, children: [inside, Expression(.mark, text: "!")])
  }

  func readLoop(_ start: Int, to close: Int) -> Int {
    var index = start
    while index < close, !isWord(index, "in"), kind(index) != .leftBrace { index += 1 }
    guard isWord(index, "in") else { return index }
    let names = (start..<index).filter {
      isIdentifier($0) && kind($0 - 1) != .period && !isWord($0, "case", "await", "try")
    }
    var end = readExpression(from: index + 1, to: close, .condition)
    if isWord(end, "where") { end = readExpression(from: end + 1, to: close, .condition) }
    addUnknown(names, from: index, to: kind(end) == .leftBrace ? match(end) : close)
    return readBlock("for", end, to: close)
  }

  /// Passes over a pattern up to a token, and notes the names in it.
  func readPattern(_ start: Int, to close: Int, until last: Token.Kind, visibleTo end: Int?) -> Int {
    var index = start
    var names: [Int] = []
    var depth = 0
    while index < close, depth > 0 || kind(index) != last {
      switch kind(index) {
      case .leftParenthesis, .leftBracket: depth += 1
      case .rightParenthesis, .rightBracket: depth -= 1
      case .identifier where isWord(index, "let", "var") && isIdentifier(index + 1): names.append(index + 1)
      default: break
      }
      index += 1
    }
    let body = end ?? (kind(index) == .leftBrace ? match(index) : close)
    addUnknown(names, from: index, to: body)
    return index
  }

  /// Adds variables of which nothing but the name is known.
  func addUnknown(_ names: [Int], from first: Int, to last: Int) {
    guard around.scope.kind != .file else { return }
    around.scope.add(
      names.map { index in
        ScopeFacts.Local(
          name: tokens.identifier(index), isConstant: true, offset: offset(index),
          visible: range(from: first, to: last))
      })
  }
}
