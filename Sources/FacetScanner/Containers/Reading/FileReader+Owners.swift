// MARK: - Closures around a call

extension FileReader {
  /// The calls in whose closures the token stands, innermost first.
  mutating func owners(of index: Int) -> [CallFacts.Owner] {
    var result: [CallFacts.Owner] = []
    var isCertain = true
    var brace = nested.parent(index)
    var inner = index
    while brace >= 0 {
      if isCertain, isSkippable(inner) { isCertain = false }
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
  }

  /// Whether the same statement may pass over the token: `a ?? b`, `c ? a : b`, `a && b`, `if a, b`, `else if a`.
  private func isSkippable(_ index: Int) -> Bool {
    var start = nested.statementStart(index)
    if nested.token(start, is: "else") || nested.token(start, is: "catch") { return true }
    let hasClauses =
      nested.token(start, is: "if") || nested.token(start, is: "guard") || nested.token(start, is: "while")
    while start < index {
      switch nested.kind(start) {
      case .operatorSymbol where !nested.isPostfixMark(start):
        switch nested.text(start) {
        case "??", "?", "&&", "||": return true
        default: break
        }
      case .comma where hasClauses && nested.parent(start) == nested.parent(index): return true
      default: break
      }
      start += 1
    }
    return false
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
