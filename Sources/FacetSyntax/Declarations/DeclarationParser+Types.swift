// MARK: - Types

extension DeclarationParser {
  /// Of what is nested more deeply, only the end is found.
  static let deepestType = 40
  private static let typeSpecifiers: Set<String> = [
    "inout", "borrowing", "consuming", "sending", "isolated", "_const", "__owned", "__shared", "some", "any",
    "each", "repeat", "nonisolated", "_resultDependsOnSelf",
  ]

  /// Reads a type and returns it as text.
  package mutating func parseType() -> TypeReference {
    let start = index
    skipType()
    return TypeReference(text: typeText(from: start, to: index), offset: Int(tokens[start].start))
  }

  /// Reads a type that has to be there; a declaration on the next line is none.
  mutating func parseExpectedType() -> TypeReference {
    let start = index
    if !tokens[index].startsLine || introducer(at: index) == nil && !isModifier(at: index) { skipType() }
    if index == start { isBroken = true }
    return TypeReference(text: typeText(from: start, to: index), offset: Int(tokens[start].start))
  }

  /// Moves behind the type that begins at `index`.
  package mutating func skipType() { _ = parseTypeSyntax(Self.deepestType) }

  /// Moves over attributes and words such as `any`.
  package mutating func skipTypePrefix() {
    while index < end {
      if tokens[index].kind == .at {
        index += 1
        if isIdentifier(index) { index += 1 }
        while tokens[index].kind == .period, isIdentifier(index + 1) { index += 2 }
        skipTypeAttributeArguments()
      } else if isOperator(index, "~") {
        index += 1
      } else if tokens[index].kind == .lessThan {
        // A result with generic parameters of its own: `-> <T> T`.
        guard let next = indexAfterAngles(from: index) else { return }
        index = next
      } else if tokens[index].kind == .identifier, Self.typeSpecifiers.contains(text(index)) {
        var next = index + 1
        if tokenIs(index, "nonisolated"), tokens[next].kind == .leftParenthesis {
          next = Int(tokens[next].match) + 1
        }
        // `each`, `any` and the like may also be the names of types.
        guard next < end, !tokens[next].startsLine, mayBeginType(next) else { return }
        index = next
      } else {
        return
      }
    }
  }

  private func mayBeginType(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .identifier, .escapedIdentifier, .leftParenthesis, .leftBracket, .at: true
    default: isOperator(index, "~")
    }
  }

  /// `@convention(c) (A) -> B` has arguments; `@escaping (A) -> B` and `@autoclosure() -> B` have none.
  private mutating func skipTypeAttributeArguments() {
    guard tokens[index].kind == .leftParenthesis, isJoined(index), index < end else { return }
    let start = index
    index = Int(tokens[index].match) + 1
    let afterArguments = index
    parseEffects()
    index = tokens[index].kind == .arrow ? start : afterArguments
  }

  /// Whether the token is an operator of nothing but `!` and `?`, put behind an operand.
  package func isMark(_ index: Int) -> Bool {
    tokens[index].kind == .operatorSymbol && isJoined(index) && isPostfixOfType(tokens[index])
  }

  /// Whether the operator consists of `?` and `!` only.
  private func isPostfixOfType(_ token: Token) -> Bool {
    for offset in token.start..<token.end {
      let byte = file.bytes.start[Int(offset)]
      if byte != UInt8(ascii: "?"), byte != UInt8(ascii: "!") { return false }
    }
    return true
  }

  package func isOperator(_ index: Int, _ symbol: StaticString) -> Bool {
    index < end && tokens[index].kind == .operatorSymbol && tokenIs(index, symbol)
  }

  /// The index behind the `>` that closes the `<` at `start`, or `nil` where none does.
  package func indexAfterAngles(from start: Int) -> Int? {
    var depth = 0
    var index = start
    while index < end {
      switch tokens[index].kind {
      case .lessThan: depth += 1
      case .greaterThan:
        depth -= 1
        if depth == 0 { return index + 1 }
      case .leftParenthesis, .leftBracket: index = Int(tokens[index].match)
      case .leftBrace, .rightBrace, .rightParenthesis, .rightBracket, .semicolon: return nil
      default: break
      }
      index += 1
    }
    return nil
  }

  /// The text of the tokens, spaced the same way however it was written.
  func typeText(from start: Int, to end: Int) -> String {
    var result = ""
    var index = start
    var last = Token.Kind.semicolon
    while index < end {
      let token = tokens[index]
      let isWord = Self.isWord(token.kind)
      let needsSpace =
        (isWord && (Self.isWord(last) || last == .rightParenthesis || last == .greaterThan))
        || last == .comma || last == .colon || token.kind == .arrow || last == .arrow || token.kind == .equal
        || last == .equal || (token.kind == .at && (Self.isWord(last) || last == .rightParenthesis))
        || (token.kind == .leftParenthesis && token.followsSpace
          && (Self.isWord(last) || last == .rightParenthesis))
        || (token.kind == .operatorSymbol && !isPostfixOfType(token) && token.followsSpace)
        || (last == .operatorSymbol && token.followsSpace && !isPostfixOfType(tokens[index - 1]))
        || (isOperator(index, "&") || (index > start && isOperator(index - 1, "&")))
      if needsSpace, !result.isEmpty { result += " " }
      result += text(index)
      last = token.kind
      index += 1
    }
    return result
  }

  private static func isWord(_ kind: Token.Kind) -> Bool {
    switch kind {
    case .identifier, .escapedIdentifier, .number, .string, .regex, .poundIdentifier: true
    default: false
    }
  }
}
