// MARK: - Expressions, as far as their ends are concerned

extension DeclarationParser {
  /// Moves over one token of an expression, or over what its bracket or its generic arguments enclose.
  package mutating func skipExpressionToken() {
    let token = tokens[index]
    switch token.kind {
    case .leftParenthesis, .leftBracket, .leftBrace: index = Int(token.match) + 1
    case .identifier, .escapedIdentifier:
      index += 1
      if index < end, tokens[index].kind == .lessThan, isJoined(index),
        let next = genericArgumentsEnd(at: index)
      {
        index = next
      }
    default: index += 1
    }
  }

  /// Moves behind the value of a variable: to a comma, a semicolon, accessors, or the next statement.
  package mutating func skipInitialValue() {
    let start = index
    while index < end {
      let token = tokens[index]
      if token.kind == .comma || token.kind == .semicolon { return }
      if token.kind == .poundIdentifier, token.startsLine, isConditionalDirective() { return }
      if token.kind == .leftBrace, isAccessorBlock(at: index) { return }
      if token.startsLine, index > start, !continuesExpression(at: index) { return }
      skipExpressionToken()
    }
  }

  package func isConditionalDirective() -> Bool { tokenIs(index, "#if", "#elseif", "#else", "#endif") }

  /// Whether the first token of a line goes on with the expression of the line before.
  package func continuesExpression(at index: Int) -> Bool {
    if isIncomplete(before: index) { return true }
    switch tokens[index].kind {
    case .period, .operatorSymbol, .equal, .lessThan, .greaterThan, .arrow, .colon, .doubleColon,
      .rightParenthesis, .rightBracket, .leftBrace:
      return true
    case .identifier, .escapedIdentifier:
      return tokenIs(index, "as", "is", "else", "catch") || isClosureLabel(index)
    default: return false
    }
  }

  /// Whether a further trailing closure follows: `second: { … }`.
  private func isClosureLabel(_ index: Int) -> Bool {
    tokens[index + 1].kind == .colon && tokens[index + 2].kind == .leftBrace
      && (tokens[index - 1].kind == .rightBrace)
  }

  /// Whether what stands before `index` asks for an operand.
  private func isIncomplete(before index: Int) -> Bool {
    switch tokens[index - 1].kind {
    case .equal, .arrow, .colon, .comma, .period: return true
    case .operatorSymbol, .lessThan, .greaterThan: return tokens[index - 1].followsSpace
    case .identifier: return tokenIs(index - 1, "try", "await", "as", "is", "unsafe")
    default: return false
    }
  }

  /// Whether the brace at `index` opens observers or accessors rather than a trailing closure.
  package func isAccessorBlock(at index: Int) -> Bool { accessorName(at: index) != nil }

  /// The word that makes the block at `index` one of accessors.
  func accessorName(at index: Int) -> String? {
    var inside = self
    inside.index = index + 1
    inside.end = Int(tokens[index].match)
    inside.parseAttributesAndModifiers(into: Declaration(kind: .variable))
    guard inside.index < inside.end, tokens[inside.index].kind == .identifier else { return nil }
    let name = text(inside.index)
    let accessors = [
      "get", "set", "willSet", "didSet", "_read", "_modify", "read", "modify", "init", "unsafeAddress",
      "unsafeMutableAddress", "yielding",
    ]
    guard accessors.contains(name) else { return nil }
    switch tokens[inside.index + 1].kind {
    case .leftBrace, .leftParenthesis, .rightBrace, .identifier, .at: return name
    default: return nil
    }
  }

  /// The index behind the generic arguments that open at `index`, if that is what the angle bracket means there:
  /// only types inside, and behind it something that may follow a type in an expression.
  package func genericArgumentsEnd(at start: Int) -> Int? {
    guard let after = indexAfterAngles(from: start) else { return nil }
    for inner in start..<after {
      switch tokens[inner].kind {
      case .string, .regex, .equal, .unknown, .poundIdentifier: return nil
      // Another operator than those that a type can hold.
      case .operatorSymbol where !tokenIs(inner, "&", "?", "!", "??", "~", "-", "..."): return nil
      default: break
      }
    }
    switch tokens[after].kind {
    case .rightParenthesis, .leftBracket, .rightBracket, .leftBrace, .rightBrace, .period, .comma, .semicolon,
      .colon, .endOfFile:
      return after
    default: return tokens[after].startsLine || after >= end || isJoined(after) ? after : nil
    }
  }
}
