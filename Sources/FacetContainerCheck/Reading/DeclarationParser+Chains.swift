import FacetSyntax

// MARK: - Reading chains of names and calls

extension DeclarationParser {
  /// Reads a beginning with all that is joined to it.
  mutating func parseChain(_ mode: BodyMode) -> Expression {
    let chain = Expression(.chain, index)
    if tokens[index].kind == .period {
      chain.text = "."
      index += 1
    }
    chain.children.append(parseBeginning())
    while index < end {
      let token = tokens[index]
      switch token.kind {
      case .period, .doubleColon:
        index += 1
        guard index < end else { break }
        chain.children.append(parseBeginning())
        continue
      case .leftParenthesis where !token.startsLine:
        chain.children.append(parseCall(mode))
        continue
      case .leftBrace where mode != .condition && chain.children.last?.kind == .name && !token.startsLine:
        let call = Expression(.call, index)
        parseTrailingClosures(of: call, mode)
        guard index > call.start else { break }
        chain.children.append(call)
        continue
      case .leftBracket where !token.startsLine:
        chain.children.append(parseBracket(.subscripts))
        continue
      case .operatorSymbol where isMark(index):
        chain.children.append(Expression(.mark, index, to: index + 1, text: text(index)))
        index += 1
        continue
      default: break
      }
      break
    }
    chain.end = index
    if chain.children.count > 1, chain.children.last?.text == "self" { readMetatype(chain) }
    return chain
  }

  /// Makes `X.self` of a chain, if what stands in front of the last dot can be read as a type.
  private func readMetatype(_ chain: Expression) {
    var inside = self
    (inside.index, inside.end) = (chain.start, chain.end - 2)
    inside.skipType()
    // `type(of: x).self` is no type that can be read.
    guard inside.index >= inside.end, chain.children[1].kind != .call else { return }
    (chain.kind, chain.text) = (.metatype, source(from: chain.start, to: chain.end - 2))
  }

  private mutating func parseCall(_ mode: BodyMode) -> Expression {
    let call = Expression(.call, index)
    if let labels = referenceLabels(), tokens[Int(tokens[index].match) + 1].kind != .leftBrace {
      call.kind = .reference
      call.children = labels.map { _ in Expression(.other, index) }
      for (argument, label) in zip(call.children, labels) { argument.label = label }
      index = Int(tokens[index].match) + 1
      call.end = index
      return call
    }
    call.children = parseArguments()
    parseTrailingClosures(of: call, mode)
    return call
  }

  /// The labels between the parentheses at `index` that hold nothing else: `(a:_:)`.
  private func referenceLabels() -> [String?]? {
    let close = Int(tokens[index].match)
    var result: [String?] = []
    var index = index + 1
    while index < close {
      guard isIdentifier(index), tokens[index + 1].kind == .colon else { return nil }
      result.append(tokenIs(index, "_") ? nil : identifier(index))
      index += 2
    }
    return result.isEmpty ? nil : result
  }

  private mutating func parseBeginning() -> Expression {
    let start = index
    let kind: Expression.Kind
    switch tokens[index].kind {
    case .identifier, .escapedIdentifier:
      skipExpressionToken()
      let name = Expression(.name, start, to: index, text: identifier(start))
      name.generics = source(from: start + 1, to: index)
      return name
    case .string, .number, .regex:
      index += 1
      return Expression(.literal, start, to: index, text: literalText(start))
    case .leftParenthesis: kind = .parentheses
    case .leftBracket: kind = .list
    case .leftBrace:
      index = max(Int(tokens[index].match), index) + 1
      return Expression(.closure, start, to: index)
    default:
      index += 1
      return Expression(.other, start, to: index, text: source(from: start, to: index))
    }
    return parseBracket(kind)
  }

  /// Reads a bracket with what it holds.
  private mutating func parseBracket(_ kind: Expression.Kind) -> Expression {
    let result = Expression(kind, index, children: parseArguments())
    result.end = index
    return result
  }

  /// What a string says, behind a quotation mark; else the type of the literal.
  private func literalText(_ index: Int) -> String {
    let text = text(index)
    switch tokens[index].kind {
    case .regex: return "Regex"
    case .number:
      // `e` is a digit of a hexadecimal number, whose exponent begins with `p`.
      let exponents = text.hasPrefix("0x") ? "pP" : "eE"
      return text.contains { $0 == "." || exponents.contains($0) } ? "Double" : "Int"
    default:
      // One in several lines, or with code in it, is not looked into.
      let isPlain =
        text.utf8.count > 1 && text.hasPrefix("\"") && !text.hasPrefix("\"\"\"") && !text.contains("\\")
      return isPlain ? String(text.dropLast()) : "String"
    }
  }

  /// Reads what the bracket at `index` holds, and moves behind its partner.
  mutating func parseArguments() -> [Expression] {
    let close = max(Int(tokens[index].match), index)
    let outer = end
    end = min(close, end)
    index += 1
    var result: [Expression] = []
    while index < end {
      let start = index
      var label: String?
      if isIdentifier(index), tokens[index + 1].kind == .colon, index + 2 < end {
        label = identifier(index)
        index += 2
      }
      let argument = parseSequence()
      argument.label = label
      result.append(argument)
      while index < end, tokens[index].kind != .comma { skipExpressionToken() }
      argument.end = min(index, end)
      index = max(index + 1, start + 1)
    }
    end = outer
    index = close + 1
    return result
  }

  private mutating func parseTrailingClosures(of call: Expression, _ mode: BodyMode) {
    var label: String?
    while index < end, mode != .condition, tokens[index].kind == .leftBrace,
      mode != .value || !isAccessorBlock(at: index),
      !tokens[index].startsLine || tokens[index - 1].kind != .rightBrace
    {
      let closure = parseBeginning()
      closure.label = label
      closure.isTrailing = true
      call.children.append(closure)
      label = nil
      if isIdentifier(index), tokens[index + 1].kind == .colon, tokens[index + 2].kind == .leftBrace,
        index + 2 < end
      {
        label = identifier(index)
        index += 2
      }
    }
    call.end = index
  }
}
