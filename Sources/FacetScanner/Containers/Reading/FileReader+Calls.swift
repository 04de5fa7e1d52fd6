// MARK: - Calls

extension FileReader {
  /// Reads the call of the name at `index`, if it is one.
  mutating func readCall(at index: Int) {
    guard callOfName[index] == nil, !nested.token(index - 1, is: "func"), nested.kind(index - 1) != .at else {
      return
    }
    guard let (arguments, last) = callArguments(at: index) else { return }
    let start = nested.chainStart(index)
    var call = CallFacts(
      name: nested.identifier(index), location: nested.location(index),
      receiver: receiver(from: start, to: index),
      arguments: arguments, scope: scope(around: index))
    readPlace(of: &call, at: index)
    let number = facts.calls.count
    facts.calls.append(call)
    callOfName[index] = (number, false)
    // Closures are read before the links, so that what stands in them comes in the order of the source.
    let end = readChain(of: &call, number, from: last)
    readSurroundings(of: &call, from: start, to: end)
    facts.calls[number] = call
  }

  /// Reads `resolver ~> X.self` and `resolver~>`.
  mutating func readArrow(at index: Int) {
    let start = nested.isIdentifier(index - 1) ? nested.chainStart(index - 1) : index - 1
    var call = CallFacts(
      form: .arrow, name: "resolve", location: nested.location(index),
      receiver: nested.text(from: start, to: index), arguments: [], scope: scope(around: index))
    readPlace(of: &call, at: index)
    var end = index + 2
    let isPostfix = nested.isJoined(index) && (!nested.isJoined(end) || endsOperand(end))
    if !isPostfix {
      let close = nested.parent(index) < 0 ? nested.count - 1 : nested.match(nested.parent(index))
      if nested.kind(end) == .leftParenthesis, nested.kind(nested.match(end) + 1) != .period {
        call.arguments = arguments(inside: end)
        end = nested.match(end) + 1
      } else {
        let first = end
        var parser = nested.parser(from: first, to: close)
        parser.skipType()
        end = max(parser.index, first + 1)
        call.arguments = [CallArgument(label: nil, value: expression(from: first, to: end))]
      }
    }
    readSurroundings(of: &call, from: start, to: end)
    call.isForced = true
    facts.calls.append(call)
  }

  /// Reads `@Name(arguments) var x: X`.
  mutating func readWrapper(at index: Int) {
    var call = CallFacts(
      form: .wrapper, name: nested.identifier(index + 1), location: nested.location(index), receiver: "",
      arguments: [], scope: scope(around: index))
    var next = index + 2
    if nested.kind(next) == .lessThan, nested.isJoined(next) {
      var parser = nested.parser(from: next, to: nested.count - 1)
      next = parser.indexAfterAngles(from: next) ?? next
      parser.index = next
    }
    if nested.kind(next) == .leftParenthesis, nested.isJoined(next) {
      call.arguments = arguments(inside: next)
      next = nested.match(next) + 1
    }
    let limit = next + 12
    while next < limit, !nested.token(next, is: "var"), !nested.token(next, is: "let") {
      if nested.kind(next) == .at, nested.isIdentifier(next + 1) {
        next += 2
        if nested.kind(next) == .leftParenthesis { next = nested.match(next) + 1 }
      } else if nested.isIdentifier(next) || nested.kind(next) == .leftParenthesis {
        next += 1
      } else if nested.kind(next) == .rightParenthesis {
        next += 1
      } else {
        return
      }
    }
    guard nested.isIdentifier(next + 1), nested.kind(next + 2) == .colon else { return }
    var parser = nested.parser(from: next + 3, to: nested.count - 1)
    call.context = .type(parser.parseType().text)
    readPlace(of: &call, at: index)
    facts.calls.append(call)
  }

  private func endsOperand(_ index: Int) -> Bool {
    switch nested.kind(index) {
    case .comma, .rightParenthesis, .rightBrace, .rightBracket, .period, .semicolon, .endOfFile: true
    default: nested[index].startsLine
    }
  }

  private func receiver(from start: Int, to index: Int) -> String {
    nested.kind(index - 1) == .period ? nested.text(from: start, to: index - 1) : ""
  }

