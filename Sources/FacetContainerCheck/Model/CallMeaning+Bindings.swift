import FacetSyntax

// MARK: - What the generic types of a helper stand for

extension CallMeaning {
  func bindings(for helper: HelperTable.Helper) -> CallReading.Bindings {
    let (scope, path) = (sources.scope(of: helper), helper.open.path)
    var binder = GenericBinder(scope.generics.union(sources.table.generics(of: path)))
    var result = CallReading.Bindings()
    switch helper.open.kind {
    case .wrapper: bindWrapper(path, &binder, &result)
    case .type:
      bindMention(path, &binder)
      for function in sources.table.functions(path + ".init") where call.form == .call {
        bindArguments(function.parameters, &binder, &result)
      }
    case .function:
      if !path.isEmpty { bindReceiver(to: path, &binder) }
      bindArguments(scope.parameters, &binder, &result)
      // The surroundings tell what the arguments do not.
      if let text = scope.result, !hidesType(from: scope.parameters),
        let context = types.contextType(of: call.context, in: call.scope, bindings.types)
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
    CallTypes.match(labels, parameters)?.contains { index, place in
      Self.isMetatype(parameters[place].typeText) && type(ofService: call.arguments[index]) == nil
    } == true
  }

  private func bindArguments(
    _ parameters: [Parameter], _ binder: inout GenericBinder, _ result: inout CallReading.Bindings
  ) {
    guard let places = CallTypes.match(labels, parameters) else { return }
    var filled: [(parameter: Parameter, value: Expression)] = []
    var isFilled: Set<Int> = []
    for (index, argument) in call.arguments.enumerated() {
      let place = argument.isTrailing ? parameters.lastIndex { $0.typeText.lastArrow != nil } : places[index]
      guard let place else { continue }
      isFilled.insert(place)
      filled.append((parameters[place], argument))
      result.names[parameters[place].name] = name(argument)
    }
    for (index, parameter) in parameters.enumerated() where !isFilled.contains(index) {
      result.names[parameter.name] = parameter.isNilByDefault ? ServiceName.none : .unknown
    }
    // What is named as a type is certain; a value may have a subtype of it.
    for (parameter, value) in filled { bindMetatype(parameter.typeText, to: value, &binder) }
    var values = GenericBinder(binder.generics.subtracting(binder.types.keys))
    for (parameter, value) in filled { bindValue(parameter.typeText, to: value, &values) }
    binder.types.merge(values.types) { known, _ in known }
  }

  private func bindMetatype(_ parameter: String, to value: Expression, _ binder: inout GenericBinder) {
    var syntax = TypeSyntax(parameter)
    if case .optional(let wrapped) = syntax { syntax = wrapped }
    guard case .metatype(let instance) = syntax, let type = type(ofService: value) else { return }
    binder.unify(instance, with: type)
  }

  private func bindValue(_ parameter: String, to value: Expression, _ binder: inout GenericBinder) {
    if let text = CallTypes.resultText(parameter) {
      let made =
        parameter.isAutoclosure
        ? types.type(of: value, in: call.scope, bindings.types)
        : types.read(factory: value, in: call.scope, bindings.types).type
      if let made { binder.unify(TypeSyntax(text), with: made) }
      return
    }
    let syntax = TypeSyntax(parameter)
    if case .metatype = syntax { return }
    if let type = types.type(of: value, in: call.scope, bindings.types) { binder.unify(syntax, with: type) }
  }

  // MARK: Types

  /// `Name<X>` tells what the parameters of `Name` stand for.
  private func bindMention(_ path: String, _ binder: inout GenericBinder) {
    guard case .type(let text) = call.context, call.form == .mention,
      let type = types.type(text, in: call.scope, bindings.types)
    else { return }
    binder.bind(sources.table.generics(of: path), to: type.parts)
  }

  /// What stands in front of the dot, or what the type around inherits from, tells the same.
  private func bindReceiver(to path: String, _ binder: inout GenericBinder) {
    if call.receiverValue != nil, !isOnSelf {
      if let type = receiverType { bind(path, asSeenFrom: type, &binder) }
      return
    }
    for around in types.surroundingPaths(call.scope) where !around.isEmpty {
      if around == path {
        let generics = sources.table.generics(of: path).filter { bindings.types[$0] != nil }
        binder.bind(generics, to: generics.compactMap { bindings.types[$0] })
      } else if let type = types.type(around, in: 0) {
        bind(path, asSeenFrom: type, &binder)
      }
    }
  }

  private func bind(_ path: String, asSeenFrom type: ServiceType, _ binder: inout GenericBinder) {
    for (name, type) in types.bindings(of: path, asSeenFrom: type) { binder.bind([name], to: [type]) }
  }

  // MARK: Property wrappers

  private func bindWrapper(
    _ path: String, _ binder: inout GenericBinder, _ result: inout CallReading.Bindings
  ) {
    let generics = sources.table.generics(of: path)
    let inits = sources.table.functions(path + ".init").filter { function in
      CallTypes.match(labels, function.parameters.filter { $0.label != "wrappedValue" }) != nil
    }
    if let function = inits.first {
      bindArguments(function.parameters.filter { $0.label != "wrappedValue" }, &binder, &result)
    } else if let value = call.argument("name") {
      result.names["name"] = name(value)
    }
    if let context = propertyType {
      if let text = sources.table.variable(path + ".wrappedValue")?.type {
        binder.unify(TypeSyntax(text), with: context)
      } else if generics.count == 1 {
        binder.bind(generics, to: [context])
      }
    }
    // An initializer of `extension Wrapper where Asked == Service`.
    for around in sources.table.types(path) where around.isExtension {
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
    return types.type(text.hasSuffix("!") ? String(text.dropLast()) : text, in: call.scope, bindings.types)
  }
}

/// Finds out what generic parameters stand for.
struct GenericBinder {
  let generics: Set<String>
  var types: [String: ServiceType] = [:]
  /// Those that two values would make different types of.
  private var contested: Set<String> = []

  init(_ generics: Set<String>) { self.generics = generics }

  mutating func bind(_ names: [String], to found: [ServiceType]) {
    for (name, type) in zip(names, found) { set(name, type) }
  }

  /// Binds the parameters in a type, as it is written, to the parts of the type that takes its place.
  mutating func unify(_ syntax: TypeSyntax, with type: ServiceType) {
    switch syntax {
    case .named(let names) where names.count == 1 && generics.contains(names[0].text):
      set(names[0].text, type)
    case .named(let names):
      let arguments = names.flatMap(\.arguments)
      guard names.last?.text == type.head.name, arguments.count == type.parts.count else { return }
      for (argument, part) in zip(arguments, type.parts) { unify(argument, with: part) }
    case .optional(let wrapped):
      unify(wrapped, with: type.unwrapped ?? type)
    case .array(let element) where type.isList: unify(element, with: type.parts[0])
    default: break
    }
  }

  private mutating func set(_ name: String, _ type: ServiceType) {
    guard !contested.contains(name) else { return }
    if let known = types[name], known != type {
      // Of a value and an optional of it, or of two subtypes, nobody sees what the compiler makes.
      types[name] = nil
      contested.insert(name)
    } else {
      types[name] = type
    }
  }
}
