import FacetSyntax

// MARK: - Statements

extension FileReader {
  /// Reads the statements between two tokens.
  ///
  /// - Parameters:
  ///   - start: The first token.
  ///   - close: The token that ends them.
  ///   - container: The path of the type around, if others can see what is declared; `nil` in a body.
  ///   - result: The scope that gives the value of the only statement; one without a result for a value in the middle of something.
  /// - Returns: The values at the ends, if there is nothing but one value, or a choice of such.
  @discardableResult
  func readStatements(from start: Int, to close: Int, in container: String? = nil, result: ScopeFacts? = nil)
    -> [Expression]
  {
    let outer = (statement, ends, isInOnlyCondition)
    defer { (statement, ends, isInOnlyCondition) = outer }
    ends = []
    isInOnlyCondition = result != nil && isOnlyCondition(from: start, to: close)
    var index = start
    // Whether a value here would be the only one, and what stands in front of it.
    var (opens, first) = (result != nil, 0)
    while index < close {
      statement = index
      let begin = index
      index = max(readStatement(at: index, to: close, container, opens ? result : nil), index + 1)
      if isWord(begin, "case", "default") || isInOnlyCondition && isDirective(begin) {
        (opens, first) = (result != nil, ends.count)
      } else if opens, !isWord(index, "else") {
        opens = false
        if !isEnd(index, close) { ends.removeSubrange(first...) }
      }
    }
    return ends
  }

  /// Whether the only statement of a body or of a branch ends in front of the token.
  private func isEnd(_ index: Int, _ close: Int) -> Bool {
    index >= close || isWord(index, "case") || isWord(index, "default") && kind(index + 1) == .colon
      || isInOnlyCondition && isDirective(index)
  }

  /// Whether `#if` and its branches are all that stands between two tokens.
  private func isOnlyCondition(from start: Int, to close: Int) -> Bool {
    guard isWord(start, "#if") else { return false }
    var depth = 0
    for index in start..<close where kind(index) == .poundIdentifier {
      if isWord(index, "#if") { depth += 1 }
      if isWord(index, "#endif") { depth -= 1 }
      if depth == 0 { return index + 1 == close }
    }
    return false
  }

  /// Reads `if` and its like where a value is expected.
  func readStatement(_ node: Expression, _ context: CallFacts.Context) {
    let scope = ScopeFacts(.block, in: facts, parent: around.scope)
    if case .type(let text) = context { scope.result = text }
    node.children = readStatements(from: node.start, to: node.end, result: scope)
  }

  /// Reads one statement and returns the token behind it.
  private func readStatement(at index: Int, to close: Int, _ container: String?, _ result: ScopeFacts?) -> Int
  {
    switch kind(index) {
    case .semicolon, .rightBrace, .comma: return index + 1
    // Of thousands, each would be looked through for a declaration behind them all.
    case .at where kind(index + 1) == .at: return index + 1
    case .poundIdentifier where isDirective(index):
      if isWord(index, "#if") { conditionDepth += 1 }
      if isWord(index, "#endif") { conditionDepth -= 1 }
      var next = index + 1
      while next < close, !tokens[next].startsLine { next += 1 }
      return next
    case .at, .identifier:
      if let next = readWord(at: index, to: close, result) { return next }
      parse(from: index, to: close)
      if let declared = parser.parseDeclaration() {
        let next = parser.index
        for declaration in declared { declare(declaration, in: container, to: close) }
        return next
      }
    default: break
    }
    return readExpression(at: index, to: close, result)
  }

  private func isDirective(_ index: Int) -> Bool {
    parse(from: index)
    return kind(index) == .poundIdentifier && parser.isConditionalDirective()
  }

  /// Reads the expression at `index`, which gives the result of a scope if it is returned, or the whole of a body.
  private func readExpression(at index: Int, to close: Int, _ result: ScopeFacts?, isReturned: Bool = false)
    -> Int
  {
    parse(from: index, to: close)
    let sequence = parser.parseSequence()
    let next = parser.index
    guard let result, isReturned || isEnd(next, close) else {
      read(sequence)
      return next
    }
    read(sequence, Expected(context: .result(of: result)))
    if !isReturned || closure != nil { keep(sequence, withArguments: true) }
    if isReturned { closure?.values.append(sequence) } else { ends.append(sequence) }
    return next
  }

  /// Reads a statement that begins with a word of its own; `nil` for any other.
  private func readWord(at index: Int, to close: Int, _ result: ScopeFacts?) -> Int? {
    guard kind(index) == .identifier else { return nil }
    let next = index + 1
    switch tokens.text(index) {
    case "if", "while": return readConditional(tokens.text(index), next, to: close, result)
    case "guard":
      let end = readConditions(from: next, to: close, word: "guard", bodyEnd: close)
      closure?.mayHaveLeft = true
      guard isWord(end, "else") else { return end }
      return readBlock("guard", end + 1, to: close)
    case "else":
      guard isWord(next, "if") else { return readBlock("else", next, to: close, result) }
      let isCertain = around.isCertain
      around.isCertain = false
      defer { around.isCertain = isCertain }
      return readConditional("if", next + 1, to: close, result)
    case "for": return readLoop(next, to: close)
    case "switch":
      let end = readExpression(from: next, to: close, .condition)
      return readBlock("switch", end, to: close, result)
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
      if isWord(index, "throw") || around.scope.kind == .block { closure?.mayHaveLeft = true }
      guard next < close, kind(next) != .semicolon, !isDirective(next) else { return next }
      let scope = around.scope.outward.first { $0.kind != .block }
      return readExpression(at: next, to: close, isWord(index, "throw") ? nil : scope, isReturned: true)
    case "break", "continue", "fallthrough": return next
    case "get", "set", "willSet", "didSet", "_read", "_modify", "init":
      parse(from: next, to: close)
      if kind(next) == .leftParenthesis { parser.index = match(next) + 1 }
      parser.parseEffects()
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
  ///
  /// - Parameters:
  ///   - word: What stands in front of it.
  ///   - brace: The token.
  ///   - close: The token behind all.
  ///   - result: The scope that gives its value, where it is an end of something that has one.
  /// - Returns: The token behind it.
  func readBlock(_ word: String, _ brace: Int, to close: Int, _ result: ScopeFacts? = nil) -> Int {
    guard kind(brace) == .leftBrace, brace < close else { return brace }
    let parent = around.scope
    let isGetter = word == "get"
    let inside = Around(scope: addScope(.block, brace, name: word), owners: around.owners, closure: closure)
    within(inside) {
      ends += readStatements(from: brace + 1, to: match(brace), result: isGetter ? parent : result)
    }
    return match(brace) + 1
  }

  /// Adds the scope that the brace opens.
  func addScope(
    _ kind: ScopeFacts.Kind, _ brace: Int, name: String = "", generics: Set<String> = []
  ) -> ScopeFacts {
    let scope = ScopeFacts(
      kind, in: facts, parent: around.scope, offset: offset(brace), name: name, generics: generics)
    scope.end = offset(match(brace))
    // Nothing else can be a helper.
    if !scope.allGenerics.isEmpty || !scope.extended.isEmpty {
      scope.textHash = WordSet.hash(file.bytes.start + scope.offset, max(0, scope.end - scope.offset))
    }
    facts.scopes.append(scope)
    return scope
  }
}
