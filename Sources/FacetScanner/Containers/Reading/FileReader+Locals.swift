/// Reads the variables of bodies.
extension FileReader {
  /// The variables that a body declares, not those of the braces in it.
  mutating func locals(of brace: Int) -> [ScopeFacts.Local] {
    let close = nested.match(brace)
    var result = captures(of: brace)
    var index = brace + 1
    while index < close {
      switch nested.kind(index) {
      case .leftBrace: index = max(nested.match(index), index)
      case .leftParenthesis, .leftBracket:
        let end = max(nested.match(index), index)
        result += patternNames(from: index, to: end, visibleTo: close)
        index = end
      case .identifier:
        if nested.token(index, is: "let") || nested.token(index, is: "var") {
          result += locals(introducedAt: index, within: close)
        } else if nested.token(index, is: "for"), nested.kind(index - 1) != .period {
          result += loopNames(at: index, within: close)
        }
      default: break
      }
      index += 1
    }
    return result
  }

  private mutating func locals(introducedAt index: Int, within close: Int) -> [ScopeFacts.Local] {
    if nested.kind(index + 1) == .leftParenthesis {
      let end = nested.match(index + 1)
      return names(from: index + 2, to: end).map { unknown($0, visible: end + 1, to: close) }
    }
    guard nested.isIdentifier(index + 1) else { return [] }
    var result = [local(at: index + 1, within: close)]
    // `let a = 1, b = 2`
    while let next = nextName(behind: result[result.count - 1], from: index, within: close) {
      result.append(local(at: next, within: close))
    }
    return result
  }

  /// The name behind the comma that ends a variable; `nil` for the last one, and for the conditions of a statement.
  private func nextName(behind local: ScopeFacts.Local, from start: Int, within close: Int) -> Int? {
    guard !isCondition(start) else { return nil }
    let end = tokenIndex(atOffset: local.visible.lowerBound)
    guard nested.kind(end) == .comma, nested.isIdentifier(end + 1), end < close else { return nil }
    return end + 1
  }

  private mutating func local(at index: Int, within close: Int) -> ScopeFacts.Local {
    let isCondition = isCondition(index - 1)
    var local = ScopeFacts.Local(
      name: nested.identifier(index), type: nil, value: .unknown,
      isConstant: !nested.token(index - 1, is: "var"), offset: offset(index), visible: 0..<0)
    var parser = nested.parser(from: index + 1, to: close)
    if nested.kind(parser.index) == .colon {
      parser.index += 1
      local.type = parser.parseType().text
    }
    var end = parser.index
    if nested.kind(parser.index) == .equal, parser.index < close {
      let start = parser.index + 1
      end = isCondition ? conditionEnd(from: start, within: close) : valueEnd(from: start, within: close)
      local.value = expression(from: start, to: end)
      if isCondition { local.value = .forced(local.value) }
    } else if isCondition {
      // `if let name` takes what has the same name.
      local.value = .forced(.member([local.name]))
    }
    let last =
      isCondition && !nested.token(nested.statementStart(index), is: "guard")
      ? bodyEnd(from: end, within: close) : close
    local.visible = offset(end)..<max(offset(end), offset(last))
    if case .call("Container", _) = local.value {
      local.privateContainer = privateContainer(at: index, within: close)
    }
    return local
  }

  /// The value of `guard let x = value else` ends before its `else`.
  private func valueEnd(from start: Int, within close: Int) -> Int {
    let end = nested.expressionEnd(from: start, within: close)
    return (start..<end).first {
      nested.token($0, is: "else") && nested.parent($0) == nested.parent(start)
    } ?? end
  }

  // MARK: - Conditions

  /// Whether the `let` or `var` at `index` belongs to the conditions of a statement.
  private func isCondition(_ index: Int) -> Bool {
    switch nested.text(nested.statementStart(index)) {
    case "if", "while", "guard", "else": true
    default: false
    }
  }

  /// A condition ends at the next one, at the body, or at `else`.
  private func conditionEnd(from start: Int, within close: Int) -> Int {
    var index = start
    while index < close {
      switch nested.kind(index) {
      case .comma, .leftBrace: return index
      case .leftParenthesis, .leftBracket: index = max(nested.match(index), index)
      case .identifier where nested.token(index, is: "else"): return index
      default: break
      }
      index += 1
    }
    return close
  }

  /// The end of the body that follows the conditions of a statement.
  private func bodyEnd(from start: Int, within close: Int) -> Int {
    var index = start
    while index < close {
      switch nested.kind(index) {
      case .leftBrace: return nested.match(index)
      case .leftParenthesis, .leftBracket: index = max(nested.match(index), index)
      default: break
      }
      index += 1
    }
    return close
  }

  // MARK: - Names without a type

  /// `[name = value]` in front of the parameters of a closure.
  private func captures(of brace: Int) -> [ScopeFacts.Local] {
    guard nested.kind(brace + 1) == .leftBracket, nested.match(brace + 1) > brace else { return [] }
    let end = nested.match(brace + 1)
    return (brace + 2..<max(brace + 2, end)).filter {
      nested.kind($0 + 1) == .equal && nested.isIdentifier($0) && nested.parent($0) == brace + 1
    }
    .map { unknown($0, visible: end, to: nested.match(brace)) }
  }

  /// `for name in` and `for (one, other) in`.
  private func loopNames(at index: Int, within close: Int) -> [ScopeFacts.Local] {
    var end = index + 1
    while end < close, !nested.token(end, is: "in"), nested.kind(end) != .leftBrace { end += 1 }
    guard nested.token(end, is: "in") else { return [] }
    let last = bodyEnd(from: end, within: close)
    return names(from: index + 1, to: end).map { unknown($0, visible: end, to: last) }
  }

  /// The names in a pattern between parentheses: `case .some(let name)`.
  private func patternNames(from start: Int, to end: Int, visibleTo close: Int) -> [ScopeFacts.Local] {
    var result: [ScopeFacts.Local] = []
    var index = start
    while index < end {
      if nested.kind(index) == .leftBrace {
        index = max(nested.match(index), index)
      } else if nested.token(index, is: "let") || nested.token(index, is: "var"),
        nested.isIdentifier(index + 1)
      {
        result.append(unknown(index + 1, visible: end, to: close))
      }
      index += 1
    }
    return result
  }

  private func names(from start: Int, to end: Int) -> [Int] {
    (start..<max(start, end)).filter { nested.isIdentifier($0) && nested.kind($0 - 1) != .period }
  }

  private func unknown(_ index: Int, visible first: Int, to last: Int) -> ScopeFacts.Local {
    ScopeFacts.Local(
      name: nested.identifier(index), type: nil, value: .unknown, isConstant: true, offset: offset(index),
      visible: offset(first)..<max(offset(first), offset(last)))
  }

  /// Where a token begins in the file.
  func offset(_ index: Int) -> Int { Int(nested[index].start) }
}
