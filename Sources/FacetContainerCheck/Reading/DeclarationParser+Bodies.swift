import FacetSyntax

// MARK: - Reading expressions

extension DeclarationParser {
  private static let wordsInFront: Set<String> = [
    "try", "await", "unsafe", "repeat", "each", "consume", "copy", "any", "some", "borrow", "discard",
  ]

  /// Reads an expression up to a comma, a closing bracket, or the next statement.
  mutating func parseSequence(_ mode: BodyMode = .plain) -> Expression {
    let result = Expression(.sequence, index)
    var hasOperand = false
    loop: while index < end {
      let token = tokens[index]
      if index > result.start, token.startsLine, !continuesExpression(at: index) { break }
      switch token.kind {
      case .comma, .semicolon, .rightParenthesis, .rightBracket, .rightBrace, .endOfFile: break loop
      case .leftBrace where mode == .condition || hasOperand: break loop
      case .operatorSymbol, .lessThan, .greaterThan, .equal, .arrow, .colon, .doubleColon:
        result.children.append(parseSymbol())
        hasOperand = false
        continue
      // The backslash of a key path.
      case .unknown where !hasOperand:
        result.children.append(parseSymbol())
        continue
      case .identifier:
        if hasOperand, tokenIs(index, "as", "is") {
          result.children.append(parseCast())
          continue
        }
        if hasOperand { break loop }
        if isWordInFront() {
          result.children.append(parseSymbol())
          continue
        }
        if tokenIs(index, "if", "switch", "do") {
          result.children.append(skipStatement())
          hasOperand = true
          continue
        }
      default: if hasOperand { break loop }
      }
      result.children.append(parseChain(mode))
      hasOperand = true
    }
    result.end = index
    return result
  }

  private func isWordInFront() -> Bool {
    let next = tokens[index + 1]
    guard !next.startsLine || tokenIs(index, "try", "await"), index + 1 < end,
      !tokenIs(index + 1, "as", "is")
    else { return false }
    switch next.kind {
    case .identifier, .escapedIdentifier, .leftParenthesis, .leftBracket, .period, .leftBrace, .number,
      .string:
      if !next.followsSpace, !next.startsLine { return false }
    case .operatorSymbol where tokenIs(index, "try"): break
    default: return false
    }
    return Self.wordsInFront.contains(text(index))
  }

  private mutating func parseSymbol() -> Expression {
    let result = Expression(.symbol, index)
    let isArrow = isOperator(index, "~") && tokens[index + 1].kind == .greaterThan && isJoined(index + 1)
    let isTry = tokenIs(index, "try")
    index += isArrow ? 2 : 1
    if isTry, tokens[index].kind == .operatorSymbol, isJoined(index) { index += 1 }
    return finish(result)
  }

  /// Reads `as T`, with the mark as its label, or passes over `is T`.
  private mutating func parseCast() -> Expression {
    let isTest = tokenIs(index, "is")
    let result = Expression(isTest ? .symbol : .cast, index)
    index += 1
    if tokens[index].kind == .operatorSymbol, isJoined(index) {
      result.label = text(index)
      index += 1
    }
    let type = index
    skipType()
    result.text = isTest ? "is" : source(from: type, to: index)
    result.end = index
    return result
  }

  /// Gives a part the text that was passed over.
  private func finish(_ part: Expression) -> Expression {
    part.end = index
    part.text = source(from: part.start, to: index)
    return part
  }

  func source(from start: Int, to end: Int) -> String {
    start < end ? file.text(Int(tokens[start].start), Int(tokens[end - 1].end)) : ""
  }

  private mutating func skipStatement() -> Expression {
    let result = Expression(.statement, index)
    while index < end {
      let isBrace = tokens[index].kind == .leftBrace
      skipExpressionToken()
      if isBrace, !tokenIs(index, "else", "catch") { break }
    }
    result.end = index
    return result
  }
}
