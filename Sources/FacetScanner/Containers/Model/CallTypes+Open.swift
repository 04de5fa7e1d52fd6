// MARK: - Calls that depend on a generic type

extension CallTypes {
  /// Where the generic types are declared that a call hands on.
  struct OpenPlace {
    enum Kind {
      /// A function with generic parameters, or of a type with such.
      case function
      /// An initializer, or a type whose parameters its members hand on.
      case type
      case wrapper
    }

    var kind: Kind
    var name: String
    /// The function; for a wrapper, its type or an extension of that.
    var scope: Int
    /// The type whose generic parameters are handed on; empty for none.
    var path = ""
  }

  /// The function, type or property wrapper whose generic types the call hands on; `nil` where the call speaks of fixed types.
  func openPlace(of call: CallFacts, _ helpers: HelperTable) -> OpenPlace? {
    for (text, scope) in texts(of: call, helpers) {
      let names = TypeSyntax(text).names
      if let found = declaringPlace(of: names, from: scope) { return found }
    }
    return nil
  }

  /// The types that the call names, as they are written.
  private func texts(of call: CallFacts, _ helpers: HelperTable) -> [(String, Int)] {
    if case .type(let text) = call.context, call.form == .mention { return [(text, call.scope)] }
    let kind = ContainerCall(call)
    var result: [(String, Int)] = []
    if case .other = kind {
      guard !helpers.named(call.name).isEmpty else { return [] }
      for argument in call.arguments {
        if let text = serviceText(argument.value, in: call.scope) { result.append((text, call.scope)) }
        result += factoryTexts(argument.value, in: call.scope)
      }
    } else if let service = call.serviceArgument {
      return serviceText(service, in: call.scope).map { [($0, call.scope)] } ?? []
    } else if let factory = call.factory {
      result += factoryTexts(factory, in: call.scope)
    }
    if let (text, scope) = contextText(of: call.context) { result.append((text, scope)) }
    if case .type(let text) = call.context { result.append((text, call.scope)) }
    if case .variable(let names) = call.context, let name = names.last, call.scope >= 0,
      let variable = variable([name], in: call.scope), let text = variable.type
    {
      result.append((text, call.scope))
    }
    return result
  }

  private func factoryTexts(_ factory: Expression, in scope: Int) -> [(String, Int)] {
    switch factory {
    case .closure(let closure):
      var result: [(String, Int)] = []
      if let text = closure.result { result.append((text, closure.scope)) }
      for value in closure.values.map(\.unforced) {
        if case .cast(let text) = value { result.append((text, closure.scope)) }
        if case .call(let callee, _) = value,
          let text = resultText(ofFunctionNamed: callee, in: closure.scope)
        {
          result.append((text, closure.scope))
        }
      }
      return result
    case .member(let names) where names.count == 1:
      return resultText(ofFunctionNamed: names[0], in: scope).map { [($0, scope)] } ?? []
    default: return []
    }
  }

  /// `T` for a parameter of the type `(…) -> T`.
  func resultText(ofFunctionNamed name: String, in scope: Int) -> String? {
    guard case .some(let type?) = localType(name, in: scope) else { return nil }
    return Self.resultText(type)
  }

  /// `T` for `(…) throws -> T`.
  static func resultText(_ type: String) -> String? {
    guard let arrow = type.lastArrow else { return nil }
    let text = type[arrow...]
    return String(text.drop { $0 == " " })
  }

  private func declaringPlace(of names: Set<String>, from scope: Int) -> OpenPlace? {
    var scope = scope
    var function: Int?
    while scope >= 0 {
      let facts = file.value.scopes[scope]
      switch facts.kind {
      case .function:
        if !facts.generics.isDisjoint(with: names) { return place(ofFunction: scope) }
        function = scope
      case .type, .extension:
        let path = place(scope).path
        if table.generics(of: path).contains(where: names.contains) {
          if table.isPropertyWrapper(path) {
            return OpenPlace(kind: .wrapper, name: TypeSyntax.lastName(path), scope: scope, path: path)
          }
          return function.map { place(ofFunction: $0) }
            ?? OpenPlace(kind: .type, name: TypeSyntax.lastName(path), scope: scope, path: path)
        }
        function = nil
      default: break
      }
      scope = facts.parent
    }
    return nil
  }

  private func place(ofFunction scope: Int) -> OpenPlace {
    let path = place(scope).path
    let isGeneric = table.isGeneric(path)
    if file.value.scopes[scope].name == "init" {
      return OpenPlace(kind: .type, name: TypeSyntax.lastName(path), scope: scope, path: path)
    }
    return OpenPlace(
      kind: .function, name: file.value.scopes[scope].name, scope: scope, path: isGeneric ? path : "")
  }
}

extension String {
  /// Where the text behind the last `->` begins.
  var lastArrow: Index? {
    var index = endIndex
    while index > startIndex {
      index = self.index(before: index)
      if self[index...].hasPrefix("->") { return self.index(index, offsetBy: 2) }
    }
    return nil
  }
}
