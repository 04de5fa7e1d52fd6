// MARK: - Helpers of the user's

extension CallMeaning {
  /// Follows the call into the functions of its name that hand a type on.
  ///
  /// - Returns: Whether there was one that it fits.
  mutating func readHelper(depth: Int) -> Bool {
    let helpers = fittingHelpers
    for helper in helpers {
      let bindings = self.bindings(for: sources.files[helper.file].scopes[helper.scope])
      for inner in helper.calls where inner != reading.site && isReached(inner, in: helper) {
        reading.read(inner, bindings, depth: depth + 1)
      }
    }
    return !helpers.isEmpty
  }

  /// Whether a call in a helper belongs to what the arguments here lead to: of a property wrapper, to one of its initializers.
  private func isReached(_ inner: CallIdentity, in helper: HelperTable.Helper) -> Bool {
    guard helper.isWrapper else { return true }
    let facts = sources.files[inner.file]
    var scope = facts.calls[inner.call].scope
    while scope >= 0, facts.scopes[scope].kind != .function { scope = facts.scopes[scope].parent }
    guard scope >= 0, facts.scopes[scope].name == "init" else { return true }
    // The value that a property begins with is no argument of the attribute.
    let parameters = facts.scopes[scope].parameters.filter { $0.label != "wrappedValue" }
    return CallTypes.match(labels, parameters) != nil
  }

  private var fittingHelpers: [HelperTable.Helper] {
    let named = sources.helpers.named(call.name)
    guard !named.isEmpty else { return [] }
    let receiver = receiver
    return named.filter { helper in
      guard helper.isWrapper == (call.form == .wrapper) else { return false }
      // A type that is known has functions of its own, or of what it inherits from.
      if case .other(let path) = receiver, !sources.table.areRelated(self.path(of: helper), path) {
        return false
      }
      let parameters = sources.files[helper.file].scopes[helper.scope].parameters
      return helper.isWrapper || CallTypes.match(labels, parameters) != nil
    }
  }

  private func path(of helper: HelperTable.Helper) -> String {
    CallTypes(facts: sources.files[helper.file], table: sources.table, types: sources.types)
      .place(helper.scope).path
  }

  var labels: [String?] {
    call.arguments.map { $0.isTrailing ? "{" : $0.label }
  }

  private func bindings(for scope: ScopeFacts) -> CallReading.Bindings {
    var result = CallReading.Bindings()
    if call.form == .wrapper {
      guard scope.generics.count == 1, let generic = scope.generics.first else { return result }
      result.types[generic] = types.contextType(of: call.context, in: call.scope, bindings.types)
      if let value = call.argument("name") { result.names["name"] = name(value) }
      return result
    }
    let places = CallTypes.match(labels, scope.parameters) ?? [:]
    var filled: Set<Int> = []
    for (index, argument) in call.arguments.enumerated() {
      let place =
        argument.isTrailing ? scope.parameters.lastIndex { $0.type.lastArrow != nil } : places[index]
      guard let place else { continue }
      filled.insert(place)
      let parameter = scope.parameters[place]
      result.names[parameter.name] = name(argument.value)
      bind(parameter.type, to: argument.value, scope.generics, &result)
    }
    for (index, parameter) in scope.parameters.enumerated() where !filled.contains(index) {
      result.names[parameter.name] = parameter.isNilByDefault ? ServiceName.none : .unknown
    }
    // The surroundings tell what the arguments do not.
    if let text = scope.result,
      let context = types.contextType(of: call.context, in: call.scope, bindings.types)
    {
      bindResult(TypeSyntax(text), to: context, scope.generics, &result)
    }
    return result
  }

  private func bind(
    _ parameter: String, to value: Expression, _ generics: Set<String>, _ result: inout CallReading.Bindings
  ) {
    let syntax = TypeSyntax(parameter)
    if case .metatype(.named(let names)) = syntax, names.count == 1, generics.contains(names[0].text) {
      result.types[names[0].text] = type(ofService: value)
    } else if case .named(let names) = syntax, names.count == 1, generics.contains(names[0].text) {
      result.types[names[0].text] = types.type(of: value, in: call.scope, bindings.types)
    } else if let text = CallTypes.resultText(parameter), generics.contains(text), result.types[text] == nil {
      if case .closure(let closure) = value {
        result.types[text] = types.result(of: closure, bindings.types)
      } else if parameter.contains("autoclosure") {
        result.types[text] = types.type(of: value, in: call.scope, bindings.types)
      } else if case .member(let names) = value {
        result.types[text] = types.type(
          of: .call(names.joined(separator: "."), labels: []), in: call.scope, bindings.types)
      }
    }
  }

  private func bindResult(
    _ syntax: TypeSyntax, to context: ServiceType, _ generics: Set<String>,
    _ result: inout CallReading.Bindings
  ) {
    switch syntax {
    case .named(let names) where names.count == 1 && generics.contains(names[0].text):
      let isKnown = result.types[names[0].text] != nil
      var context = context
      if call.isForced, case .optional(let wrapped)? = context.wrapped { context = wrapped }
      if !isKnown { result.types[names[0].text] = context }
    case .optional(let wrapped):
      if case .optional(let inner)? = context.wrapped {
        bindResult(wrapped, to: inner, generics, &result)
      } else {
        bindResult(wrapped, to: context, generics, &result)
      }
    default: break
    }
  }
}
