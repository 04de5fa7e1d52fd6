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
      guard let target = declaration.type, let container else { break }
      facts.aliases.append(
        DeclaredAlias(
          container: container, name: declaration.name, target: target.text, isGeneric: declaration.isGeneric)
      )
    case .func, .`init`, .subscript, .deinit: declareFunction(declaration, in: container)
    case .variable: declareVariable(declaration, in: container, to: close)
    case .case:
      guard let container else { break }
      let value = declaration.value < 0 ? nil : value(at: declaration.value, Expected())
      facts.variables.append(
        DeclaredVariable(
          container: container, name: declaration.name, type: nil,
          value: value.map { constant($0) }
            ?? (declaration.parameters.isEmpty ? .string(declaration.name) : .unknown),
          isStatic: true, isStored: true, isConstant: true, isCase: true, hasWrapper: false))
    default: break
    }
  }

  private func declareType(_ declaration: Declaration, in container: String?) {
    let name = declaration.name.split(separator: "<").first.map(String.init) ?? declaration.name
    var path: String?
    if let container {
      path = DeclarationTable.path(container, name)
      let associated = declaration.members.filter { $0.kind == .associatedtype }.map(\.name)
      facts.types.append(
        DeclaredType(
          path: path ?? "", kind: declaration.kind, isExtension: declaration.kind == .extension,
          inherited: declaration.inherited.map(\.text), generics: declaration.genericParameters,
          associated: Set(associated),
          isPropertyWrapper: declaration.attribute(named: "propertyWrapper") != nil,
          isFinal: declaration.kind != .class || declaration.hasModifier("final"),
          hasMacro: declaration.hasCustomAttribute))
    }
    let inside = Around()
    inside.scope = around.scope
    if declaration.body >= 0, hasWord(from: declaration.body, to: match(declaration.body)) {
      inside.scope = addScope(
        declaration.kind == .extension ? .extension : .type, declaration.body, name: declaration.name,
        generics: Set(declaration.genericParameters))
    }
    let outer = closure
    closure = nil
    within(inside) {
      for member in declaration.members { declare(member, in: path, to: 0) }
    }
    closure = outer
  }

  private func declareFunction(_ declaration: Declaration, in container: String?) {
    let parameters = declaration.parameters
    if let container, declaration.kind == .func || declaration.kind == .`init` {
      facts.functions.append(
        DeclaredFunction(
          container: container, name: declaration.name, parameters: parameters,
          result: declaration.type?.text,
          isGeneric: declaration.isGeneric, isFailable: declaration.isFailable,
          delaysArguments: parameters.contains(where: \.type.text.isAutoclosure)))
    }
    for parameter in declaration.parameters where parameter.value >= 0 {
      guard hasWord(from: parameter.value, to: parameter.value + 60) else { continue }
      _ = value(at: parameter.value, Expected(context: .type(parameter.type.text), keptAs: parameter.name))
    }
    guard declaration.body >= 0, hasWord(from: declaration.body, to: match(declaration.body)) else { return }
    readBody(
      of: declaration, .function, name: declaration.name, parameters, result: declaration.type?.text)
  }

  private func readBody(
    of declaration: Declaration, _ kind: ScopeFacts.Kind, name: String,
    _ parameters: [Parameter] = [],
    result: String?
  ) {
    let inside = Around()
    inside.scope = addScope(kind, declaration.body, name: name, generics: Set(declaration.genericParameters))
    facts.scopes[inside.scope].parameters = parameters
    facts.scopes[inside.scope].result = result
    let outer = closure
    closure = nil
    within(inside) {
      readStatements(from: declaration.body + 1, to: match(declaration.body), result: inside.scope)
    }
    closure = outer
  }

  private func declareVariable(_ declaration: Declaration, in container: String?, to close: Int) {
    let hasWrapper = declaration.hasCustomAttribute
    for attribute in declaration.attributes where !words.isEmpty { readWrapper(attribute, of: declaration) }
    let isCertain = around.isCertain
    if hasWrapper || declaration.hasModifier("lazy") { around.isCertain = false }
    let type = declaration.type?.text
    var known: (value: Expression, node: BodySyntax)?
    if declaration.value >= 0 {
      known = value(
        at: declaration.value,
        Expected(context: type.map { .type($0) } ?? .none, keptAs: declaration.name))
    }
    around.isCertain = isCertain
    if let container {
      var variable = DeclaredVariable(
        container: container, name: declaration.name, type: type, value: .unknown,
        isStatic: declaration.hasModifier("static") || declaration.hasModifier("class"),
        isStored: !declaration.isComputed, isConstant: declaration.isConstant, isCase: false,
        hasWrapper: hasWrapper)
      if variable.isStored {
        variable.value = known.map { constant($0) } ?? .unknown
      } else if let value = constant(in: declaration.body) {
        (variable.value, variable.isConstant) = (value, true)
      }
      facts.variables.append(variable)
    }
    addLocal(declaration, known, to: close)
    guard declaration.body >= 0, hasWord(from: declaration.body, to: match(declaration.body)) else { return }
    if let type, declaration.value < 0 {
      readBody(of: declaration, .accessor, name: declaration.name, result: type)
    } else {
      readBody(of: declaration, .closure, name: "", result: nil)
    }
  }

  private func addLocal(
    _ declaration: Declaration, _ known: (value: Expression, node: BodySyntax)?, to close: Int
  ) {
    let scope = facts.scopes[around.scope]
    guard scope.kind != .file, scope.kind != .type, scope.kind != .extension else { return }
    let index = tokenIndex(atOffset: declaration.nameOffset)
    let end = known?.node.end ?? (declaration.body >= 0 ? declaration.body : index + 1)
    guard !declaration.name.isEmpty else {
      let names = (index..<match(index)).filter { isIdentifier($0) && kind($0 - 1) != .period }
      addUnknown(names, from: match(index) + 1, to: close)
      return
    }
    scope.add([
      ScopeFacts.Local(
        name: declaration.name, type: declaration.type?.text, value: known?.value ?? .unknown,
        isConstant: declaration.isConstant, offset: declaration.nameOffset,
        visible: offset(end)..<max(offset(end), offset(close)))
    ])
  }

  /// Reads the value that begins at a token.
  private func value(at index: Int, _ expected: Expected) -> (value: Expression, node: BodySyntax) {
    parse(from: index)
    let node = parser.parseSequence(.value)
    read(node, expected)
    let isLocal = facts.scopes[around.scope].kind != .file && facts.scopes[around.scope].kind != .type
    // What a closure computes is no constant.
    let isComputed = kind(index) == .leftBrace && !isLocal
    return (isComputed ? .member(["computed"]) : expression(node), node)
  }

  private func constant(_ known: (value: Expression, node: BodySyntax)) -> Expression {
    known.node.end - known.node.start < 60 && kind(known.node.start) != .leftBrace
      ? known.value : .member(["computed"])
  }

  /// The string that is all of a getter: `{ "name" }`, `{ return "name" }`.
  private func constant(in body: Int) -> Expression? {
    guard body >= 0 else { return nil }
    var index = body
    while kind(index) == .leftBrace || isWord(index, "get") || isWord(index, "return") { index += 1 }
    guard kind(index) == .string, kind(index + 1) == .rightBrace else { return nil }
    let value = expression(
      [BodySyntax(.literal, index, to: index + 1)], of: BodySyntax(.chain, index, to: index + 1))
    return value == .unknown ? nil : value
  }
}

extension Declaration {
  /// Whether it has an attribute that may be a macro or a property wrapper.
  fileprivate var hasCustomAttribute: Bool {
    attributes.contains { $0.name.first?.isUppercase == true && $0.name != "MainActor" }
  }
}

extension Parameter {
  /// The type with the mark of a variadic one.
  var typeText: String { type.text + (isVariadic ? "..." : "") }
}
