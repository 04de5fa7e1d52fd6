import FacetSyntax

// MARK: - Statements

extension FileReader {
  /// Reads the statements between two tokens.
  ///
  /// - Parameters:
  ///   - start: The first token.
  ///   - close: The token that ends them.
  ///   - container: The path of the type around, if others can see what is declared; `nil` in a body.
  ///   - result: The scope that gives the value of the only statement.
  func readStatements(from start: Int, to close: Int, in container: String? = nil, result: Int? = nil) {
    let outer = statement
    var index = start
    while index < close {
      statement = index
      index = max(readStatement(at: index, to: close, container, index == start ? result : nil), index + 1)
    }
    statement = outer
  }

  /// Reads one statement and returns the token behind it.
  private func readStatement(at index: Int, to close: Int, _ container: String?, _ result: Int?) -> Int {
    switch kind(index) {
    case .semicolon, .rightBrace, .comma: return index + 1
    case .poundIdentifier where isDirective(index):
      if isWord(index, "#if") { conditionDepth += 1 }
      if isWord(index, "#endif") { conditionDepth -= 1 }
      var next = index + 1
      while next < close, !tokens[next].startsLine { next += 1 }
      return next
    case .at, .identifier:
      if let next = readWord(at: index, to: close) { return next }
      parse(from: index, to: close)
      if let declared = parser.parseDeclaration() {
        let next = parser.index
        for declaration in declared { declare(declaration, in: container, to: close) }
        return next
      }
    case .escapedIdentifier where kind(index + 1) == .colon: return index + 2
    default: break
    }
    return readExpression(at: index, to: close, result)
  }

  private func isDirective(_ index: Int) -> Bool {
    parse(from: index)
    return kind(index) == .poundIdentifier && parser.isConditionalDirective()
  }

  /// Reads the expression at `index`, which gives the result of a scope if it is returned, or the whole of a body.
  private func readExpression(at index: Int, to close: Int, _ result: Int?, isReturned: Bool = false) -> Int {
    parse(from: index, to: close)
    let sequence = parser.parseSequence()
    let next = parser.index
    guard let result, isReturned || next >= close else {
      read(sequence)
      return next
    }
    read(sequence, Expected(context: .result(scope: result)))
    if let closure {
      closure.values.append(expression(sequence))
      if !hasPlainArguments(sequence) { closure.hasPlainArguments = false }
    }
    return next
  }

  /// Reads a statement that begins with a word of its own; `nil` for any other.
  private func readWord(at index: Int, to close: Int) -> Int? {
    guard kind(index) == .identifier else { return nil }
    let next = index + 1
    switch tokens.text(index) {
    case "if", "while": return readConditional(tokens.text(index), next, to: close)
    case "guard":
      let end = readConditions(from: next, to: close, word: "guard", bodyEnd: close)
      guard isWord(end, "else") else { return end }
      return readBlock("guard", end + 1, to: close)
    case "else":
      guard isWord(next, "if") else { return readBlock("else", next, to: close) }
      let isCertain = around.isCertain
      around.isCertain = false
      defer { around.isCertain = isCertain }
      return readConditional("if", next + 1, to: close)
    case "for": return readLoop(next, to: close)
    case "switch":
      let end = readExpression(from: next, to: close, .condition)
      return readBlock("switch", end, to: close)
    case "case", "default":
      guard isWord(index, "case") || kind(next) == .colon else { return nil }
      return readPattern(next, to: close, until: .colon, visibleTo: close) + 1
    case "do", "defer", "repeat", "catch":
      var brace = next
      if isWord(index, "catch") { brace = readPattern(next, to: close, until: .leftBrace, visibleTo: nil) }
      if isWord(next, "throws") {
        brace = kind(next + 1) == .leftParenthesis ? match(next + 1) + 1 : next + 1
      }
      // Without braces, `repeat` may begin an expression; `do` begins nothing.
      guard kind(brace) == .leftBrace else { return isWord(index, "do") ? next : nil }
      return readBlock(tokens.text(index), brace, to: close)
    case "return", "throw":
      guard next < close, kind(next) != .semicolon, !isDirective(next) else { return next }
      var scope = around.scope
      while facts.scopes[scope].kind == .block { scope = facts.scopes[scope].parent }
      return readExpression(at: next, to: close, isWord(index, "throw") ? nil : scope, isReturned: true)
    case "break", "continue", "fallthrough":
      return isIdentifier(next) && !tokens[next].startsLine ? next + 1 : next
    case "get", "set", "willSet", "didSet", "_read", "_modify", "init":
      parse(from: next, to: close)
      if kind(next) == .leftParenthesis { parser.index = match(next) + 1 }
      parser.skipEffects()
      return kind(parser.index) == .leftBrace && parser.index < close
        ? readBlock(tokens.text(index), parser.index, to: close) : nil
    default: return kind(next) == .colon && kind(next + 1) == .identifier ? index + 2 : nil
    }
  }

  func readExpression(from start: Int, to close: Int, _ mode: BodyMode) -> Int {
    parse(from: start, to: close)
    let sequence = parser.parseSequence(mode)
    let end = parser.index
    read(sequence)
    return end
  }

  // MARK: - Braces

  /// Reads the block whose brace stands at `brace`, and returns the token behind it.
  func readBlock(_ word: String, _ brace: Int, to close: Int) -> Int {
    guard kind(brace) == .leftBrace, brace < close else { return brace }
    let parent = around.scope
    let isGetter = word == "get"
    let inside = Around(scope: addScope(.block, brace, name: word), owners: around.owners, closure: closure)
    within(inside) { readStatements(from: brace + 1, to: match(brace), result: isGetter ? parent : nil) }
    return match(brace) + 1
  }

  /// Adds the scope that the brace opens.
  func addScope(_ kind: ScopeFacts.Kind, _ brace: Int, name: String = "", generics: Set<String> = []) -> Int {
    let scope = ScopeFacts(kind: kind, parent: around.scope, offset: offset(brace))
    let outer = facts.scopes[around.scope]
    scope.end = offset(match(brace))
    scope.name = name
    scope.generics = generics
    scope.path = outer.path
    scope.extended = outer.extended
    scope.allGenerics = generics.isEmpty ? outer.allGenerics : outer.allGenerics.union(generics)
    if kind == .type || kind == .extension {
      let plain = kind == .type ? name : String(name.prefix { $0 != "<" })
      scope.path = FullName.joined(outer.path, plain)
      if kind == .extension, scope.extended.isEmpty { scope.extended = plain }
    }
    // Nothing else can be a helper.
    if !scope.allGenerics.isEmpty || !scope.extended.isEmpty {
      scope.textHash = WordSet.hash(file.bytes.start + scope.offset, max(0, scope.end - scope.offset))
    }
    facts.scopes.append(scope)
    return facts.scopes.count - 1
  }
}
