// MARK: - Declarations

extension FileReader {
  mutating func readDeclarations() {
    read(DeclarationParser.declarations(of: nested.tokens), in: "")
  }

  private mutating func read(
    _ declarations: [Declaration], in container: String, _ equalities: [[String]] = []
  ) {
    for declaration in declarations {
      switch declaration.kind {
      case .import:
        facts.imports.insert(declaration.name.split(separator: ".").first.map(String.init) ?? "")
        if declaration.attribute(named: "testable") != nil { facts.hasTestableImport = true }
      case .extension, .struct, .class, .enum, .actor, .protocol: readType(declaration, in: container)
      case .typealias:
        guard let target = declaration.type else { break }
        facts.aliases.append(
          DeclaredAlias(
            container: container, name: declaration.name, target: target.text,
            isGeneric: declaration.isGeneric))
      case .func, .`init`: readFunction(declaration, in: container, equalities)
      case .variable: readVariable(declaration, in: container)
      case .case: readCase(declaration, in: container)
      default: break
      }
    }
  }

  private mutating func readType(_ declaration: Declaration, in container: String) {
    let name = declaration.name.split(separator: "<").first.map(String.init) ?? declaration.name
    let path = container.isEmpty ? name : container + "." + name
    let associated = declaration.members.filter { $0.kind == .associatedtype }.map(\.name)
    facts.types.append(
      DeclaredType(
        path: path, kind: declaration.kind, isExtension: declaration.kind == .extension,
        inherited: declaration.inherited.map(\.text), generics: declaration.genericParameters,
        associated: Set(associated),
        isPropertyWrapper: declaration.attribute(named: "propertyWrapper") != nil,
        isFinal: declaration.kind != .class || declaration.hasModifier("final"),
        hasMacro: declaration.attributes.contains {
          $0.name.first?.isUppercase == true && $0.name != "MainActor"
        }))
    read(
      declaration.members, in: path,
      declaration.kind == .extension && declaration.hasWhereClause ? equalities(of: declaration) : [])
  }

  /// The names on both sides of each `==` in front of the body.
  private func equalities(of declaration: Declaration) -> [[String]] {
    var result: [[String]] = []
    var index = tokenIndex(atOffset: declaration.nameOffset)
    while index < nested.count, nested.kind(index) != .leftBrace {
      if nested.token(index, is: "=="), nested.isIdentifier(index - 1), nested.isIdentifier(index + 1) {
        result.append([nested.identifier(index - 1), nested.identifier(index + 1)])
      }
      index += 1
    }
    return result
  }

  private mutating func readFunction(
    _ declaration: Declaration, in container: String, _ equalities: [[String]]
  ) {
    facts.functions.append(
      DeclaredFunction(
        container: container, name: declaration.name,
        parameters: declaration.parameters.map(ScopeFacts.Parameter.init), result: declaration.type?.text,
        isGeneric: declaration.isGeneric, isAsync: declaration.effects.isAsync,
        isFailable: declaration.isFailable, equalities: equalities))
  }

  private mutating func readVariable(_ declaration: Declaration, in container: String) {
    let isStatic = declaration.hasModifier("static") || declaration.hasModifier("class")
    var variable = DeclaredVariable(
      container: container, name: declaration.name, type: declaration.type?.text, value: .unknown,
      isStatic: isStatic, isStored: !declaration.isComputed, isConstant: declaration.isConstant,
      isCase: false,
      hasWrapper: declaration.attributes.contains {
        $0.name.first?.isUppercase == true && $0.name != "MainActor"
      })
    if variable.isStored {
      variable.value = value(ofVariableAt: declaration.nameOffset)
    } else if let value = constant(ofVariableAt: declaration.nameOffset) {
      (variable.value, variable.isConstant) = (value, true)
    }
    facts.variables.append(variable)
  }

  /// The string that is all of a getter: `{ "name" }`, `{ return "name" }`.
  private mutating func constant(ofVariableAt offset: Int) -> Expression? {
    var index = tokenIndex(atOffset: offset) + 1
    var parser = nested.parser(from: index + 1, to: nested.count - 1)
    guard nested.kind(index) == .colon else { return nil }
    parser.skipType()
    index = parser.index
    while nested.kind(index) == .leftBrace || nested.token(index, is: "get")
      || nested.token(index, is: "return")
    {
      index += 1
    }
    guard nested.kind(index) == .string, nested.kind(index + 1) == .rightBrace else { return nil }
    let value = expression(from: index, to: index + 1)
    return value == .unknown ? nil : value
  }

  private mutating func readCase(_ declaration: Declaration, in container: String) {
    let value = value(ofVariableAt: declaration.nameOffset)
    facts.variables.append(
      DeclaredVariable(
        container: container, name: declaration.name, type: nil,
        value: value == .unknown && declaration.parameters.isEmpty ? .string(declaration.name) : value,
        isStatic: true, isStored: true, isConstant: true, isCase: true, hasWrapper: false))
  }

  /// What a variable or case begins with; `.unknown` where nothing is written.
  private mutating func value(ofVariableAt offset: Int) -> Expression {
    var parser = nested.parser(from: tokenIndex(atOffset: offset) + 1, to: nested.count - 1)
    if nested.kind(parser.index) == .colon {
      parser.index += 1
      parser.skipType()
    }
    guard nested.kind(parser.index) == .equal else { return .unknown }
    let start = parser.index + 1
    let parent = nested.parent(parser.index)
    let end = nested.expressionEnd(from: start, within: parent < 0 ? nested.count - 1 : nested.match(parent))
    // What a closure computes is no constant, and reading it would read the whole body.
    guard end - start < 60, nested.kind(start) != .leftBrace else { return .member(["computed"]) }
    return expression(from: start, to: end)
  }

  /// The token that begins at a byte offset, found by halving.
  func tokenIndex(atOffset offset: Int) -> Int {
    var first = 0
    var last = nested.count
    while last - first > 1 {
      let middle = (first + last) / 2
      if Int(nested.tokens[middle].start) <= offset { first = middle } else { last = middle }
    }
    return first
  }
}
