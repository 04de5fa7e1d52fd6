// MARK: - Calls that depend on a generic type

extension CallTypes {
  /// The function or property wrapper whose generic types the call hands on; `nil` where the call speaks of fixed types.
  func openScope(of call: CallFacts, _ helpers: HelperTable) -> Int? {
    for (text, scope) in texts(of: call, helpers) {
      let names = TypeSyntax(text).names
      if let found = declaringScope(of: names, from: scope) { return found }
    }
    return nil
  }

  /// The types that the call names, as they are written.
  private func texts(of call: CallFacts, _ helpers: HelperTable) -> [(String, Int)] {
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
    guard case .some((let type?, _)) = local(name, in: scope) else { return nil }
    return Self.resultText(type)
  }

  /// `T` for `(…) throws -> T`.
  static func resultText(_ type: String) -> String? {
    guard let arrow = type.lastArrow else { return nil }
    let text = type[arrow...]
    return String(text.drop { $0 == " " })
  }

  private func declaringScope(of names: Set<String>, from scope: Int) -> Int? {
    var scope = scope
    while scope >= 0 {
      let facts = facts.scopes[scope]
      if facts.kind == .function, facts.name != "init", !facts.generics.isDisjoint(with: names) {
        return scope
      }
      if facts.kind == .type, !facts.generics.isDisjoint(with: names) {
        let path = place(scope).path
        return table.types[path]?.contains(where: \.isPropertyWrapper) == true ? scope : nil
      }
      scope = facts.parent
    }
    return nil
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
