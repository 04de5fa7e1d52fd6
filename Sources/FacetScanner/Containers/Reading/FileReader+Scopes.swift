// MARK: - Scopes

extension FileReader {
  /// The scope in which a token stands.
  mutating func scope(around index: Int) -> Int {
    var brace = nested.parent(index)
    while brace >= 0, nested.kind(brace) != .leftBrace { brace = nested.parent(brace) }
    return brace < 0 ? around.scope : scope(of: brace)
  }

  /// The scope that the brace opens; it is read when it is first asked for.
  mutating func scope(of brace: Int) -> Int {
    if let known = scopeOfBrace[brace] { return known }
    // From the outermost brace inwards, so that braces in one another cost no stack.
    var pending: [Int] = []
    var outer = brace
    while outer >= 0, scopeOfBrace[outer] == nil {
      if nested.kind(outer) == .leftBrace { pending.append(outer) }
      outer = nested.parent(outer)
    }
    var result = 0
    for brace in pending.reversed() { result = scopeOfBrace[brace] ?? readScope(of: brace) }
    return result
  }

  /// Reads a brace whose surroundings are known.
  private mutating func readScope(of brace: Int) -> Int {
    var scope = ScopeFacts(kind: .closure, parent: scope(around: brace), offset: offset(brace))
    scope.end = offset(nested.match(brace))
    readHeader(of: brace, into: &scope)
    place(&scope)
    facts.scopes.append(scope)
    let index = facts.scopes.count - 1
    scopeOfBrace[brace] = index
    if scope.kind == .function || scope.kind == .closure || scope.kind == .block || scope.kind == .accessor {
      let locals = locals(of: brace)
      facts.scopes[index].add(locals)
    }
    return index
  }

  /// Notes what the scopes around say of the meaning of names.
  private func place(_ scope: inout ScopeFacts) {
    let around = scope.parent >= 0 ? facts.scopes[scope.parent] : ScopeFacts(kind: .file, parent: -1)
    scope.path = around.path
    scope.extended = around.extended
    scope.allGenerics =
      scope.generics.isEmpty ? around.allGenerics : around.allGenerics.union(scope.generics)
    guard scope.kind == .type || scope.kind == .extension else { return }
    let name = scope.kind == .type ? scope.name : String(scope.name.prefix { $0 != "<" })
    scope.path = DeclarationTable.path(around.path, name)
    if scope.kind == .extension, scope.extended.isEmpty { scope.extended = name }
  }

  private static let blockWords: Set<String> = [
    "if", "guard", "while", "for", "switch", "do", "catch", "else", "repeat", "defer", "get", "set",
    "willSet",
    "didSet", "case", "default",
  ]

  private mutating func readHeader(of brace: Int, into scope: inout ScopeFacts) {
    switch nested.kind(brace - 1) {
    case .equal, .leftParenthesis, .leftBracket, .comma:
      readClosure(brace, into: &scope)
      return
    default: break
    }
    let start = nested.statementStart(brace)
    var index = headers[start] ?? start
    var hasValue = false
    var variable: Int?
    while index < brace {
      switch nested.kind(index) {
      case .at:
        index += 2
        if nested.kind(index) == .leftParenthesis, nested.isJoined(index) { index = nested.match(index) + 1 }
        continue
      case .leftParenthesis, .leftBracket, .leftBrace:
        index = max(nested.match(index), index)
      case .equal: hasValue = true
      case .identifier:
        if readDeclaration(at: index, brace, into: &scope) { return }
        if nested.token(index, is: "var") || nested.token(index, is: "let") { variable = variable ?? index }
      default: break
      }
      if hasValue { break }
      index += 1
    }
    // A chain of thousands of calls is walked once, not for the closure of each.
    headers[start] = variable ?? min(index, brace)
    readClosure(brace, into: &scope)
  }

  /// Reads the head of the declaration or statement whose word stands at `index`.
  private mutating func readDeclaration(at index: Int, _ brace: Int, into scope: inout ScopeFacts) -> Bool {
    let word = nested.text(index)
    switch word {
    case "struct", "class", "enum", "actor", "protocol":
      guard nested.isIdentifier(index + 1),
        !["func", "var", "let", "subscript"].contains(nested.text(index + 1)),
        !(word == "class" && ["override", "final"].contains(nested.text(index + 1)))
      else { return false }
      scope.kind = .type
      scope.name = nested.identifier(index + 1)
      scope.generics = genericNames(at: index + 2)
      return true
    case "extension":
      var parser = nested.parser(from: index + 1, to: brace)
      scope.kind = .extension
      scope.name = parser.parseType().text
      return true
    case "func", "init", "subscript":
      guard word == "func" || nested.kind(index - 1) != .period else { return false }
      readFunction(at: index, brace, into: &scope)
      return true
    case "deinit":
      scope.kind = .function
      scope.name = word
      return true
    case "var", "let":
      return readAccessor(at: index, brace, into: &scope)
    default:
      guard Self.blockWords.contains(word), nested.kind(index - 1) != .period else { return false }
      scope.kind = .block
      scope.name = word
      return true
    }
  }

