import FacetSyntax

// MARK: - Calls

extension CallTypes {
  /// What a call gives of which this was found in front.
  func call(_ call: Expression, of found: Found) -> TypeReading {
    switch found {
    case .metatype(let type): return made(type, call)
    case .functions(let functions, let type, let parts):
      let fitting = functions.filter { $0.parameters.places(of: call.labels) != nil }
      let chosen = fitting.isEmpty ? functions : fitting
      guard let view = choosing(among: chosen.count) else { return .anything }
      let readings = chosen.map { function in
        function.isFunction
          ? view.result(of: function, call, on: type) : Self.result(of: view.type(of: function, on: type))
      }
      return .choice(readings + (parts.map { [outside(of: $0, call)] } ?? []))
    case .value(.outside(let parts)): return outside(of: parts, call)
    case .value(.type(let type)) where type.head.isDeclared:
      return declared("callAsFunction", in: type.head.path, of: type).map { self.call(call, of: $0) }
        ?? .anything
    case .value(.oneOf(let readings)):
      return choosing(among: readings.count).map { view in
        .choice(readings.map { view.call(call, of: .value($0)) })
      } ?? .anything
    case .value(let reading): return Self.result(of: reading)
    }
  }

  /// What a function type gives.
  private static func result(of reading: TypeReading) -> TypeReading {
    guard case .type(let type) = reading.unwrapped else { return reading.isOutside ? reading : .anything }
    if type.head.form == "->" { return .type(type.parts[1]) }
    return type.head.isDeclared ? .anything : .outside(of: type.partsOfSources)
  }

  /// What a function of another module gives.
  private func outside(of parts: [ServiceType], _ call: Expression) -> TypeReading {
    let added = call.children.all(sourceTypes)?.flatMap { $0 }
    return added.map { .outside(of: parts + $0) } ?? .anything
  }

  /// The types of the sources that a function of another module may give back, because it gets them; `nil` where they are not known.
  private func sourceTypes(in argument: Expression) -> [ServiceType]? {
    if let text = argument.metatype { return reading(text).sourceTypes }
    let first = argument.operand.children.first
    if argument.kind == .closure || first?.kind == .closure {
      guard let closure = argument.closureValue else { return nil }
      return closure.values.isEmpty ? [] : deeper.made(by: closure).sourceTypes
    }
    // A key path leads to anything that one of its names is declared as.
    if first?.text == "\\" {
      let names = argument.children.flatMap(\.children).filter { $0.kind == .name }.map(\.text)
      return names.contains { table.values[$0] != nil } ? nil : []
    }
    // `.name` is of a type that the function asks for.
    if argument.isImplicit { return [] }
    let reading = deeper.read(argument)
    if case .form("->") = reading { return deeper.made(byFactory: argument).sourceTypes }
    return reading.sourceTypes
  }

  /// What an initializer makes.
  private func made(_ type: ServiceType, _ call: Expression) -> TypeReading {
    let (made, labels) = (TypeReading.type(type), call.labels)
    let fitting = initializers(of: type).filter { $0.parameters.places(of: labels) != nil }
    if !fitting.isEmpty { return fitting.allSatisfy(\.isFailable) ? made.optional : made }
    let path = type.head.path
    if type.head.isDeclared {
      let isRaw = labels == ["rawValue"] && table[path].types.contains { $0.kind == .enum }
      return isRaw ? made.optional : made
    }
    if table.isContainer(path) || type.head.isDeferred { return made }
    guard ServiceType.plainNames.contains(path) else {
      // A name with a capital may be that of a function, which gives nothing of the sources but what it gets.
      let parts = type.partsOfSources + call.children.flatMap { sourceTypes(in: $0) ?? [] }
      return .choice([made, made.optional, .outside(of: parts)])
    }
    guard let argument = call.children.first else { return made }
    if let label = argument.label { return Self.failing.contains(label) ? made.optional : made }
    // `Int("3")` is an optional, `Int(3.5)` is none.
    if path == "String" || labels.count > 1 && labels[1] != "radix" { return made }
    guard let value = deeper.read(argument).type, !value.isOfSources else {
      return .choice([made, made.optional])
    }
    return value.text == "String" ? made.optional : made
  }

  /// The labels by which types of the language and of Foundation are made that may fail.
  private static let failing: Set<String> = [
    "string", "uuidString", "base64Encoded", "exactly", "data", "bytes", "utf8String", "validatingUTF8",
    "validating", "cString",
  ]

  /// What a resolve gives, if it is one; a function of the sources that is called like one comes first.
  func resolved(_ name: String, _ call: Expression, of found: Found) -> TypeReading? {
    guard let wrapped = ContainerCall.wrapping[name], let asked = call.children.first, asked.label == nil,
      let type = serviceText(asked).map(reading)
    else { return nil }
    let given: TypeReading
    switch wrapped {
    case .nothing: given = type
    case .optional: given = table.resolvesToOptionals ? type.optional : type
    case .list: given = type.mapped { .type(ServiceType(.array(.unreadable), [$0])) }
    case .dictionary:
      let name = ServiceType(ServiceType.Head(path: "String", name: "String"))
      given = type.mapped { .type(ServiceType(.dictionary(.unreadable, .unreadable), [name, $0])) }
    }
    guard case .functions(let functions, let owner, let parts) = found else { return given }
    let fitting = functions.filter { $0.parameters.places(of: call.labels) != nil }
    if parts == nil, owner.map({ table.isContainer($0.head.path) }) != true { return nil }
    return fitting.isEmpty
      ? given : .choice([self.call(call, of: .functions(fitting, of: owner, orOutside: nil)), given])
  }

  private func result(of function: Declared, _ call: Expression, on type: ServiceType?) -> TypeReading {
    let own = type ?? types.type(function.container)
    let isMaking = function.kind == .`init` || function.kind == .case
    guard let text = isMaking ? "Self" : function.type else { return .form("()") }
    if text == "Self" { return TypeReading(own) }
    var place = place(of: function, asSeenFrom: type)
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
