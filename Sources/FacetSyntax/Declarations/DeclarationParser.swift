/// Reads the declarations of a file: those at file level and the members of types and extensions.
///
/// The bodies of functions, closures and accessors are jumped over, so that the cost is the lexer's. What cannot be
/// understood is passed over up to the next declaration, and what it stands in is marked as broken.
package struct DeclarationParser {
  /// Types nested more deeply than this are passed over instead of exhausting the stack.
  static let deepestNesting = 100

  package let tokens: TokenBuffer
  package let file: SourceFile
  package var index = 0
  /// The token before which reading stops.
  package var end: Int
  var conditions: [Condition] = []
  var branches: [Branch] = []
  var nesting = 0
  /// The kind of type whose members are being read; `nil` at file level.
  var enclosing: Declaration.Kind?
  /// Whether something could not be read in the declaration that is being read.
  var isBroken = false
  /// How many conditions stand around the type whose members are being read.
  var conditionsAround = 0

  /// The `#if` that is open: how many conditions were there before it, and those of its earlier branches.
  struct Branch {
    var depth: Int
    var earlier: [String]
  }

  package init(_ tokens: TokenBuffer) {
    self.tokens = tokens
    file = tokens.file
    end = tokens.count - 1
  }

  /// Reads the whole file.
  package static func declarations(of tokens: TokenBuffer) -> [Declaration] {
    var parser = DeclarationParser(tokens)
    return parser.parseDeclarations()
  }

  /// Reads declarations up to `end`.
  mutating func parseDeclarations() -> [Declaration] {
    var result: [Declaration] = []
    var isAtBoundary = true
    // Whether what follows belongs to something that is no declaration: a macro, or what was noted already.
    var isPassingOver = false
    while index < end {
      let token = tokens[index]
      if token.kind == .poundIdentifier {
        isPassingOver = !parseDirective()
        if isPassingOver { index += 1 }
        isAtBoundary = true
        continue
      }
      if token.kind == .at || token.kind == .identifier, isAtBoundary || token.startsLine,
        let found = parseDeclaration()
      {
        result += found
        (isAtBoundary, isPassingOver) = (true, false)
        continue
      }
      if !isPassingOver, token.kind != .semicolon {
        // At file level there may be statements.
        if enclosing != nil, conditions.count == conditionsAround { isBroken = true }
        isPassingOver = true
      }
      switch token.kind {
      case .leftParenthesis, .leftBracket, .leftBrace:
        isAtBoundary = token.kind == .leftBrace
        index = Int(token.match) + 1
      default:
        isAtBoundary = token.kind == .semicolon
        index += 1
      }
    }
    index = end
    return result
  }

  /// Reads the members between the braces that open at `index`.
  mutating func parseMembers(of kind: Declaration.Kind) -> [Declaration] {
    guard tokens[index].kind == .leftBrace, index < end else { return [] }
    let close = Int(tokens[index].match)
    let outer = self
    defer {
      let isBroken = isBroken
      self = outer
      (self.isBroken, index) = (isBroken, close + 1)
    }
    guard nesting < Self.deepestNesting else { return [] }
    nesting += 1
    index += 1
    conditionsAround = conditions.count
    end = min(close, end)
    enclosing = kind
    return parseDeclarations()
  }

  /// Reads one declaration with its attributes and modifiers; a list of variables or cases gives several.
  ///
  /// - Returns: `nil`, with `index` where it was, when none begins here.
  package mutating func parseDeclaration() -> [Declaration]? {
    let start = index
    let outer = (conditions, branches)
    let head = Declaration(kind: .struct)
    parseAttributesAndModifiers(into: head)
    guard index < end, let kind = introducer(at: index) else {
      index = start
      (conditions, branches) = outer
      return nil
    }
    head.kind = kind
    head.introducerOffset = Int(tokens[index].start)
    head.nameOffset = head.introducerOffset
    head.conditions = conditions
    head.isConstant = tokenIs(index, "let")
    index += 1
    let isAroundBroken = isBroken
    isBroken = false
    let result = parseRest(of: head)
    result.first?.isBroken = isBroken
    // What stands in a condition of its own need not be Swift for this compiler.
    isBroken = isAroundBroken || isBroken && conditions.count == conditionsAround
    return result
  }

  private mutating func parseRest(of head: Declaration) -> [Declaration] {
    switch head.kind {
    case .struct, .class, .enum, .actor, .protocol, .extension: parseType(head)
    case .func, .`init`, .subscript, .deinit: parseFunction(head)
    case .variable, .case: return parseList(head)
    case .typealias, .associatedtype: parseAlias(head)
    case .import: parseImport(head)
    }
    return [head]
  }
}

// MARK: - Reading tokens

extension DeclarationParser {
  package func text(_ index: Int) -> String { tokens.text(index) }

  package func identifier(_ index: Int) -> String { tokens.identifier(index) }

  package func tokenIs(_ index: Int, _ word: StaticString, _ others: StaticString...) -> Bool {
    tokens.isWord(index, word) || others.contains { tokens.isWord(index, $0) }
  }

  package func isIdentifier(_ index: Int) -> Bool {
    index < end && (tokens[index].kind == .identifier || tokens[index].kind == .escapedIdentifier)
  }

  package func isJoined(_ index: Int) -> Bool { tokens.isJoined(index) }
}
