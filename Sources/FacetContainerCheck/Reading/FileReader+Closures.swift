import FacetSyntax

// MARK: - Closures

extension FileReader {
  /// More closures in one another are not read.
  private static let deepestClosure = 40

  /// Reads a closure, if a call that matters stands in it or takes it, or somebody wants to know what it gives.
  ///
  /// - Parameters:
  ///   - node: The closure.
  ///   - owner: The call that takes it.
  ///   - isWanted: Whether somebody wants to know what it gives.
  ///   - result: The type of what it gives, where it does not say that itself.
  ///   - expected: What is expected of it.
  func readClosure(
    _ node: Expression, of owner: (call: CallFacts, isLink: Bool)? = nil, isWanted: Bool = false,
    result: String? = nil, expected: CallFacts.Context = .none
  ) {
    guard node.closure == nil, owner != nil || isWanted || hasWord(from: node.start, to: node.end),
      closureDepth < Self.deepestClosure
    else { return }
    closureDepth += 1
    defer { closureDepth -= 1 }
    let brace = node.start
    let head = closureHead(brace)
    let scope = addScope(.closure, brace)
    (scope.result, scope.expected) = (head.result ?? result, expected)
    scope.parameters = head.parameters ?? []
    let closure = Expression.Closure(parameters: head.parameters, result: scope.result, scope: scope)
    closure.isAsync = head.isAsync
    if kind(brace + 1) == .at { scope.attributes = [tokens.text(brace + 2)] }
    let inside = Around(scope: scope, owners: around.owners, closure: closure)
    if let owner {
      inside.owners.insert(
        CallFacts.Owner(
          call: owner.call, isCertain: false, parameter: head.parameters?.first?.name ?? "$0",
          isLink: owner.isLink),
        at: 0)
      inside.isCertain = true
    }
    within(inside) {
      addUnknown(captures(of: brace), from: head.body, to: match(brace))
      let ends = readStatements(from: head.body, to: match(brace), result: scope)
      closure.values +=
        ends.count > 1 ? [Expression(.statement, head.body, to: match(brace), children: ends)] : ends
    }
    for index in head.body..<max(head.body, match(brace)) where kind(index) == .identifier {
      let isCalled = kind(index + 1) == .leftParenthesis && tokens.isJoined(index + 1)
      if isCalled || kind(index - 1) == .period { closure.called.insert(tokens.text(index)) }
    }
    node.closure = closure
  }

  /// `[name = value]` in front of the parameters of a closure.
  private func captures(of brace: Int) -> [Int] {
    guard kind(brace + 1) == .leftBracket else { return [] }
    return (brace + 2..<max(brace + 2, match(brace + 1))).filter {
      kind($0 + 1) == .equal && isIdentifier($0)
    }
  }

  /// Notes the use of `$0` and its like.
  func noteName(_ name: Expression) {
    if closure != nil, file.bytes.hold("$", at: offset(name.start)) {
      noteAnonymous(Int(name.text.dropFirst()) ?? 0)
    }
  }

  private func noteAnonymous(_ number: Int) {
    if let closure { closure.highestAnonymous = max(closure.highestAnonymous, number) }
  }

  /// Notes `$0`, `$1`, … in the code of a string.
  func noteAnonymous(inStringAt index: Int) {
    guard closure != nil, kind(index) == .string else { return }
    for part in tokens.text(index).split(separator: "(").dropFirst() where part.contains("$") {
      for piece in part.prefix(while: { $0 != ")" }).split(separator: "$") {
        if let number = Int(piece.prefix { $0.isNumber }) { noteAnonymous(number) }
      }
    }
  }

  /// Reads `[captures] (parameters) -> Result in`, up to the first token of the body.
  private func closureHead(_ brace: Int) -> (
    parameters: [Parameter]?, isAsync: Bool, result: String?, body: Int
  ) {
    let close = match(brace)
    var index = brace + 1
    while kind(index) == .at, isIdentifier(index + 1) { index += 2 }
    if kind(index) == .leftBracket { index = match(index) + 1 }
    parse(from: index, to: close)
    var parameters: [Parameter] = []
    if kind(index) == .leftParenthesis {
      parameters = parser.parseParameters(.closure)
    } else {
      while parser.isIdentifier(parser.index), !["in", "async", "throws"].contains(tokens.text(parser.index))
      {
        parameters.append(parser.parameterOfClosure(parser.index))
        parser.index += 1
        guard kind(parser.index) == .comma else { break }
        parser.index += 1
      }
    }
    let hasParameters = parser.index > brace + 1
    let isAsync = parser.parseEffects().isAsync
    var result: String?
    if parser.index < close, kind(parser.index) == .arrow {
      parser.index += 1
      result = parser.parseType().text
    }
    guard parser.index < close, isWord(parser.index, "in") else { return (nil, false, nil, brace + 1) }
    return (hasParameters ? parameters : nil, isAsync, result, parser.index + 1)
  }
}
