// MARK: - Functions, initializers and subscripts

extension DeclarationParser {
  /// Reads a function, an initializer, a deinitializer or a subscript.
  mutating func parseFunction(_ function: Declaration) {
    if function.kind == .func {
      function.isOperator = !isIdentifier(index)
      parseFunctionName(into: function)
    } else {
      function.name = function.kind.rawValue
    }
    while function.kind == .`init`, isOperator(index, "?") || isOperator(index, "!") {
      function.isFailable = true
      index += 1
    }
    parseGenericParameters(into: function)
    if tokens[index].kind == .leftParenthesis, index < end {
      // The operands of an operator have no labels.
      function.parameters = parseParameters(
        function.isOperator || function.kind == .subscript ? .subscript : .function)
    } else if function.kind == .func {
      isBroken = true
    }
    function.effects = parseEffects()
    if index < end, tokens[index].kind == .arrow {
      index += 1
      function.type = parseExpectedType()
    }
    parseWhereClause(of: function)
    function.body = skipBody()
  }

  /// An operator function's name is the run of symbols; `func <<T>(` is `<` with generic parameters, as the
  /// compiler reads it, while `func << (` is `<<`.
  private mutating func parseFunctionName(into function: Declaration) {
    function.nameOffset = Int(tokens[index].start)
    if isIdentifier(index) {
      function.name = identifier(index)
      index += 1
      return
    }
    let first = index
    while index < end, isSymbol(index), index == first || isJoined(index) { index += 1 }
    if index > first + 1, tokens[index - 1].kind == .lessThan, isIdentifier(index) { index -= 1 }
    if index == first { isBroken = true }
    if index > first { function.name = file.text(Int(tokens[first].start), Int(tokens[index - 1].end)) }
  }

  private func isSymbol(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .operatorSymbol, .lessThan, .greaterThan, .equal, .arrow, .period: true
    default: false
    }
  }

  mutating func parseGenericParameters(into declaration: Declaration) {
    guard tokens[index].kind == .lessThan, let next = indexAfterAngles(from: index) else { return }
    declaration.genericParameters = genericParameterNames(from: index + 1, to: next - 1)
    index = next
  }

  /// The names in a list of generic parameters, without what they must conform to.
  private func genericParameterNames(from start: Int, to end: Int) -> [String] {
    var result: [String] = []
    var index = start
    while index < end {
      // Packs and values have a word in front.
      if tokenIs(index, "each", "let"), isIdentifier(index + 1) { index += 1 }
      if isIdentifier(index) { result.append(identifier(index)) }
      while index < end, tokens[index].kind != .comma {
        switch tokens[index].kind {
        case .leftParenthesis, .leftBracket: index = Int(tokens[index].match) + 1
        case .lessThan: index = indexAfterAngles(from: index) ?? end
        default: index += 1
        }
      }
      index += 1
    }
    return result
  }

  @discardableResult
  package mutating func parseEffects() -> Effects {
    var effects = Effects()
    while index < end, tokens[index].kind == .identifier {
      if tokenIs(index, "async", "reasync") {
        effects.isAsync = true
      } else if tokenIs(index, "rethrows") {
        effects.throwing = .rethrows
      } else if tokenIs(index, "throws") {
        index += 1
        effects.throwing = parseParentheses().map { .typed($0) } ?? .any
        continue
      } else {
        break
      }
      index += 1
    }
    return effects
  }

  /// Reads what the parentheses at `index` hold; `nil` where none open there.
  mutating func parseParentheses() -> String? {
    guard tokens[index].kind == .leftParenthesis, index < end else { return nil }
    let (first, close) = (index + 1, Int(tokens[index].match))
    index = close + 1
    return typeText(from: first, to: close)
  }

  /// Moves behind the braces at `index`, and returns where they open; -1 for none.
  mutating func skipBody() -> Int {
    guard index < end, tokens[index].kind == .leftBrace else { return -1 }
    let body = index
    index = Int(tokens[index].match) + 1
    return body
  }

  /// Moves behind a `where` clause, and notes it.
  mutating func parseWhereClause(of declaration: Declaration) {
    guard index < end, tokenIs(index, "where") else { return }
    declaration.hasWhereClause = true
    index += 1
    while index < end {
      // Each requirement is a type, then `:` or `==`, then a type or a value.
      let first = parseType().text
      guard index < end, tokens[index].kind == .colon || tokens[index].kind == .operatorSymbol else { break }
      let isEqual = isOperator(index, "==")
      index += 1
      if tokens[index].kind == .number {
        index += 1
      } else {
        let second = parseType().text
        if isEqual { declaration.equalTypes.append((first, second)) }
      }
      guard tokens[index].kind == .comma, index < end else { break }
      index += 1
    }
  }
}
