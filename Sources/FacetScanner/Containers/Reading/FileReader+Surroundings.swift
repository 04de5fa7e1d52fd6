// MARK: - Around a call

extension FileReader {
  /// What stands around the expression of a call: it may tell the type, and what happens where nothing is found.
  ///
  /// The call ends at `close`, and what the reader knows of the calls behind it at `last`.
  mutating func readSurroundings(of call: inout CallFacts, from start: Int, through close: Int, to last: Int)
  {
    var (first, next) = (start, last + 1)
    if call.form == .arrow { next = last }
    let mark = readEffects(before: &first)
    if mark == "!" { call.isForced = true }
    let rest = max(next, chainEnd(behind: close + 1))
    if mark == "?" || isTolerant(nested.kind(rest), rest) || isTried(around: first) { call.isHandled = true }
    call.isBoundIfThere = isBoundIfThere(first)
    if nested.kind(first - 1) == .operatorSymbol, !nested.isJoined(first), comparesWithNil(first - 1) {
      call.isHandled = true
    }
    if nested.kind(nested.parent(first)) == .leftParenthesis, asksForAbsence(nested.parent(first) - 1) {
      call.isHandled = true
    }
    if call.chain.isEmpty || call.name == "register" || call.name == "autoregister" {
      call.keptAs = variable(before: first)
    }
    guard call.chain.isEmpty else { return }
    if nested.token(next, is: "as") {
      let mark = nested.isPostfixMark(next + 1) ? 1 : 0
      var parser = nested.parser(from: next + 1 + mark, to: nested.count - 1)
      call.context = .type(parser.parseType().text)
      return
    }
    guard endsOperand(next) || nested.kind(next) == .leftBrace || nested.token(next, is: "else") else {
      return
    }
    call.context = context(before: first)
  }

  /// Steps over `try`, `try?`, `try!` and `await` in front of an expression, and gives the mark of the outermost.
  private func readEffects(before first: inout Int) -> String? {
    var mark: String?
    while first > 0,
      nested.token(first - 1, is: "try") || nested.token(first - 1, is: "await")
        || (nested.isPostfixMark(first - 1) && nested.token(first - 2, is: "try"))
    {
      if nested.isPostfixMark(first - 1) {
        mark = nested.text(first - 1)
        first -= 1
      }
      first -= 1
    }
    return mark
  }

  /// Whether the call is an argument of a call that is tried with `try?`.
  private func isTried(around first: Int) -> Bool {
    var open = nested.parent(first)
    while nested.kind(open) == .leftParenthesis, nested.isIdentifier(open - 1) {
      var start = nested.chainStart(open - 1)
      if readEffects(before: &start) == "?" { return true }
      open = nested.parent(start)
    }
    return false
  }

  /// Whether `if let` or `while let` asks for the expression that begins at `first`; `guard` asks for what has to be there.
  private func isBoundIfThere(_ first: Int) -> Bool {
    guard nested.kind(first - 1) == .equal else { return false }
    let start = nested.statementStart(first)
    guard ["if", "while", "else"].contains(nested.text(start)) else { return false }
    var index = first - 2
    while index > start, !nested.token(index, is: "let"), !nested.token(index, is: "var") {
      // What stands between is a name and its type.
      if nested.kind(index) == .comma || nested.kind(index) == .equal { return false }
      index -= 1
    }
    return index > start
  }

  /// Where the optional chain ends that begins at `next`: behind `?.name`, `?.make()`, `?[0]`.
  private func chainEnd(behind next: Int) -> Int {
    guard nested.isPostfixMark(next), nested.token(next, is: "?") else { return next }
    var index = next + 1
    while true {
      if nested.kind(index) == .period, nested.isIdentifier(index + 1) {
        index += 2
      } else if nested.kind(index) == .leftParenthesis || nested.kind(index) == .leftBracket,
        !nested[index].startsLine, nested.match(index) > index
      {
        index = nested.match(index) + 1
      } else if nested.isPostfixMark(index) {
        index += 1
      } else {
        return index
      }
    }
  }

  private func isTolerant(_ kind: Token.Kind, _ index: Int) -> Bool {
    kind == .operatorSymbol && !nested.isPostfixMark(index)
      && (nested.token(index, is: "??") || nested.token(index, is: "!=") || nested.token(index, is: "==")
        || nested.token(index, is: "==="))
  }

  private func comparesWithNil(_ index: Int) -> Bool {
    (nested.token(index, is: "!=") || nested.token(index, is: "==")) && nested.token(index - 1, is: "nil")
  }

