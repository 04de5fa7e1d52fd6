import FacetGraph

// MARK: - What cannot be read

extension DeclarationParser {
  /// Notes that something else was expected at the token at `place`.
  mutating func note(_ message: String, at place: Int? = nil, isUnderstood: Bool) {
    // The compiler may leave such a region alone, so that it need not be Swift.
    let isAsked = !conditions.contains { $0.text.contains("swift(") || $0.text.contains("compiler(") }
    guard isAsked else { return }
    slips.append(
      Slip(message: message, offset: Int(tokens[place ?? index].start), isUnderstood: isUnderstood))
  }

  /// Reads something and gives the slips in it to the first declaration that comes of it.
  mutating func notingSlips(_ read: (inout DeclarationParser) -> [Declaration]) -> [Declaration] {
    let outer = slips
    slips = []
    var result = read(&self)
    if result.isEmpty {
      slips = outer + slips
    } else {
      result[0].slips = slips
      slips = outer
    }
    return result
  }

  /// Notes, among the members of a type, that no declaration begins here.
  mutating func noteNoDeclaration() {
    guard enclosing != nil else { return }
    let word = text(index).prefix(40).prefix { $0 != "\n" }
    let message =
      tokens[index].startsLine || tokens[index - 1].kind == .leftBrace || tokens[index - 1].kind == .semicolon
      ? "expected a declaration, not '\(word)'" : "expected a new line or ';' in front of '\(word)'"
    note(message, isUnderstood: false)
  }

  /// The kind of declaration that was meant by a word that begins none, if what follows makes that clear, and what is
  /// to be said about it.
  func misspelledIntroducer() -> (kind: Declaration.Kind, slip: String?)? {
    guard tokens[index].kind == .identifier, isIdentifier(index + 1), !tokens[index + 1].startsLine else {
      return nil
    }
    let types: [(word: String, kind: Declaration.Kind)] = [
      ("enum", .enum), ("struct", .struct), ("class", .class), ("actor", .actor),
    ]
    let variables: [(word: String, kind: Declaration.Kind)] = [("let", .variable), ("var", .variable)]
    let meant: [(word: String, kind: Declaration.Kind)]
    switch tokens[index + 2].kind {
    case .leftParenthesis where enclosing != nil: meant = [("func", .func)]
    case .equal where enclosing != nil: meant = [("typealias", .typealias)] + variables
    case .colon where enclosing != nil: meant = variables + types
    case .leftBrace where enclosing != nil: meant = types
    // At file level there may be statements, of which none begins like this.
    case .colon where enclosing == nil, .leftBrace where enclosing == nil:
      meant = [("extension", .extension)] + types
    case .period where enclosing == nil: meant = [("extension", .extension)]
    default: return nil
    }
    let word = text(index)
    guard let near = Spelling.nearest(to: word, in: meant.map(\.word)),
      let kind = meant.first(where: { $0.word == near })?.kind
    else { return nil }
    return (kind, "expected a declaration, not '\(word)'; did you mean '\(near)'?")
  }
}

// MARK: - Types that are missing

extension DeclarationParser {
  /// Reads a type and notes if there is none.
  mutating func parseExpectedType(_ place: String) -> TypeReference {
    // An attribute on a line of its own may belong to the type.
    guard !(tokens[index].startsLine && tokens[index].kind == .identifier && beginsDeclaration(at: index))
    else {
      note("expected a type \(place)", at: index - 1, isUnderstood: false)
      return TypeReference(text: "", offset: Int(tokens[index - 1].end))
    }
    let start = index
    let type = parseType()
    if index == start { note("expected a type \(place)", isUnderstood: false) }
    return type
  }

  /// Reads what an alias stands for, where no `=` is in front of it.
  mutating func parseTypeWithoutEqual() -> TypeReference? {
    let name = text(index - 1)
    guard index < end, !tokens[index].startsLine, tokens[index].kind == .colon || isIdentifier(index) else {
      note("expected '=' and a type behind '\(name)'", at: index - 1, isUnderstood: false)
      return nil
    }
    note("expected '=' behind '\(name)'", isUnderstood: true)
    if tokens[index].kind == .colon { index += 1 }
    return parseType()
  }

  /// Notes a parameter that has no colon, or nothing but a name.
  mutating func noteMissingType(_ names: [Int]) {
    guard let last = names.last else {
      note("expected the name of a parameter", isUnderstood: false)
      return
    }
    let isType = names.count > 1
    note(
      isType
        ? "expected ':' behind '\(text(names[names.count - 2]))'" : "parameter '\(text(last))' needs a type",
      at: last, isUnderstood: false)
  }

  mutating func noteMissingComma(after parameter: Parameter) {
    guard index < end, !parameter.hasDefault, !parameter.name.isEmpty, isIdentifier(index) else { return }
    note("expected ',' in front of '\(text(index))'", isUnderstood: false)
  }
}

// MARK: - Results and effects

extension DeclarationParser {
  /// Moves behind the arrow of a result and tells whether there is a result, with an arrow or without.
  mutating func skipArrow() -> Bool {
    guard index < end else { return false }
    let token = tokens[index]
    if token.kind == .arrow {
      index += 1
      return true
    }
    if isOperator(index, "-"), tokens[index + 1].kind == .greaterThan {
      note("expected '->', without a space between '-' and '>'", isUnderstood: true)
      index += 2
      return true
    }
    if token.kind == .colon || isOperator(index, "=>")
      || (token.kind == .equal && tokens[index + 1].kind == .greaterThan)
    {
      note("expected '->' in front of the result", isUnderstood: true)
      index += token.kind == .equal ? 2 : 1
      return true
    }
    let mayBeType = isIdentifier(index) || token.kind == .leftBracket || token.kind == .leftParenthesis
    guard mayBeType, !token.startsLine, !tokenIs(index, "where") else { return false }
    note("expected '->' in front of the result '\(text(index))…'", isUnderstood: true)
    return true
  }

  /// Passes over a word in front of the arrow that is no effect.
  mutating func skipMisspelledEffect(into function: inout Declaration) {
    guard index < end, tokens[index].kind == .identifier, !tokens[index].startsLine,
      tokens[index + 1].kind == .arrow || tokens[index + 1].kind == .leftBrace
    else { return }
    let word = text(index)
    guard let near = Spelling.nearest(to: word, in: ["throws", "async", "rethrows"]) else { return }
    note("expected '->', not '\(word)'; did you mean '\(near)'?", isUnderstood: true)
    if near == "async" { function.effects.isAsync = true } else { function.effects.throwing = .any }
    index += 1
  }

  /// Reads effects that stand behind the result, and notes that they should not.
  mutating func parseLateEffects(into function: inout Declaration) {
    guard function.type != nil, index < end, !tokens[index].startsLine,
      tokenIs(index, "throws") || tokenIs(index, "async") || tokenIs(index, "rethrows")
    else { return }
    note("'\(text(index))' must stand in front of '->'", isUnderstood: true)
    let late = parseEffects()
    if late.isAsync { function.effects.isAsync = true }
    if late.throwing != .never { function.effects.throwing = late.throwing }
  }
}
