/// Reads the variables of bodies.
extension FileReader {
  /// The variables that a body declares, not those of the braces in it.
  mutating func locals(of brace: Int) -> [ScopeFacts.Local] {
    let close = nested.match(brace)
    var result: [ScopeFacts.Local] = []
    var index = brace + 1
    while index < close {
      switch nested.kind(index) {
      case .leftParenthesis, .leftBracket, .leftBrace: index = max(nested.match(index), index)
      case .identifier:
        if nested.token(index, is: "let") || nested.token(index, is: "var"), nested.isIdentifier(index + 1) {
          result.append(local(at: index + 1, within: close))
        }
      default: break
      }
      index += 1
    }
    return result
  }

  private mutating func local(at index: Int, within close: Int) -> ScopeFacts.Local {
    var local = ScopeFacts.Local(
      name: nested.identifier(index), type: nil, value: .unknown,
      isConstant: nested.token(index - 1, is: "let"), privateContainer: nil)
    var parser = nested.parser(from: index + 1, to: close)
    if nested.kind(parser.index) == .colon {
      parser.index += 1
      local.type = parser.parseType().text
    }
    if nested.kind(parser.index) == .equal, parser.index < close {
      let start = parser.index + 1
      var end = nested.expressionEnd(from: start, within: close)
      // The value of `guard let x = value else` ends before its `else`.
      for index in start..<end
      where nested.token(index, is: "else") && nested.parent(index) == nested.parent(start) {
        end = index
        break
      }
      local.value = expression(from: start, to: end)
    }
    if case .call("Container", _) = local.value {
      local.privateContainer = privateContainer(at: index, within: close)
    }
    return local
  }
}
