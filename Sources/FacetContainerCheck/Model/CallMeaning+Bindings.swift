import FacetSyntax

// MARK: - What the generic types of a helper stand for

extension CallMeaning {
  func bindings(for helper: HelperTable.Helper) -> CallReading.Bindings {
    let (scope, path) = (helper.open.scope, helper.open.path)
    var binder = GenericBinder(scope.generics.union(sources.table[path].generics))
    var result = CallReading.Bindings()
    switch helper.open.kind {
    case .wrapper: bindWrapper(path, &binder, &result)
    case .type:
      // `Name<X>` tells what the parameters of `Name` stand for.
      if case .type(let text) = call.context, call.form == .mention, let type = types.type(text) {
        binder.bind(sources.table[path].generics, to: type.parts)
      }
      for function in sources.table[path + ".init"].functions where call.form == .call {
        bindArguments(function.parameters, &binder, &result)
      }
    case .function:
      if !path.isEmpty { bindReceiver(to: path, &binder) }
      bindArguments(scope.parameters, &binder, &result)
      // The surroundings tell what the arguments do not.
      if let text = scope.result, !hidesType(from: scope.parameters),
        let context = types.type(of: call.context)
      {
        var result = GenericBinder(binder.generics.subtracting(binder.types.keys))
        result.unify(TypeSyntax(text), with: context)
        binder.types.merge(result.types) { known, _ in known }
      }
    }
    result.types = binder.types
    return result
  }

  // MARK: Arguments

  /// Whether a type is handed over in a variable, so that nobody sees it.
  private func hidesType(from parameters: [Parameter]) -> Bool {
    parameters.places(of: labels)?.contains { index, place in
      TypeSyntax.instance(ofMetatype: parameters[place].typeText) != nil
        && type(ofService: call.arguments[index]) == nil
    } == true
  }

  private func bindArguments(
    _ parameters: [Parameter], _ binder: inout GenericBinder, _ result: inout CallReading.Bindings
  ) {
    guard let places = parameters.places(of: labels) else { return }
    var filled: [(parameter: Parameter, value: Expression)] = []
    var isFilled: Set<Int> = []
    for (index, argument) in call.arguments.enumerated() {
      let place =
        argument.isTrailing ? parameters.lastIndex { $0.typeText.resultOfFunction != nil } : places[index]
      guard let place else { continue }
      isFilled.insert(place)
      filled.append((parameters[place], argument))
      // A closure or a type is no name.
      if argument.closureValue == nil, argument.metatype == nil {
        result.names[parameters[place].name] = name(argument)
        if parameters[place].typeText.hasPrefix("ObjectScope") {
          result.scopes[parameters[place].name] = types.objectScope(argument)
        }
      }
    }
    for (index, parameter) in parameters.enumerated() where !isFilled.contains(index) {
      result.names[parameter.name] = parameter.isNilByDefault ? ServiceName.none : .unknown
    }
    // What is named as a type is certain; a value may have a subtype of it.
    for (parameter, value) in filled {
      let instance = TypeSyntax.instance(ofMetatype: parameter.typeText)
      if let instance, let type = type(ofService: value) { binder.unify(instance, with: type) }
    }
    var values = GenericBinder(binder.generics.subtracting(binder.types.keys))
    for (parameter, value) in filled { bindValue(parameter.typeText, to: value, &values) }
    binder.types.merge(values.types) { known, _ in known }
  }

  private func bindValue(_ parameter: String, to value: Expression, _ binder: inout GenericBinder) {
    let result = parameter.resultOfFunction
    if result == nil, TypeSyntax.instance(ofMetatype: parameter) != nil { return }
    let made =
      result == nil || parameter.isAutoclosure
      ? types.read(value).likely : types.made(byFactory: value).likely
    if let made { binder.unify(TypeSyntax(result ?? parameter), with: made) }
  }

  // MARK: Types

  /// What stands in front of the dot, or what the type around inherits from, tells the same.
  private func bindReceiver(to path: String, _ binder: inout GenericBinder) {
    if call.receiverValue != nil, !isOnSelf {
      if let type = receiverType { bind(path, asSeenFrom: type, &binder) }
      return
    }
    for around in types.surroundingPaths where !around.isEmpty {
      if let type = types.typeAround(around) { bind(path, asSeenFrom: type, &binder) }
    }
  }

  private func bind(_ path: String, asSeenFrom type: ServiceType, _ binder: inout GenericBinder) {
    for (name, type) in types.bindings(of: path, asSeenFrom: type) { binder.bind([name], to: [type]) }
  }

  // MARK: Property wrappers

  private func bindWrapper(
    _ path: String, _ binder: inout GenericBinder, _ result: inout CallReading.Bindings
  ) {
    let inits = sources.table[path + ".init"].functions.filter { function in
      function.parameters.withoutWrappedValue.places(of: labels) != nil
    }
    if let function = inits.first { bindArguments(function.parameters.withoutWrappedValue, &binder, &result) }
    if let context = propertyType, let text = sources.table[path + ".wrappedValue"].variable?.type {
      binder.unify(TypeSyntax(text), with: context)
    }
    // An initializer of `extension Wrapper where Asked == Service`.
    for around in sources.table[path].types where around.isExtension {
      guard let function = inits.first,
        around.declaration.members.contains(where: { $0 === function.declaration })
      else { continue }
      for (one, other) in around.declaration.equalTypes {
        if let type = binder.types[one] ?? binder.types[other] {
          binder.bind([one, other], to: [type, type])
        }
      }
    }
  }

  /// The type of a wrapped property: that of `x: X!` has to be there when it is used.
  var propertyType: ServiceType? {
    guard case .type(let text) = call.context else { return nil }
    return types.type(text.hasSuffix("!") ? String(text.dropLast()) : text)
  }
}

extension [Parameter] {
  /// Those that the arguments of an attribute fill: the value that a property begins with is none of these.
  var withoutWrappedValue: [Parameter] { filter { $0.label != "wrappedValue" } }
}
