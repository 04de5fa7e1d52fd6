// MARK: - Variables, cases, aliases

extension DeclarationParser {
  /// Reads all variables that one `var` or `let` declares.
  ///
  /// Of a tuple pattern only its place is kept.
  mutating func parseVariables(_ head: Declaration) -> [Declaration] {
    var result: [Declaration] = []
    while index < end {
      var variable = head
      variable.nameOffset = Int(tokens[index].start)
      if isIdentifier(index) {
        variable.name = identifier(index)
        index += 1
      } else if tokens[index].kind == .leftParenthesis {
        index = Int(tokens[index].match) + 1
      } else {
        break
      }
      parseVariableRest(&variable)
      result.append(variable)
      guard index < end, tokens[index].kind == .comma else { break }
      index += 1
    }
    return result
  }

  private mutating func parseVariableRest(_ variable: inout Declaration) {
    if tokens[index].kind == .colon, index < end {
      index += 1
      variable.type = parseType()
    }
    let hasValue = tokens[index].kind == .equal && index < end
    if hasValue {
      index += 1
      variable.value = index
      skipInitialValue()
    }
    guard tokens[index].kind == .leftBrace, index < end else { return }
    let accessor = accessorName(at: index)
    variable.isComputed = !hasValue && accessor != "willSet" && accessor != "didSet"
    variable.body = skipBody()
  }

  mutating func parseCases(_ head: Declaration) -> [Declaration] {
    var result: [Declaration] = []
    while isIdentifier(index) {
      var element = head
      element.nameOffset = Int(tokens[index].start)
      element.name = identifier(index)
      index += 1
      if tokens[index].kind == .leftParenthesis, index < end {
        element.parameters = parseParameters(.enumCase)
      }
      if tokens[index].kind == .equal, index < end {
        index += 1
        element.value = index
        skipInitialValue()
      }
      result.append(element)
      guard index < end, tokens[index].kind == .comma else { break }
      index += 1
    }
    return result
  }

  mutating func parseAlias(_ head: Declaration) -> Declaration {
    var alias = head
    parseName(into: &alias)
    parseGenericParameters(into: &alias)
    if tokens[index].kind == .colon, index < end, alias.kind == .associatedtype {
      alias.inherited = parseInherited()
    }
    if tokens[index].kind == .equal, index < end {
      index += 1
      alias.type = parseExpectedType()
    } else if alias.kind == .typealias {
      isBroken = true
    }
    alias.hasWhereClause = skipWhereClause()
    return alias
  }
}

// MARK: - Types and extensions

extension DeclarationParser {
  mutating func parseType(_ head: Declaration) -> Declaration {
    var type = head
    parseName(into: &type)
    parseGenericParameters(into: &type)
    if tokens[index].kind == .colon, index < end { type.inherited = parseInherited() }
    type.hasWhereClause = skipWhereClause()
    if tokens[index].kind == .leftBrace, index < end { type.body = index }
    type.members = parseMembers(of: type.kind)
    return type
  }

  mutating func parseExtension(_ head: Declaration) -> Declaration {
    var result = head
    result.nameOffset = Int(tokens[index].start)
    result.name = parseType().text
    if tokens[index].kind == .colon, index < end { result.inherited = parseInherited() }
    result.hasWhereClause = skipWhereClause()
    if tokens[index].kind == .leftBrace, index < end { result.body = index }
    result.members = parseMembers(of: .extension)
    return result
  }

  mutating func parseName(into declaration: inout Declaration) {
    guard isIdentifier(index), !declaration.isType || !tokens[index].startsLine else {
      isBroken = true
      return
    }
    declaration.nameOffset = Int(tokens[index].start)
    declaration.name = identifier(index)
    index += 1
  }

  /// Reads the types behind the colon at `index`.
  private mutating func parseInherited() -> [TypeReference] {
    var result: [TypeReference] = []
    repeat {
      index += 1
      let start = index
      let type = parseType()
      if index > start { result.append(type) }
    } while index < end && tokens[index].kind == .comma
    return result
  }
}

// MARK: - Imports

extension DeclarationParser {
  /// Reads `import Module`, `import struct Module.Type`.
  mutating func parseImport(_ head: Declaration) -> Declaration {
    var result = head
    if isIdentifier(index), isIdentifier(index + 1), !tokens[index + 1].startsLine {
      result.importKind = text(index)
      index += 1
    }
    let start = index
    result.nameOffset = Int(tokens[index].start)
    while isIdentifier(index) || (tokens[index].kind == .operatorSymbol && isJoined(index)) {
      index += 1
      guard tokens[index].kind == .period, isJoined(index) else { break }
      index += 1
    }
    result.name = typeText(from: start, to: index)
    return result
  }
}
