import FacetSyntax

/// Answers which types are meant in the calls of one file.
struct CallTypes {
  let file: FileFacts
  let table: DeclarationTable
  let types: TypeResolver
  /// The place from which variables are looked up: what is declared behind it, in its scope, is not seen.
  var viewpoint: (scope: Int, offset: Int)?

  /// The types around a scope, and the names that have no fixed meaning in it.
  func place(_ scope: Int, _ bindings: [String: ServiceType] = [:]) -> TypeResolver.Place {
    guard scope >= 0 else { return TypeResolver.Place(path: "", bindings: bindings) }
    let scope = file.scopes[scope]
    let isForeign = !scope.extended.isEmpty && !table.declares(scope.extended)
    return TypeResolver.Place(
      path: scope.path, generics: scope.allGenerics, isForeign: isForeign, bindings: bindings)
  }

  func type(_ text: String, in scope: Int, _ bindings: [String: ServiceType] = [:]) -> ServiceType? {
    types.type(text, at: place(scope, bindings))
  }

  /// The text of the type that a metatype stands for: `X.self`, or a variable that holds one.
  func serviceText(_ value: Expression, in scope: Int) -> String? {
    switch value {
    case .metatype(let text):
      // `kind.self` is what the variable `kind` holds.
      guard text.first?.isLowercase == true, !table.namesType(text) else { return text }
      return serviceText(.member(text.split(separator: ".").map(String.init)), in: scope)
    case .member(let names) where names.count == 1:
      guard let (local, _) = local(names[0], in: scope) else { return nil }
      guard let written = local.type else { return local.value.metatype }
      // `Any.Type` holds different types at different times; `T.Type` holds `T`.
      guard case .metatype(let instance) = TypeSyntax(written), instance.path.count == 1 else { return nil }
      return types.isOpen(instance.path[0], at: place(scope)) ? instance.path[0] : nil
    default: return nil
    }
  }

  /// The parameter or variable that a name means, and the scope that it belongs to.
  func local(_ name: String, in scope: Int) -> (local: ScopeFacts.Local, scope: Int)? {
    guard scope >= 0 else { return nil }
    var offset = file.scopes[scope].end - 1
    if let viewpoint, viewpoint.scope == scope { offset = viewpoint.offset }
    var scope = scope
    while scope >= 0 {
      let facts = file.scopes[scope]
      if let local = facts.local(name, at: offset) { return (local, scope) }
      if facts.kind == .type || facts.kind == .extension { return nil }
      offset = facts.offset
      scope = facts.parent
    }
    return nil
  }

  /// The same types, seen from where a variable is declared.
  func seen(from local: ScopeFacts.Local, in scope: Int) -> CallTypes {
    CallTypes(file: file, table: table, types: types, viewpoint: (scope, local.offset))
  }

  /// The types around the scope, innermost first, and last the file level.
  func surroundingPaths(_ scope: Int) -> [String] { table.surroundings(of: place(scope).path) }
}

// MARK: - Types of expressions

extension CallTypes {
  private static let deepestExpression = 6

  /// The static type of an expression, where it can be seen.
  func type(
    of value: Expression, in scope: Int, _ bindings: [String: ServiceType] = [:], depth: Int = 0
  ) -> ServiceType? {
    guard depth < Self.deepestExpression else { return nil }
    switch value {
    case .cast(let text): return type(text, in: scope, bindings)
    case .string: return type("String", in: 0)
    case .literal(let name): return type(name, in: 0)
    case .call(let callee, let labels): return result(ofCalling: callee, labels, in: scope, bindings)
    case .forced(let value):
      let type = type(of: value, in: scope, bindings, depth: depth + 1)
      return type?.unwrapped ?? type
    case .member(let names): return type(ofMember: names, in: scope, bindings, depth: depth)
    case .chain, .closure, .metatype, .reference, .specialized, .pack, .none, .unknown: return nil
    }
  }

  /// What a factory makes: its written result, or the type of what it returns.
  func result(of closure: Expression.Closure, _ bindings: [String: ServiceType] = [:]) -> ServiceType? {
    if let text = closure.result { return type(text, in: closure.scope, bindings) }
    for value in closure.values {
      if let type = type(of: value, in: closure.scope, bindings) { return type }
    }
    return nil
  }

  private func result(
    ofCalling callee: String, _ labels: [String?], in scope: Int, _ bindings: [String: ServiceType]
  ) -> ServiceType? {
    let text = Self.plainText(callee)
    if TypeSyntax.isOfType(text) {
      return mayFail(text, labels, in: scope).flatMap { type($0 ? text + "?" : text, in: scope, bindings) }
    }
    if let result = resultText(ofFunctionNamed: text, in: scope) { return type(result, in: scope, bindings) }
    for path in surroundingPaths(scope) {
      let found = table.functions(FullName.joined(path, text))
      guard let first = found.first else { continue }
      guard let result = first.type, found.allSatisfy({ $0.type == result && !$0.isGeneric })
      else { return nil }
      if result == "Self" { return type(first.container, in: 0) }
      return types.type(result, at: TypeResolver.Place(path: first.container))
    }
    return nil
  }

  private func type(
    ofMember names: [String], in scope: Int, _ bindings: [String: ServiceType], depth: Int
  ) -> ServiceType? {
    var names = names
    if names.first == "self", names.count > 1 {
      names.removeFirst()
    } else if names.count == 1, let (local, scope) = local(names[0], in: scope) {
      if let text = local.type { return type(text, in: scope, bindings) }
      return seen(from: local, in: scope).type(of: local.value, in: scope, bindings, depth: depth + 1)
    }
    guard let variable = variable(names, in: scope) else { return nil }
    if let text = variable.type {
      return text == "Self"
        ? nil : types.type(text, at: TypeResolver.Place(path: variable.container, bindings: bindings))
    }
    guard case .call(let callee, _) = variable.value, TypeSyntax.isOfType(callee) else { return nil }
    return types.type(callee, at: TypeResolver.Place(path: variable.container))
  }

  /// The property or constant that the names lead to.
  func variable(_ names: [String], in scope: Int) -> Declared? {
    let path = names.joined(separator: ".")
    for around in surroundingPaths(scope) {
      if let found = table.variable(FullName.joined(around, path)) { return found }
    }
    return nil
  }
}
