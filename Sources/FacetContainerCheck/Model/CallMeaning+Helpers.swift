import FacetSyntax

// MARK: - Helpers of the user's

extension CallMeaning {
  /// Follows the call into the functions and types of its name that hand a type on.
  func readHelpers() {
    let first = reading.demands.count
    for helper in helpers {
      let bindings = self.bindings(for: helper)
      for inner in helper.calls where inner !== site && isReached(inner, in: helper) {
        reading.read(inner, bindings, depth: depth + 1)
      }
    }
    // One of several helpers is called, and one of the ways through it is gone.
    for index in first..<max(first, reading.demands.count) {
      let isOneOfSeveral = helpers.count > 1 || reading.demands[index].way == ""
      reading.demands[index].way = isOneOfSeveral ? "" : reading.demands[index].type.text
    }
  }

  /// Whether a call in a helper belongs to what the arguments here lead to: of a property wrapper, to one of its initializers.
  private func isReached(_ inner: CallFacts, in helper: HelperTable.Helper) -> Bool {
    guard helper.open.kind == .wrapper,
      let function = inner.scope.outward.first(where: { $0.kind == .function }), function.name == "init"
    else { return true }
    return function.parameters.withoutWrappedValue.places(of: labels) != nil
  }

  func findHelpers() -> [HelperTable.Helper] {
    var owners: [String] = []
    if sources.helpers.has(call.name) {
      switch receiver {
      case .other(let paths): owners = paths.flatMap { [$0] + sources.table[$0].ancestors }
      case .container: owners = ["Container", "Resolver"] + (receiverType.map { [$0.head.path] } ?? [])
      case .unknown: break
      }
    }
    return sources.helpers.named(call.name, on: owners, from: call.file.path).filter { helper in
      let kind = helper.open.kind
      guard (kind == .wrapper) == (call.form == .wrapper) else { return false }
      if kind == .wrapper || call.form == .mention { return kind != .function }
      let scope = helper.open.scope
      if kind == .function {
        // A type that is known has functions of its own, or of what it inherits from.
        if case .other(let paths) = receiver,
          !paths.contains(where: { sources.table.areRelated(scope.path, $0) })
        {
          return false
        }
        // What the sources add to a type of a library stands in an extension of that.
        if isOnStranger, scope.path.isEmpty || sources.table.declares(scope.path) { return false }
      } else if call.isSpecialized || scope.name != "init" {
        // Where its arguments are written, they are read by themselves.
        return !call.isSpecialized
      }
      guard let places = scope.parameters.places(of: labels) else { return false }
      // A parameter that takes `X.self` must get that, or a variable which holds it.
      return places.allSatisfy { index, place in
        mayBeMetatype(call.arguments[index])
          || TypeSyntax.instance(ofMetatype: scope.parameters[place].typeText) == nil
      } && takesFactory(scope.parameters)
    }
  }

  /// Whether the closure behind the parentheses takes as much as the last function among the parameters.
  private func takesFactory(_ parameters: [Parameter]) -> Bool {
    guard let taken = call.arguments.last(where: \.isTrailing)?.closureValue?.parameters,
      case .function(_, let type, _, _)? = parameters.map({ TypeSyntax($0.type.text) }).last(
        where: \.isFunction)
    else { return true }
    guard case .tuple(let types, _) = type else { return taken.count == 1 }
    return types.count == taken.count || types.contains(where: { $0 == .unreadable })
  }

  private func mayBeMetatype(_ value: Expression) -> Bool {
    switch value.operand.kind {
    case .metatype, .sequence: true
    case .chain: value.lastCall == nil && value.string == nil && value.closureValue == nil
    default: false
    }
  }
}
