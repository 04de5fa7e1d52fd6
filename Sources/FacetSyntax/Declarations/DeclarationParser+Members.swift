// MARK: - Variables, cases, aliases

extension DeclarationParser {
  /// Reads all variables that one `var` or `let` declares, or all cases behind `case`.
  ///
  /// Of a tuple pattern only its place is kept.
  mutating func parseList(_ head: Declaration) -> [Declaration] {
    var result: [Declaration] = []
    while index < end {
      let element = Declaration(like: head)
      element.nameOffset = Int(tokens[index].start)
      if isIdentifier(index) {
        element.name = identifier(index)
        index += 1
      } else if tokens[index].kind == .leftParenthesis, head.kind == .variable {
        index = Int(tokens[index].match) + 1
      } else {
        break
      }
      parseRest(ofElement: element)
      result.append(element)
      guard index < end, tokens[index].kind == .comma else { break }
      index += 1
    }
    return result
  }

  private mutating func parseRest(ofElement element: Declaration) {
    if element.kind == .case, tokens[index].kind == .leftParenthesis, index < end {
      element.parameters = parseParameters(.enumCase)
    } else if element.kind == .variable, tokens[index].kind == .colon, index < end {
      index += 1
      element.type = parseType()
    }
    let hasValue = tokens[index].kind == .equal && index < end
    if hasValue {
      index += 1
      element.value = index
      skipInitialValue()
    }
    guard element.kind == .variable, tokens[index].kind == .leftBrace, index < end else { return }
    let accessor = accessorName(at: index)
    element.isComputed = !hasValue && accessor != "willSet" && accessor != "didSet"
    element.body = skipBody()
  }

  mutating func parseAlias(_ alias: Declaration) {
    parseName(into: alias)
    parseGenericParameters(into: alias)
    if alias.kind == .associatedtype { parseInherited(by: alias) }
    if tokens[index].kind == .equal, index < end {
      index += 1
      alias.type = parseExpectedType()
    } else if alias.kind == .typealias {
      isBroken = true
    }
    parseWhereClause(of: alias)
  }
}

// MARK: - Types and extensions

extension DeclarationParser {
  mutating func parseType(_ type: Declaration) {
    if type.kind == .extension {
      type.nameOffset = Int(tokens[index].start)
      type.name = parseType().text
    } else {
      parseName(into: type)
      parseGenericParameters(into: type)
    }
    parseInherited(by: type)
    parseWhereClause(of: type)
    if tokens[index].kind == .leftBrace, index < end { type.body = index }
    type.members = parseMembers(of: type.kind)
  }

  private mutating func parseName(into declaration: Declaration) {
    guard isIdentifier(index), !declaration.isType || !tokens[index].startsLine else {
      isBroken = true
      return
    }
    declaration.nameOffset = Int(tokens[index].start)
    declaration.name = identifier(index)
    index += 1
  }

  /// Reads the types behind a colon.
  private mutating func parseInherited(by declaration: Declaration) {
    guard tokens[index].kind == .colon, index < end else { return }
    repeat {
      index += 1
      let start = index
      let type = parseType()
      if index > start { declaration.inherited.append(type) }
    } while index < end && tokens[index].kind == .comma
  }
}

// MARK: - Imports

extension DeclarationParser {
  /// Reads `import Module`, `import struct Module.Type`.
  mutating func parseImport(_ result: Declaration) {
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
  }
}
