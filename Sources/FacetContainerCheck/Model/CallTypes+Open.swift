import FacetSyntax

// MARK: - Calls that depend on a generic type

extension CallTypes {
  /// Where the generic types are declared that a call hands on.
  struct OpenPlace {
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
    var scope: Int
    /// The type whose generic parameters are handed on; empty for none.
    var path = ""
  }

  /// The function, type or property wrapper whose generic types the call hands on; `nil` where the call speaks of fixed types.
  func openPlace(of call: CallFacts, _ helpers: HelperTable) -> OpenPlace? {
    // Most calls stand in nothing that is generic.
    let scope = file.scopes[call.scope]
    guard !scope.allGenerics.isEmpty || table.surroundings(of: scope.path).contains(where: table.isGeneric)
    else { return nil }
    for (text, scope) in texts(of: call, helpers) {
      let names = TypeSyntax(text).names
      if let found = declaringPlace(of: names, from: scope) { return found }
    }
    return nil
  }

  /// The types that the call names, as they are written.
  private func texts(of call: CallFacts, _ helpers: HelperTable) -> [(String, Int)] {
    if case .type(let text) = call.context, call.form == .mention { return [(text, call.scope)] }
    var result: [(String, Int)] = []
    if call.kind == .other {
      guard !helpers.named(call.name).isEmpty else { return [] }
      for argument in call.arguments {
        if let text = serviceText(argument, in: call.scope) { result.append((text, call.scope)) }
        result += factoryTexts(argument, in: call.scope)
      }
    } else if let service = call.serviceArgument {
      return serviceText(service, in: call.scope).map { [($0, call.scope)] } ?? []
    } else if let factory = call.factory {
      result += factoryTexts(factory, in: call.scope)
    }
    switch call.context {
    case .result(let scope): if let text = file.scopes[scope].result { result.append((text, scope)) }
    case .type(let text): result.append((text, call.scope))
    case .variable(let value):
      if let name = value.names?.last, let text = variable([name], in: call.scope)?.type {
        result.append((text, call.scope))
      }
    case .none, .argument: break
    }
    return result
  }

  private func factoryTexts(_ factory: Expression, in scope: Int) -> [(String, Int)] {
    guard let closure = factory.closureValue else {
      guard let names = factory.names, names.count == 1 else { return [] }
      return resultText(ofFunctionNamed: names[0], in: scope).map { [($0, scope)] } ?? []
    }
    var texts = [closure.result]
    for value in closure.values {
      if let cast = value.children.last, cast.kind == .cast { texts.append(cast.text) }
      if value.lastCall != nil, let names = value.operand.names(upTo: 1), names.count == 1 {
        texts.append(resultText(ofFunctionNamed: names[0], in: closure.scope))
      }
      // `resolve(T.self)` gives a `T`.
      if let text = value.lastCall?.children.first?.metatype { texts.append(text) }
    }
    return texts.compactMap { $0.map { ($0, closure.scope) } }
  }

  /// `T` for a parameter of the type `(…) -> T`.
  func resultText(ofFunctionNamed name: String, in scope: Int) -> String? {
    local(name, in: scope)?.local.type.flatMap(Self.resultText)
  }

  /// `T` for `(…) throws -> T`.
  static func resultText(_ type: String) -> String? {
    type.lastArrow.map { String(type[$0...].drop { $0 == " " }) }
  }

  private func declaringPlace(of names: Set<String>, from scope: Int) -> OpenPlace? {
    var scope = scope
    var function: Int?
    while scope >= 0 {
      let facts = file.scopes[scope]
      switch facts.kind {
      case .function:
        if !facts.generics.isDisjoint(with: names) { return place(ofFunction: scope) }
        function = scope
      case .type, .extension:
        let path = place(scope).path
        if table.generics(of: path).contains(where: names.contains) {
          let isWrapper = table.isPropertyWrapper(path)
          if let function, !isWrapper { return place(ofFunction: function) }
          return OpenPlace(
            kind: isWrapper ? .wrapper : .type, name: TypeSyntax.lastName(path), scope: scope, path: path)
        }
        function = nil
      default: break
      }
      scope = facts.parent
    }
    return nil
  }

  private func place(ofFunction scope: Int) -> OpenPlace {
    let (path, name) = (place(scope).path, file.scopes[scope].name)
    return name == "init"
      ? OpenPlace(kind: .type, name: TypeSyntax.lastName(path), scope: scope, path: path)
      : OpenPlace(kind: .function, name: name, scope: scope, path: table.isGeneric(path) ? path : "")
  }
}

extension String {
  /// Whether it is the type of a parameter that takes a value as a closure; asked of every parameter.
  var isAutoclosure: Bool { utf8.first == UInt8(ascii: "@") && contains("@autoclosure") }

  /// Where the text behind the last `->` begins.
  var lastArrow: Index? {
    utf8.indices.dropFirst()
      .last { utf8[$0] == UInt8(ascii: ">") && utf8[utf8.index(before: $0)] == UInt8(ascii: "-") }
      .map { utf8.index(after: $0) }
  }
}
