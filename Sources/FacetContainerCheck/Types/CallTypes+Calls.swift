import FacetSyntax

// MARK: - Calls

extension CallTypes {
  /// What a call gives of which this was found in front.
  func call(_ call: Expression, of found: Found) -> TypeReading {
    switch found {
    case .metatype(let type): return made(type, call.labels)
    case .functions(let functions, let type, let isCertain):
      let fitting = functions.filter { $0.parameters.places(of: call.labels) != nil }
      let readings = (fitting.isEmpty ? functions : fitting).map { function in
        function.isFunction
          ? result(of: function, call, on: type) : Self.result(of: self.type(of: function, on: type))
      }
      return .choice(isCertain ? readings : readings + [.outside(of: [])])
    case .value(.outside(let parts)):
      let added = call.children.map(sourceTypes)
      return added.contains { $0 == nil } ? .anything : .outside(of: parts + added.flatMap { $0 ?? [] })
    case .value(.type(let type)) where type.head.isDeclared:
      return declared("callAsFunction", in: type.head.path, of: type).map { self.call(call, of: $0) }
        ?? .anything
    case .value(let reading): return Self.result(of: reading)
    }
  }

  /// What a function type gives.
  private static func result(of reading: TypeReading) -> TypeReading {
    guard case .type(let type) = reading.unwrapped else { return reading.isOutside ? reading : .anything }
    if type.head.form == "->" { return .type(type.parts[1]) }
    return type.head.isDeclared ? .anything : .outside(of: type.partsOfSources)
  }

  /// The types of the sources that a function of another module may give back, because it gets them; `nil` where they are not known.
  private func sourceTypes(in argument: Expression) -> [ServiceType]? {
    if let text = argument.metatype { return reading(text).sourceTypes }
    if argument.kind == .closure || argument.operand.children.first?.kind == .closure {
      guard let closure = argument.closureValue, !closure.values.isEmpty else { return [] }
      return deeper.made(by: closure).sourceTypes
    }
    // `.name` is of a type that the function asks for.
    return argument.isImplicit ? [] : deeper.read(argument).sourceTypes
  }

  /// What an initializer makes.
  private func made(_ type: ServiceType, _ labels: [String?]) -> TypeReading {
    let fitting = initializers(of: type).filter { $0.parameters.places(of: labels) != nil }
    let mayFail = !fitting.isEmpty && fitting.allSatisfy(\.isFailable)
    return mayFail ? TypeReading.type(type).optional : .type(type)
  }

  private func result(of function: Declared, _ call: Expression, on type: ServiceType?) -> TypeReading {
    let own = type ?? types.type(function.container)
    guard let text = function.kind == .`init` ? "Self" : function.type else { return .form("()") }
    if text == "Self" { return TypeReading(own) }
    var place = place(in: function.container, asSeenFrom: type)
    if function.isGeneric {
      let bound = generics(of: function, in: call)
      place.generics = bound.generics
      place.bindings.merge(bound.types) { $1 }
    }
    guard let result = types.type(text, at: place) else { return .anything }
    // Inside of a generic type, its name alone stands for it with its parameters.
    return .type(own?.head.path == result.head.path && result.parts.isEmpty ? own ?? result : result)
  }

  /// What the arguments of a call tell of the generic parameters of a function.
  private func generics(of function: Declared, in call: Expression) -> GenericBinder {
    var binder = GenericBinder(Set(function.declaration.genericParameters))
    let places = function.parameters.places(of: call.labels) ?? [:]
    for (index, argument) in call.children.enumerated() {
      guard let place = places[index] else { continue }
      let parameter = function.parameters[place].typeText
      if let instance = TypeSyntax.instance(ofMetatype: parameter) {
        if let type = argument.metatype.flatMap(type) { binder.unify(instance, with: type) }
      } else if let type = deeper.read(argument).type {
        binder.unify(TypeSyntax(parameter), with: type)
      }
    }
    return binder
  }

  /// What a subscript gives.
  func element(_ subscripts: Expression, of found: Found) -> TypeReading {
    let type: ServiceType
    switch found {
    case .value(.type(let known)), .metatype(let known): type = known
    case .value(.outside(let types)): return .outside(of: types)
    default: return .anything
    }
    if type.isList { return .type(type.parts[0]) }
    if type.head.name == "[: ]" {
      let value = TypeReading.type(type.parts[1])
      return subscripts.children.contains { $0.label == "default" } ? value : value.optional
    }
    return declared("subscript", in: type.head.path, of: type).map { call(subscripts, of: $0) }
      ?? (type.isOfSources ? .anything : .outside(of: []))
  }
}