  private func asksForAbsence(_ index: Int) -> Bool {
    nested.token(index, is: "XCTAssertNil") || nested.token(index, is: "XCTAssertThrowsError")
  }

  /// The variable to which the expression that begins at `first` is given.
  private func variable(before first: Int) -> String? {
    guard nested.kind(first - 1) == .equal, nested.isIdentifier(first - 2) else { return nil }
    return nested.identifier(first - 2)
  }

  private mutating func context(before first: Int) -> CallFacts.Context {
    let before = first - 1
    let open = nested.parent(first)
    switch nested.kind(before) {
    case .equal: return assignment(at: before)
    case .colon where nested.isIdentifier(before - 1), .leftParenthesis, .comma:
      guard open >= 0, nested.kind(open) == .leftParenthesis,
        nested.isIdentifier(open - 1)
          || nested.kind(open - 1) == .greaterThan
      else { return .none }
      return argument(of: open, at: first)
    case .leftBrace where nested.kind(open) == .leftBrace: return result(of: open, from: first)
    default: break
    }
    let isReturn = nested.token(before, is: "return")
    if isReturn || nested.token(before, is: "in") || nested[first].startsLine {
      guard open >= 0, nested.kind(open) == .leftBrace else { return .none }
      return isReturn ? returned(from: open) : result(of: open, from: first)
    }
    return .none
  }

  /// `return` gives its value to the function or closure around.
  private mutating func returned(from brace: Int) -> CallFacts.Context {
    var scope = scope(of: brace)
    while facts.scopes[scope].kind == .block { scope = facts.scopes[scope].parent }
    return .result(scope: scope)
  }

  /// The only expression of a body is its result.
  private mutating func result(of brace: Int, from first: Int) -> CallFacts.Context {
    let scope = scope(of: brace)
    let kind = facts.scopes[scope].kind
    if kind == .block, nested.token(brace - 1, is: "get") {
      return isWhole(brace, first) ? .result(scope: facts.scopes[scope].parent) : .none
    }
    guard kind != .block, kind != .type, kind != .extension else { return .none }
    return isWhole(brace, first) ? .result(scope: scope) : .none
  }

  private func isWhole(_ brace: Int, _ first: Int) -> Bool {
    let close = nested.match(brace)
    let body = closureHead(brace).body
    var start = body
    while nested.token(start, is: "try") || nested.token(start, is: "await") || nested.isPostfixMark(start) {
      start += 1
    }
    return start == first && nested.expressionEnd(from: body, within: close) >= close
  }

  private func assignment(at equal: Int) -> CallFacts.Context {
    let start = nested.statementStart(equal)
    for index in stride(from: equal - 1, through: start, by: -1) where nested.kind(index) == .colon {
      guard nested.isIdentifier(index - 1), nested.parent(index) == nested.parent(equal) else { continue }
      return .type(nested.text(from: index + 1, to: equal))
    }
    var names: [String] = []
    var index = equal - 1
    while nested.isIdentifier(index) {
      names.insert(nested.identifier(index), at: 0)
      guard nested.kind(index - 1) == .period else {
        let isNew = nested.token(index - 1, is: "let") || nested.token(index - 1, is: "var")
        return isNew ? .none : .variable(names)
      }
      index -= 2
    }
    return .none
  }

  /// A call with more arguments has a list as its parameter, which tells nothing of one of them.
  private static let mostArguments = 100

  mutating func argument(of open: Int, at first: Int) -> CallFacts.Context {
    let all = labelsOfParenthesis[open] ?? labels(inside: open)
    labelsOfParenthesis[open] = all
    guard all.count <= Self.mostArguments else { return .none }
    let start = nested.chainStart(lastName(before: open))
    guard let index = all.lastIndex(where: { $0.start <= first }) else { return .none }
    var labels = all.map(\.label)
    var next = nested.match(open) + 1
    while nested.kind(next) == .leftBrace, !nested[next].startsLine {
      labels.append("{")
      next = nested.match(next) + 1
    }
    return .argument(callee: nested.text(from: start, to: open), labels: labels, index: index)
  }

  /// The name in front of a parenthesis, and of the generic arguments before it.
  private func lastName(before open: Int) -> Int {
    var index = open - 1
    guard nested.kind(index) == .greaterThan else { return index }
    var depth = 0
    while index > 0 {
      if nested.kind(index) == .greaterThan { depth += 1 }
      if nested.kind(index) == .lessThan { depth -= 1 }
      index -= 1
      if depth == 0 { break }
    }
    return index
  }
}
