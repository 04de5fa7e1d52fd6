import FacetSyntax

// MARK: - Reading expressions

extension DeclarationParser {
  private static let wordsInFront: Set<String> = [
    "try", "await", "unsafe", "repeat", "each", "consume", "copy", "any", "some", "borrow", "discard",
  ]

  /// Reads an expression up to a comma, a closing bracket, or the next statement.
  mutating func parseSequence(_ mode: BodyMode = .plain) -> BodySyntax {
    let result = BodySyntax(.sequence, index)
    var hasOperand = false
    loop: while index < end {
      let token = tokens[index]
      if index > result.start, token.startsLine, !continuesExpression(at: index) { break }
      switch token.kind {
      case .comma, .semicolon, .rightParenthesis, .rightBracket, .rightBrace, .endOfFile: break loop
      case .leftBrace where mode == .condition || hasOperand: break loop
      case .poundIdentifier where token.startsLine && isConditionalDirective(): break loop
      case .operatorSymbol, .lessThan, .greaterThan, .equal, .arrow, .colon, .doubleColon:
        result.children.append(parseSymbol())
        hasOperand = false
        continue
      case .identifier:
        if tokenIs(index, "as") || tokenIs(index, "is"), hasOperand {
          result.children.append(parseCast())
          continue
        }
        if hasOperand { break loop }
        if isWordInFront() {
          result.children.append(parseSymbol())
          continue
        }
        if mode == .condition, tokenIs(index, "else") { break loop }
        if tokenIs(index, "if") || tokenIs(index, "switch") || tokenIs(index, "do") {
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
    guard !next.startsLine || tokenIs(index, "try") || tokenIs(index, "await"), index + 1 < end else {
      return false
    }
    switch next.kind {
    case .identifier, .escapedIdentifier, .leftParenthesis, .leftBracket, .period, .leftBrace, .number,
      .string:
      if !next.followsSpace, !next.startsLine { return false }
    case .operatorSymbol where tokenIs(index, "try"): break
    default: return false
    }
    return Self.wordsInFront.contains(text(index))
  }

  private mutating func parseSymbol() -> BodySyntax {
    let result = BodySyntax(.symbol, index)
    let isArrow = isOperator(index, "~") && tokens[index + 1].kind == .greaterThan && isJoined(index + 1)
    let isTry = tokenIs(index, "try")
    index += isArrow ? 2 : 1
    if isTry, tokens[index].kind == .operatorSymbol, isJoined(index) { index += 1 }
    result.end = index
    return result
  }

  private mutating func parseCast() -> BodySyntax {
    let result = BodySyntax(.cast, index)
    index += 1
    if tokens[index].kind == .operatorSymbol, isJoined(index) { index += 1 }
    result.type = index
    skipType()
    result.end = index
    return result
  }

  private mutating func skipStatement() -> BodySyntax {
    let result = BodySyntax(.statement, index)
    while index < end {
      let isBrace = tokens[index].kind == .leftBrace
      skipExpressionToken()
      if isBrace, !tokenIs(index, "else"), !tokenIs(index, "catch") { break }
    }
    result.end = index
    return result
  }

  /// Reads a beginning with all that is joined to it.
  private mutating func parseChain(_ mode: BodyMode) -> BodySyntax {
    let chain = BodySyntax(.chain, index)
    if tokens[index].kind == .period { index += 1 }
    chain.children.append(parseBeginning())
    while index < end {
      let token = tokens[index]
      switch token.kind {
      case .period, .doubleColon:
        index += 1
        guard index < end else { break }
        chain.children.append(parseBeginning())
        continue
      case .leftParenthesis where !token.startsLine:
        let call = BodySyntax(.call, index)
        call.children = parseArguments()
        parseTrailingClosures(of: call, mode)
        chain.children.append(call)
        continue
      case .leftBrace where mode != .condition && chain.children.last?.kind == .name && !token.startsLine:
        let call = BodySyntax(.call, index)
        parseTrailingClosures(of: call, mode)
        guard index > call.start else { break }
        chain.children.append(call)
        continue
      case .leftBracket where !token.startsLine:
        let subscripts = BodySyntax(.subscripts, index)
        subscripts.children = parseArguments()
        subscripts.end = index
        chain.children.append(subscripts)
        continue
      case .operatorSymbol where isMark(index):
        chain.children.append(BodySyntax(.mark, index, to: index + 1))
        index += 1
        continue
      default: break
      }
      break
    }
    chain.end = index
    return chain
  }

  private mutating func parseBeginning() -> BodySyntax {
    let start = index
    let kind: BodySyntax.Kind
    switch tokens[index].kind {
    case .identifier, .escapedIdentifier, .poundIdentifier:
      skipExpressionToken()
      return BodySyntax(tokens[start].kind == .poundIdentifier ? .other : .name, start, to: index)
    case .string, .number, .regex:
      index += 1
      return BodySyntax(.literal, start, to: index)
    case .leftParenthesis: kind = .parentheses
    case .leftBracket: kind = .list
    case .leftBrace:
      index = max(Int(tokens[index].match), index) + 1
      return BodySyntax(.closure, start, to: index)
    default:
      index += 1
      return BodySyntax(.other, start, to: index)
    }
    let result = BodySyntax(kind, start)
    result.children = parseArguments()
    result.end = index
    return result
  }

  /// Reads what the bracket at `index` holds, and moves behind its partner.
  mutating func parseArguments() -> [BodySyntax] {
    let close = max(Int(tokens[index].match), index)
    let outer = end
    end = min(close, end)
    index += 1
    var result: [BodySyntax] = []
    while index < end {
      let start = index
      var label = -1
      if isIdentifier(index), tokens[index + 1].kind == .colon, index + 2 < end {
        label = index
        index += 2
      }
      let argument = parseSequence()
      argument.label = label
      result.append(argument)
      while index < end, tokens[index].kind != .comma { skipExpressionToken() }
      argument.end = min(index, end)
      index = max(index + 1, start + 1)
    }
    end = outer
    index = close + 1
    return result
  }

  private mutating func parseTrailingClosures(of call: BodySyntax, _ mode: BodyMode) {
    var label = -1
    while index < end, mode != .condition, tokens[index].kind == .leftBrace,
      mode != .value || !isAccessorBlock(at: index),
      !tokens[index].startsLine || tokens[index - 1].kind != .rightBrace
    {
      let closure = parseBeginning()
      closure.label = label
      closure.isTrailing = true
      call.children.append(closure)
      label = -1
      if isIdentifier(index), tokens[index + 1].kind == .colon, tokens[index + 2].kind == .leftBrace,
        index + 2 < end
      {
        label = index
        index += 2
      }
    }
    call.end = index
  }
}
