// MARK: - Parameters

extension DeclarationParser {
  /// Where parameters are written: it decides what a single name, or none, means.
  package enum ParameterContext { case function, `subscript`, enumCase, closure }

  /// Reads the list whose parenthesis opens at `index`.
  package mutating func parseParameters(_ context: ParameterContext) -> [Parameter] {
    let close = Int(tokens[index].match)
    let outerEnd = end
    defer {
      end = outerEnd
      index = close + 1
    }
    end = min(end, close)
    index += 1
    var result: [Parameter] = []
    while index < end {
      let start = index
      let parameter = parseParameter(context)
      result.append(parameter)
      if index < end, tokens[index].kind != .comma, !parameter.hasDefault { isBroken = true }
      // Commas in brackets and generic arguments belong to the default value.
      while index < end, tokens[index].kind != .comma { skipExpressionToken() }
      if tokens[index].kind == .comma { index += 1 }
      if index == start { index += 1 }
    }
    return result
  }

  private mutating func parseParameter(_ context: ParameterContext) -> Parameter {
    let start = index
    while tokens[index].kind == .at, index < end { _ = parseAttribute() }
    let names = parseParameterNames()
    guard index < end, tokens[index].kind == .colon, let name = names.last else {
      if context == .closure, let name = names.last { return parameterOfClosure(name) }
      if context != .enumCase { isBroken = true }
      index = start
      let type = parseType()
      return finish(Parameter(label: nil, name: "", type: type))
    }
    index += 1
    let type = parseExpectedType()
    let spelled = identifier(names.count > 1 ? names[names.count - 2] : name)
    let isUnlabeled = spelled == "_" || (names.count == 1 && context == .subscript)
    return finish(
      Parameter(label: isUnlabeled ? nil : spelled, name: identifier(name), type: type))
  }

  /// A parameter of which only the name is written.
  package func parameterOfClosure(_ index: Int) -> Parameter {
    Parameter(label: nil, name: identifier(index), type: TypeReference(text: "", offset: 0))
  }

  /// The one or two names before the colon.
  ///
  /// Words that have a meaning before a type, such as `isolated`, are names here, all but `inout`.
  private mutating func parseParameterNames() -> [Int] {
    var names: [Int] = []
    while isIdentifier(index) {
      names.append(index)
      index += 1
    }
    if names.count > 1, tokens[names[0]].kind == .identifier, tokenIs(names[0], "inout") {
      isBroken = true
      names.removeFirst()
    }
    return names
  }

  private mutating func finish(_ parameter: Parameter) -> Parameter {
    var parameter = parameter
    if index < end, isOperator(index, "...") {
      parameter.isVariadic = true
      index += 1
    }
    if index < end, tokens[index].kind == .equal {
      parameter.hasDefault = true
      index += 1
      parameter.value = index
      parameter.isNilByDefault = index < end && tokenIs(index, "nil")
    }
    return parameter
  }
}
