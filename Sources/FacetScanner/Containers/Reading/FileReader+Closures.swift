// MARK: - Closures

extension FileReader {
  mutating func closure(_ brace: Int) -> Expression {
    let scope = scope(of: brace)
    let head = closureHead(brace)
    let close = nested.match(brace)
    var closure = Expression.Closure(
      parameters: head.parameters, highestAnonymous: -1, result: head.result, values: [], scope: scope,
      isAsync: head.isAsync)
    var returns: [Int] = []
    for index in head.body..<max(head.body, close) {
      if nested.kind(index) == .string, !nested.tokens.interpolations.isEmpty,
        innermostClosure(around: index) == brace
      {
        closure.highestAnonymous = max(closure.highestAnonymous, nested.highestAnonymous(inStringAt: index))
      }
      guard nested.kind(index) == .identifier else { continue }
      let first = file.bytes.start[Int(nested[index].start)]
      if first == UInt8(ascii: "$"), innermostClosure(around: index) == brace {
        closure.highestAnonymous = max(closure.highestAnonymous, Int(nested.text(index).dropFirst()) ?? 0)
      } else if first == UInt8(ascii: "a"), isAwait(index), innermostClosure(around: index) == brace {
        closure.isAsync = true
      } else if first == UInt8(ascii: "r"), nested.token(index, is: "return"),
        innermostClosure(around: index) == brace
      {
        returns.append(index)
      }
    }
    for index in returns {
      let end = nested.expressionEnd(from: index + 1, within: nested.match(nested.parent(index)))
      closure.values.append(expression(from: index + 1, to: end))
      closure.handedOn = returns.count == 1 ? handedOn(in: closure, from: index + 1, to: end) : []
    }
    if returns.isEmpty, head.body < close, nested.expressionEnd(from: head.body, within: close) >= close {
      closure.values.append(expression(from: head.body, to: close))
      closure.handedOn = handedOn(in: closure, from: head.body, to: close)
    }
    return .closure(closure)
  }

  /// The names among the arguments of a call that ends at a token, if the closure has parameters to hand on.
  private func handedOn(in closure: Expression.Closure, from start: Int, to end: Int) -> [String?] {
    guard closure.parameters != nil || closure.highestAnonymous >= 0,
      case .call(_, let labels)? = closure.values.last,
      let open = (start..<end).first(where: { nested.kind($0) == .leftParenthesis }),
      nested.match(open) == end - 1
    else { return [] }
    let names = self.labels(inside: open).map { label, start -> String? in
      let value = label == nil ? start : start + 2
      let isAlone = nested.kind(value + 1) == .comma || value + 1 == end - 1
      return nested.isIdentifier(value) && isAlone ? nested.identifier(value) : nil
    }
    return names.count == labels.count ? names : []
  }

  private func isAwait(_ index: Int) -> Bool {
    nested.token(index, is: "await") || nested.token(index, is: "async") && nested.token(index + 1, is: "let")
  }

  /// The brace of the innermost closure or function around a token.
  private mutating func innermostClosure(around index: Int) -> Int {
    var brace = nested.parent(index)
    while brace >= 0 {
      if nested.kind(brace) == .leftBrace {
        let kind = facts.scopes[scope(of: brace)].kind
        if kind != .block { return brace }
      }
      brace = nested.parent(brace)
    }
    return -1
  }

  /// Reads `[captures] (parameters) -> Result in`.
  func closureHead(_ brace: Int) -> ClosureHead {
    let close = nested.match(brace)
    var index = brace + 1
    while nested.kind(index) == .at, nested.isIdentifier(index + 1) { index += 2 }
    if nested.kind(index) == .leftBracket { index = nested.match(index) + 1 }
    var parameters: [Expression.Closure.Parameter] = []
    if nested.kind(index) == .leftParenthesis {
      parameters = closureParameters(inside: index)
      index = nested.match(index) + 1
    } else {
      while nested.isIdentifier(index), !nested.token(index, is: "in"), !nested.token(index, is: "async"),
        !nested.token(index, is: "throws")
      {
        parameters.append(.init(name: nested.identifier(index), type: nil))
        index += 1
        guard nested.kind(index) == .comma else { break }
        index += 1
      }
    }
    var parser = nested.parser(from: index, to: close)
    let effects = parser.index
    parser.skipEffects()
    let isAsync = (effects..<max(effects, parser.index)).contains { nested.token($0, is: "async") }
    var result: String?
    if parser.index < close, nested.kind(parser.index) == .arrow {
      let start = parser.index + 1
      parser.index = start
      parser.skipType()
      result = nested.text(from: start, to: parser.index)
    }
    guard parser.index < close, nested.token(parser.index, is: "in") else {
      return ClosureHead(body: brace + 1)
    }
    return ClosureHead(
      parameters: index > brace + 1 ? parameters : nil, result: result, isAsync: isAsync,
      body: parser.index + 1)
  }

  private func closureParameters(inside open: Int) -> [Expression.Closure.Parameter] {
    let close = nested.match(open)
    var result: [Expression.Closure.Parameter] = []
    var index = open + 1
    while index < close {
      var parser = nested.parser(from: index, to: close)
      while parser.index < close, nested.kind(parser.index) != .comma { parser.skipExpressionToken() }
      let end = parser.index
      var colon = index
      while colon < end, nested.kind(colon) != .colon { colon += 1 }
      if nested.isIdentifier(colon - 1), colon > index {
        let type = colon + 1 < end ? nested.text(from: colon + 1, to: end) : nil
        result.append(.init(name: nested.identifier(colon - 1), type: type))
      }
      index = end + 1
    }
    return result
  }
}

/// What stands in front of the body of a closure.
struct ClosureHead {
  var parameters: [Expression.Closure.Parameter]?
  var result: String?
  var isAsync = false
  /// The first token of the body.
  var body: Int
}
