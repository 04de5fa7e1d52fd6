import FacetSyntax

/// Where the generic types are declared that a call hands on.
struct OpenPlace: Sendable {
  enum Kind: String {
    /// A function with generic parameters, or of a type with such.
    case function
    /// An initializer, or a type whose parameters its members hand on.
    case type
    case wrapper
  }

  var kind: Kind
  var name: String
  /// The function; for a wrapper, its type or an extension of that.
  var scope: ScopeFacts
  /// The type whose generic parameters are handed on; empty for none.
  var path = ""
}

// MARK: - Calls that depend on a generic type

extension CallTypes {
  /// The function, type or property wrapper whose generic types the call hands on; `nil` where the call speaks of fixed types.
  func openPlace(of call: CallFacts, _ helpers: HelperTable) -> OpenPlace? {
    // Most calls stand in nothing that is generic.
    guard !call.scope.allGenerics.isEmpty || surroundingPaths.contains(where: table.isGeneric) else {
      return nil
    }
    return texts(of: call, helpers).lazy.compactMap { text, scope in
      declaringPlace(of: TypeSyntax(text).names, from: scope)
    }.first
  }

  /// The types that the call names, as they are written.
  private func texts(of call: CallFacts, _ helpers: HelperTable) -> [(String, ScopeFacts)] {
    if case .type(let text) = call.context, call.form == .mention { return [(text, call.scope)] }
    var result: [(String, ScopeFacts)] = []
    if call.kind == .other {
      guard helpers.has(call.name) else { return [] }
      for argument in call.arguments {
        if let text = serviceText(argument) { result.append((text, call.scope)) }
        result += factoryTexts(argument, call.scope)
      }
    } else if let service = call.serviceArgument {
      return serviceText(service).map { [($0, call.scope)] } ?? []
    } else if let factory = call.factory {
      result += factoryTexts(factory, call.scope)
    }
    switch call.context {
    case .result(let scope): if let text = scope.result { result.append((text, scope)) }
    case .type(let text): result.append((text, call.scope))
    case .variable(let value):
      if let name = value.names?.last, let text = variable([name])?.type { result.append((text, call.scope)) }
    case .none, .argument: break
    }
    return result
  }

  private func factoryTexts(_ factory: Expression, _ scope: ScopeFacts) -> [(String, ScopeFacts)] {
    guard let closure = factory.closureValue else {
      return resultText(ofFunction: factory.names).map { [($0, scope)] } ?? []
    }
    var texts = [closure.result]
    for value in closure.values {
      guard let call = value.lastCall else { continue }
      texts.append(inside(closure.scope).resultText(ofFunction: value.operand.names(upTo: 1)))
      // `resolve(T.self)` gives a `T`.
      texts.append(call.children.first?.metatype)
    }
    return texts.compactMap(\.self).map { ($0, closure.scope) }
  }

  /// `T` for a parameter of the type `(…) -> T`.
  private func resultText(ofFunction names: [String]?) -> String? {
    guard let names, names.count == 1 else { return nil }
    return local(names[0])?.local.type?.resultOfFunction
  }

  private func declaringPlace(of names: Set<String>, from scope: ScopeFacts) -> OpenPlace? {
    var function: ScopeFacts?
    for scope in scope.outward {
      if scope.kind == .function {
        if !scope.generics.isDisjoint(with: names) { return place(ofFunction: scope) }
        function = scope
      } else if scope.isType {
        if table[scope.path].generics.contains(where: names.contains) {
          let isWrapper = table[scope.path].isPropertyWrapper
          if let function, !isWrapper { return place(ofFunction: function) }
          return OpenPlace(
            kind: isWrapper ? .wrapper : .type, name: TypeSyntax.lastName(scope.path), scope: scope,
            path: scope.path)
        }
        function = nil
      }
    }
    return nil
  }

  private func place(ofFunction scope: ScopeFacts) -> OpenPlace {
    let path = scope.path
    return scope.name == "init"
      ? OpenPlace(kind: .type, name: TypeSyntax.lastName(path), scope: scope, path: path)
      : OpenPlace(kind: .function, name: scope.name, scope: scope, path: table.isGeneric(path) ? path : "")
  }
}