  /// The arguments of the call of the name at `index`, and the last token of the call.
  private mutating func callArguments(at index: Int) -> (arguments: [CallArgument], last: Int)? {
    var arguments: [CallArgument] = []
    var last = index
    if nested.kind(index + 1) == .leftParenthesis, nested.isJoined(index + 1) {
      last = nested.match(index + 1)
    }
    let hasParentheses = last > index
    guard hasParentheses || (nested.kind(index + 1) == .leftBrace && !nested[index + 1].startsLine) else {
      return nil
    }
    callOfName[index] = (facts.calls.count, false)
    defer { callOfName[index] = nil }
    if hasParentheses { arguments = self.arguments(inside: index + 1) }
    while nested.kind(last + 1) == .leftBrace, !isStatementBrace(last + 1) {
      arguments.append(CallArgument(label: nil, value: closure(last + 1), isTrailing: true))
      last = nested.match(last + 1)
      if nested.isIdentifier(last + 1), nested.kind(last + 2) == .colon, nested.kind(last + 3) == .leftBrace {
        arguments.append(
          CallArgument(label: nested.identifier(last + 1), value: closure(last + 3), isTrailing: true))
        last = nested.match(last + 3)
      }
    }
    return (arguments, last)
  }

  /// Whether the brace belongs to a statement around, as in `if container.resolve(X.self) != nil {`.
  private mutating func isStatementBrace(_ brace: Int) -> Bool {
    let start = nested.statementStart(brace)
    switch nested.text(start) {
    case "if", "while", "switch", "for": return nested.parent(start) == nested.parent(brace)
    case "func", "init": return true
    default: return nested.kind(brace - 1) == .rightBrace && nested[brace].startsLine
    }
  }

  private mutating func readPlace(of call: inout CallFacts, at index: Int) {
    call.isInCondition = isInCondition
    call.owners = owners(of: index)
  }

  /// Reads `.name(arguments)` behind a call, and returns the last token.
  private mutating func readChain(of call: inout CallFacts, _ number: Int, from last: Int) -> Int {
    var last = last
    while true {
      var next = last + 1
      while nested.isPostfixMark(next) {
        if nested.text(next).hasPrefix("!") { call.isForced = call.isForced || call.chain.isEmpty }
        next += 1
      }
      guard nested.kind(next) == .period, nested.isIdentifier(next + 1), callOfName[next + 1] == nil else {
        return next - 1
      }
      let name = next + 1
      guard let (arguments, end) = chainArguments(at: name, number) else { return next - 1 }
      call.chain.append(
        CallFacts.Link(
          name: nested.identifier(name), location: nested.location(name), arguments: arguments))
      last = end
    }
  }

  private mutating func chainArguments(at name: Int, _ number: Int) -> ([CallArgument], Int)? {
    guard let found = callArguments(at: name) else { return nil }
    callOfName[name] = (number, true)
    return found
  }
}

// MARK: - Around a call

extension FileReader {
  /// What stands around the expression of a call: it may tell the type, and what happens where nothing is found.
  private mutating func readSurroundings(of call: inout CallFacts, from start: Int, to last: Int) {
    var (first, next) = (start, last + 1)
    if call.form == .arrow { next = last }
    while first > 0,
      nested.token(first - 1, is: "try") || nested.token(first - 1, is: "await")
        || (nested.isPostfixMark(first - 1) && nested.token(first - 2, is: "try"))
    {
      if nested.isPostfixMark(first - 1) {
        if nested.token(first - 1, is: "?") { call.isHandled = true } else { call.isForced = true }
        first -= 1
      }
      first -= 1
    }
    if isTolerant(nested.kind(next), next) { call.isHandled = true }
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

  private func argument(of open: Int, at first: Int) -> CallFacts.Context {
    let start = nested.chainStart(lastName(before: open))
    let all = labels(inside: open)
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

// MARK: - Closures around a call

extension FileReader {
  /// The calls in whose closures the token stands, innermost first.
  private mutating func owners(of index: Int) -> [CallFacts.Owner] {
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