  private mutating func readFunction(at index: Int, _ brace: Int, into scope: inout ScopeFacts) {
    scope.kind = .function
    var next = index
    if nested.token(index, is: "func") { next += 1 }
    scope.name = nested.identifier(next)
    let name = next
    next += 1
    if !nested.isIdentifier(name) {
      // The lexer cuts operators at angle brackets; `<T` begins the generic parameters.
      while nested.isJoined(next), nested.isPartOfOperator(next),
        nested.kind(next) != .lessThan || !nested.isIdentifier(next + 1)
      {
        next += 1
      }
      scope.name = nested.text(from: name, to: next)
    }
    while nested.isPostfixMark(next) { next += 1 }
    scope.generics = genericNames(at: next)
    var parser = nested.parser(from: next, to: brace)
    if nested.kind(next) == .lessThan { parser.index = parser.indexAfterAngles(from: next) ?? next }
    guard nested.kind(parser.index) == .leftParenthesis else { return }
    scope.parameters = parser.parseParameters(.function).map(ScopeFacts.Parameter.init)
    parser.skipEffects()
    guard parser.index < brace, nested.kind(parser.index) == .arrow else { return }
    parser.index += 1
    scope.result = parser.parseType().text
  }

  /// A variable with a body: `var name: Type { … }`.
  private mutating func readAccessor(at index: Int, _ brace: Int, into scope: inout ScopeFacts) -> Bool {
    var parser = nested.parser(from: index + 1, to: brace)
    guard nested.isIdentifier(index + 1), nested.kind(index + 2) == .colon else { return false }
    parser.index = index + 3
    let type = parser.parseType().text
    guard parser.index == brace else { return false }
    scope.kind = .accessor
    scope.name = nested.identifier(index + 1)
    scope.result = type
    return true
  }

  func genericNames(at index: Int) -> Set<String> {
    guard nested.kind(index) == .lessThan else { return [] }
    var result: Set<String> = []
    var depth = 0
    var index = index
    while index < nested.count {
      switch nested.kind(index) {
      case .lessThan:
        depth += 1
        if depth == 1, nested.isIdentifier(index + 1) { result.insert(genericName(index + 1)) }
      case .greaterThan:
        depth -= 1
        if depth == 0 { return result }
      case .comma where depth == 1:
        if nested.isIdentifier(index + 1) { result.insert(genericName(index + 1)) }
      case .leftBrace, .rightBrace: return result
      default: break
      }
      index += 1
    }
    return result
  }

  private func genericName(_ index: Int) -> String {
    let isPack = nested.token(index, is: "each") && nested.isIdentifier(index + 1)
    return nested.identifier(isPack ? index + 1 : index)
  }

  // MARK: Closures

  private mutating func readClosure(_ brace: Int, into scope: inout ScopeFacts) {
    scope.kind = .closure
    let head = closureHead(brace)
    scope.result = head.result
    scope.parameters = (head.parameters ?? []).map {
      ScopeFacts.Parameter(label: nil, name: $0.name, type: $0.type ?? "")
    }
    if let name = callee(ofClosure: brace) { scope.call = (nested.identifier(name), name) }
  }

  /// The index of the name that is called with the closure.
  func callee(ofClosure brace: Int) -> Int? {
    var before = brace - 1
    // A labelled trailing closure stands behind another one, a labelled argument behind a comma.
    if nested.kind(before) == .colon, nested.isIdentifier(before - 1) { before -= 2 }
    while nested.kind(before) == .rightBrace, nested[before].match >= 0 { before = nested.match(before) - 1 }
    if nested.kind(before) == .rightParenthesis, nested[before].match >= 0 {
      before = nested.match(before) - 1
      return nested.isIdentifier(before) ? before : nil
    }
    if nested.kind(before) == .leftParenthesis || nested.kind(before) == .comma {
      let open = nested.parent(brace)
      guard open >= 0, nested.kind(open) == .leftParenthesis, nested.isIdentifier(open - 1) else {
        return nil
      }
      return open - 1
    }
    return nested.isIdentifier(before) && !nested.isKeyword(before) ? before : nil
  }
}

extension ScopeFacts.Parameter {
  init(_ parameter: Parameter) {
    self.init(
      label: parameter.label, name: parameter.name,
      type: parameter.type.text + (parameter.isVariadic ? "..." : ""),
      hasDefault: parameter.hasDefault, isNilByDefault: parameter.isNilByDefault)
  }
}

extension NestedTokens {
  fileprivate func isPartOfOperator(_ index: Int) -> Bool {
    switch kind(index) {
    case .operatorSymbol, .lessThan, .greaterThan, .equal, .arrow: true
    default: false
    }
  }
}
