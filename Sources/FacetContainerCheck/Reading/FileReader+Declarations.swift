import FacetSyntax

// MARK: - Declarations

extension FileReader {
  /// Notes what is declared, and reads the calls in it.
  ///
  /// - Parameters:
  ///   - declaration: The declaration.
  ///   - container: The path of the type around; `nil` in a body, where nobody else sees it.
  ///   - close: The token up to which a variable of a body is seen.
  func declare(_ declaration: Declaration, in container: String?, to close: Int) {
    switch declaration.kind {
    case .import:
      let module = declaration.name.split(separator: ".").first.map(String.init) ?? ""
      facts.imports.insert(module)
      if declaration.attribute(named: "_exported") != nil { facts.reexports.insert(module) }
      if declaration.attribute(named: "testable") != nil { facts.hasTestableImport = true }
    case .extension, .struct, .class, .enum, .actor, .protocol: declareType(declaration, in: container)
    case .typealias:
      note(declaration, in: container)
      if container == nil, isInBody, let type = declaration.type?.text {
        // What a generic one stands for is left open.
        around.scope.aliases[declaration.name] = declaration.isGeneric ? "" : type
        facts.hasLocalAliases = true
      }
    case .func, .`init`, .subscript, .deinit: declareFunction(declaration, in: container, to: close)
    case .variable: declareVariable(declaration, in: container, to: close)
    case .case:
      let known = declaration.value < 0 ? nil : value(at: declaration.value, Expected())
      note(declaration, in: container, value: known.flatMap(short) ?? string(declaration.name))
    default: break
    }
  }

  /// Notes what others can see.
  private func note(
    _ declaration: Declaration, in container: String?, value: Expression? = nil, isConstant: Bool = false
  ) {
    guard let container else { return }
    let location = declaration.kind == .class ? file.location(at: declaration.nameOffset) : nil
    facts.declared.append(
      Declared(
        declaration, in: container, file: file.path, value: value, isConstant: isConstant, at: location))
  }

  private func declareType(_ declaration: Declaration, in container: String?) {
    note(declaration, in: container)
    let path = container == nil ? nil : facts.declared.last?.path
    var scope = around.scope
    if declaration.body >= 0, hasWord(from: declaration.body, to: match(declaration.body)) {
      scope = addScope(
        declaration.kind == .extension ? .extension : .type, declaration.body, name: declaration.name,
        generics: Set(declaration.genericParameters))
    }
    within(Around(scope: scope)) {
      for member in declaration.members { declare(member, in: path, to: 0) }
    }
  }

  private func declareFunction(_ declaration: Declaration, in container: String?, to close: Int) {
    note(declaration, in: container)
    if container == nil, !declaration.isGeneric { addLocal(function: declaration, to: close) }
    for parameter in declaration.parameters where parameter.value >= 0 {
      guard hasWord(from: parameter.value, to: parameter.value + 60) else { continue }
      _ = value(at: parameter.value, Expected(context: .type(parameter.type.text), keptAs: parameter.name))
    }
    guard declaration.body >= 0, hasWord(from: declaration.body, to: match(declaration.body)) else { return }
    readBody(of: declaration, .function, result: declaration.type?.text)
  }

  private func readBody(of declaration: Declaration, _ kind: ScopeFacts.Kind, result: String?) {
    let scope = addScope(
      kind, declaration.body, name: kind == .closure ? "" : declaration.name,
      generics: Set(declaration.genericParameters))
    scope.parameters = declaration.parameters
    scope.result = result
    scope.attributes = declaration.customAttributes.map(\.name)
    within(Around(scope: scope)) {
      readStatements(from: declaration.body + 1, to: match(declaration.body), result: scope)
    }
  }

  private func declareVariable(_ declaration: Declaration, in container: String?, to close: Int) {
    for attribute in declaration.attributes where !words.isEmpty { readWrapper(attribute, of: declaration) }
    let isCertain = around.isCertain
    if declaration.wrapper != nil || declaration.hasModifier("lazy") { around.isCertain = false }
    let type = declaration.type?.text
    let expected = Expected(context: .init(type), keptAs: declaration.name)
    let known =
      declaration.value < 0 ? nil : value(at: declaration.value, expected, isTyped: type != nil)
    around.isCertain = isCertain
    let isGetter = declaration.isComputed && container != nil
    let seen = isGetter ? constant(in: declaration.body) : known.flatMap(short)
    note(declaration, in: container, value: seen, isConstant: isGetter && seen != nil)
    addLocal(declaration, known, to: close)
    guard declaration.body >= 0, hasWord(from: declaration.body, to: match(declaration.body)) else { return }
    let isAccessor = type != nil && declaration.value < 0
    readBody(of: declaration, isAccessor ? .accessor : .closure, result: isAccessor ? type : nil)
  }

  private func addLocal(_ declaration: Declaration, _ value: Expression?, to close: Int) {
    guard isInBody else { return }
    let index = tokenIndex(atOffset: declaration.nameOffset)
    let end = value?.end ?? (declaration.body >= 0 ? declaration.body : index + 1)
    guard !declaration.name.isEmpty else {
      let names = (index..<match(index)).filter { isIdentifier($0) && kind($0 - 1) != .period }
      addUnknown(names, from: match(index) + 1, to: close)
      return
    }
    around.scope.add([
      ScopeFacts.Local(
        name: declaration.name, type: declaration.type?.text, value: value,
        isConstant: declaration.isConstant, offset: declaration.nameOffset,
        visible: range(from: end, to: close))
    ])
  }

  /// Adds a function of a body, which is seen in all of it, as a variable that holds it.
  private func addLocal(function: Declaration, to close: Int) {
    guard isInBody, function.kind == .func else { return }
    let taken = function.parameters.map(\.typeText).joined(separator: ", ")
    let start = around.scope.offset
    around.scope.add([
      ScopeFacts.Local(
        name: function.name, type: "(\(taken)) -> \(function.type?.text ?? "Void")", isConstant: true,
        offset: function.nameOffset, visible: start..<max(start, offset(close)))
    ])
  }

  private var isInBody: Bool { around.scope.kind != .file && !around.scope.isType }

  /// Reads the value that begins at a token.
  private func value(at index: Int, _ expected: Expected, isTyped: Bool = false) -> Expression {
    parse(from: index)
    let node = parser.parseSequence(.value)
    read(node, expected)
    if !isTyped { keep(node, withArguments: true) }
    return node
  }

  /// A value that others see, unless it is long.
  private func short(_ value: Expression) -> Expression? {
    value.end - value.start < 60 || value.children.first?.children.first?.kind == .closure ? value : nil
  }

  /// The string or the member that is all of a getter: `{ "name" }`, `{ return "name" }`, `{ .name }`.
  private func constant(in body: Int) -> Expression? {
    var index = body
    while kind(index) == .leftBrace || isWord(index, "get", "return") { index += 1 }
    let isMember = kind(index) == .period && kind(index + 2) == .rightBrace
    guard isMember || kind(index) == .string && kind(index + 1) == .rightBrace else { return nil }
    parse(from: index)
    let value = parser.parseSequence()
    return isMember || value.string != nil ? value : nil
  }

  private func string(_ text: String) -> Expression {
    Expression(.chain, children: [Expression(.literal, text: "\"" + text)])
  }

  /// The token that begins at a byte offset.
  func tokenIndex(atOffset offset: Int) -> Int {
    max(0, Order.first(tokens.count) { Int(tokens[$0].start) > offset } - 1)
  }
}
