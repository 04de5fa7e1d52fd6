// MARK: - Closures around a call

extension FileReader {
  /// The calls in whose closures the token stands, innermost first.
  mutating func owners(of index: Int) -> [CallFacts.Owner] {
    var result: [CallFacts.Owner] = []
    var isCertain = true
    var brace = nested.parent(index)
    var inner = index
    while true {
      if isCertain, isSkippable(inner) { isCertain = false }
      if brace < 0 { break }
      if nested.kind(brace) == .leftBrace {
        let scope = facts.scopes[scope(of: brace)]
        switch scope.kind {
        case .block: isCertain = false
        case .closure:
          if let (_, name) = scope.call, let (call, isLink) = callOfName[name] {
            if firstExit(of: brace) < inner { isCertain = false }
            result.append(
              CallFacts.Owner(
                call: call, isCertain: isCertain, parameter: scope.parameters.first?.name ?? "$0",
                isLink: isLink))
          }
          isCertain = false
        default: return result
        }
      }
      inner = brace
      brace = nested.parent(brace)
    }
    return result
      + around.owners.map { owner in
        var owner = owner
        owner.isCertain = owner.isCertain && isCertain
        return owner
      }
  }

  /// The calls in whose parentheses the token stands, innermost first, up to the closure around.
  ///
  /// Each of them may take the argument as a closure that it runs later.
  mutating func argumentPlaces(of index: Int) -> [CallFacts.Context] {
    var result: [CallFacts.Context] = []
    var inner = index
    var open = nested.parent(index)
    while open >= 0 {
      if nested.kind(open) == .leftBrace { return result }
      let isCalled =
        nested.isIdentifier(open - 1) && !nested.isKeyword(open - 1) || nested.kind(open - 1) == .greaterThan
      if nested.kind(open) == .leftParenthesis, isCalled { result.append(argument(of: open, at: inner)) }
      inner = open
      open = nested.parent(open)
    }
    return result + around.passedTo
  }

  /// Whether the same statement may pass over the token: `a ?? b`, `c ? a : b`, `a && b`, `if a, b`, `else if a`.
  private mutating func isSkippable(_ index: Int) -> Bool {
    let start = nested.statementStart(index)
    var known = skips[start] ?? StatementSkips(checked: start)
    let result = known.reaches(index) { isSkip($0, from: start) }
    skips[start] = known
    return result
  }

  /// Whether a statement need not go on behind the token.
  private func isSkip(_ index: Int, from start: Int) -> Bool {
    switch nested.kind(index) {
    case .operatorSymbol where !nested.isPostfixMark(index):
      // Any other operator may take what is behind it as a closure.
      return !Self.eagerOperators.contains(nested.text(index))
    case .comma where nested.parent(index) == nested.parent(start):
      return ["if", "guard", "while"].contains(nested.text(start))
    case .identifier:
      if nested.token(index, is: "lazy") { return nested.token(index + 1, is: "var") }
      return index == start && (nested.token(index, is: "else") || nested.token(index, is: "catch"))
    case .at: return isWrapper(index)
    default: return false
    }
  }

  private static let eagerOperators: Set<String> = [
    "+", "-", "*", "/", "%", "==", "!=", "===", "!==", "..", "...", "!", "&", "|", "^", "~", "+=", "-=",
  ]

  /// Whether the attribute stands in front of a variable, whose value it may ask for later.
  private func isWrapper(_ index: Int) -> Bool {
    var next = index + 2
    if nested.kind(next) == .leftParenthesis, nested.isJoined(next) { next = nested.match(next) + 1 }
    return nested.token(next, is: "var") || nested.token(next, is: "let")
  }

  /// The first token in the body of a closure that may not be reached.
  private mutating func firstExit(of brace: Int) -> Int {
    if let known = exits[brace] { return known }
    let close = nested.match(brace)
    var index = closureHead(brace).body
    while index < close, !isExit(index, of: brace) { index += 1 }
    // The condition of a `guard` is asked before it can lead outside.
    if nested.token(index, is: "guard"), nested.parent(index) == brace {
      while index < close, !nested.token(index, is: "else") || nested.parent(index) != brace { index += 1 }
    }
    exits[brace] = index
    return index
  }

  private func isExit(_ index: Int, of brace: Int) -> Bool {
    guard nested.kind(index) == .identifier else { return false }
    return nested.token(index, is: "guard") || nested.token(index, is: "throw")
      || (nested.token(index, is: "return") && nested.parent(index) != brace)
  }
}

/// What is known of the tokens of a statement, such as those behind which it need not go on.
struct StatementSkips {
  /// Where nobody has looked yet.
  var checked: Int
  var first: Int?

  /// Whether such a token stands in front of another one.
  mutating func reaches(_ index: Int, _ isOne: (Int) -> Bool) -> Bool {
    while first == nil, checked < index {
      if isOne(checked) { first = checked }
      checked += 1
    }
    return first.map { $0 < index } ?? false
  }
}
