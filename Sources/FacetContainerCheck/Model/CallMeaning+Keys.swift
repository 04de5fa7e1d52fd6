import FacetSyntax

// MARK: - Parts of a key

extension CallMeaning {
  func type(ofService value: Expression) -> ServiceType? { types.serviceText(value).flatMap(types.type) }

  func name(_ value: Expression?) -> ServiceName {
    guard let value else { return .none }
    if value.isNil { return .none }
    if let text = value.constantText { return .known(text) }
    return value.names.map(name(ofMember:)) ?? .unknown
  }

  private func name(ofMember names: [String]) -> ServiceName {
    var names = names
    if names.count == 1 {
      if let bound = self.names[names[0]] { return bound }
      if let local = types.local(names[0])?.local {
        guard local.isConstant, let text = local.value?.constantText else { return .unknown }
        return .known(text)
      }
    }
    let isRaw = names.last == "rawValue"
    if isRaw { names.removeLast() }
    if names.first == "Self" || names.first == "self" { names.removeFirst() }
    let ways = names.first == "" ? Self.nameTypes.map { [$0] + names.dropFirst() } : [names]
    guard let variable = ways.lazy.compactMap(types.variable).first,
      sources.table.isConstant(variable), (variable.kind == .case) == isRaw, let text = variable.text
    else { return .unknown }
    return .known(text)
  }

  /// The types that names have in the libraries.
  private static let nameTypes = ["String", "Resolver.Name", "Name"]

  /// Whether something in a tuple behind the type has no label: it is the name, or an argument.
  private var hasUnlabeled: Bool {
    call.form == .arrow && call.arguments.dropFirst().contains { $0.label == nil }
  }

  /// The name that a resolve asks for.
  var askedName: ServiceName {
    if let value = call.argument("name") { return name(value) }
    return hasUnlabeled ? .unknown : .none
  }

  /// The arguments that a resolve hands over.
  var handedOver: ServiceArguments {
    let values = call.handedOver
    let isList = call.form == .arrow && call.argument("arguments") != nil
    if hasUnlabeled || isList || values.contains(where: \.isPack) { return .unknown }
    return .known(values.map { types.read($0).type })
  }

  /// The arguments that a factory takes behind its resolver.
  func arguments(ofFactory factory: Expression?) -> ServiceArguments {
    guard let factory else { return .unknown }
    if let closure = factory.closureValue { return .known(parameters(of: closure).dropFirst().map(\.type)) }
    guard let names = factory.names else { return .unknown }
    if names.count == 1, let text = types.local(names[0])?.local.type {
      return arguments(ofFunctionType: text)
    }
    guard names.last != "init" else { return .unknown }
    let found = types.candidates(factory.operand).functions
    guard found.count == 1, let function = found.first, !function.isGeneric else { return .unknown }
    let place = types.place(of: function)
    return .known(function.parameters.dropFirst().map { sources.types.type($0.typeText, at: place) })
  }

  /// The parameters of a closure, with their types: those that are written, or those of what they are handed on to.
  func parameters(of closure: Expression.Closure) -> [(name: String, type: ServiceType?)] {
    let anonymous = closure.highestAnonymous < 0 ? [] : (0...closure.highestAnonymous).map { "$\($0)" }
    let written = closure.parameters?.map { ($0.name, $0.type.text) } ?? anonymous.map { ($0, "") }
    return written.map { name, text in
      (name, text.isEmpty ? handedOn(name, in: closure) : types.inside(closure.scope).type(text))
    }
  }

  /// The type of the parameter that gets a parameter of a closure, if that is all that the closure does.
  private func handedOn(_ name: String, in closure: Expression.Closure) -> ServiceType? {
    guard closure.values.count == 1, let call = closure.values[0].lastCall else { return nil }
    let chain = closure.values[0].operand
    guard let place = chain.children.firstIndex(where: { $0 === call }),
      let index = call.children.firstIndex(where: { $0.names == [name] })
    else { return nil }
    return types.inside(closure.scope).type(ofParameter: index, ofCall: place, in: chain)
  }

  /// `(any Resolver, A) -> T` takes one argument.
  private func arguments(ofFunctionType text: String) -> ServiceArguments {
    guard !text.contains(part: "each "), case .function(_, let taken, _, _) = TypeSyntax(text) else {
      return .unknown
    }
    guard case .tuple(let elements, _) = taken else { return .none }
    return .known([ServiceType?](repeating: nil, count: max(0, elements.count - 1)))
  }
}
