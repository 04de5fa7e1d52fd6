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
            let head = closureHead(brace)
            if hasExit(from: head.body, to: inner, brace) { isCertain = false }
            result.append(
              CallFacts.Owner(
                call: call, isCertain: isCertain, parameter: head.parameters?.first?.name ?? "$0",
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

  /// Whether an operator of the same statement may pass over the token: `a ?? b`, `c ? a : b`, `a && b`.
  private func isSkippable(_ index: Int) -> Bool {
    var start = nested.statementStart(index)
    while start < index {
      if nested.kind(start) == .operatorSymbol, !nested.isPostfixMark(start) {
        switch nested.text(start) {
        case "??", "?", "&&", "||": return true
        default: break
        }
      }
      start += 1
    }
    return false
  }

  /// Whether the body may be left before it comes to `end`.
  private func hasExit(from start: Int, to end: Int, _ brace: Int) -> Bool {
    var index = start
    while index < end {
      if nested.kind(index) == .identifier {
        let isExit =
          nested.token(index, is: "guard") || nested.token(index, is: "throw")
          || (nested.token(index, is: "return") && nested.parent(index) != brace)
        if isExit { return true }
      }
      index += 1
    }
    return false
  }
}
