// MARK: - Closures without a resolver

extension CallMeaning {
  /// A parameter of a closure; its type is `nil` where that cannot be seen.
  struct ClosureParameter {
    var name: String
    var type: ServiceType?
  }

  /// The types of which a value is more likely to be an argument of a resolve than a service.
  static let plainTypes: Set<String> = ["String", "Int", "Double", "Bool", "URL"]

  /// The parameters of `register(X.self) { title in X(title: title) }`, which are resolved, because none of them is a resolver.
  ///
  /// It is `nil` for a factory, and where nobody can tell.
  var closureInitializer: [ClosureParameter]? {
    guard sources.usesLibrary, call.name == "register", call.serviceArgument != nil, isOnContainer,
      call.argument("factory") == nil, case .closure(let closure)? = call.factory, !closure.isAsync,
      !hasOwnRegister
    else { return nil }
    let found = parameters(of: closure)
    guard let first = found.first, isNoResolver(first.type) else { return nil }
    return found.contains { isResolver($0.type) } ? nil : found
  }

  /// Whether a container has a function of the user's that may be meant.
  private var hasOwnRegister: Bool {
    !sources.helpers.named("register").isEmpty
      || ["Container", "Resolver"].contains { !sources.table.functions($0 + ".register").isEmpty }
  }

  private func parameters(of closure: Expression.Closure) -> [ClosureParameter] {
    guard let written = closure.parameters else {
      return (0..<max(0, closure.highestAnonymous + 1)).map { number in
        let use = use(of: "$\(number)", in: closure)
        return ClosureParameter(name: use?.label ?? "value", type: use?.type)
      }
    }
    return written.map { parameter in
      let type =
        parameter.type.map { types.type($0, in: closure.scope, bindings.types) }
        ?? use(of: parameter.name, in: closure)?.type
      return ClosureParameter(name: parameter.name, type: type)
    }
  }

  /// The parameter that a name fills in the call whose result the closure returns.
  private func use(of name: String, in closure: Expression.Closure) -> (label: String?, type: ServiceType?)? {
    guard let index = closure.handedOn.firstIndex(of: name),
      case .call(let callee, let labels)? = closure.values.last,
      let found = types.parameter(index, labels, of: callee, in: closure.scope)
    else { return nil }
    if case .function = TypeSyntax(found.text) { return (labels[index], nil) }
    return (labels[index], sources.types.type(found.text, at: found.place))
  }

  /// Whether a factory certainly cannot have such a first parameter.
  private func isNoResolver(_ type: ServiceType?) -> Bool {
    guard let type, !isResolver(type) else { return false }
    switch type.wrapped {
    case .optional(let wrapped)?: return isNoResolver(wrapped)
    case .deferred?: return true
    case nil: return Self.plainTypes.contains(type.text) || type.isResolved && type.head.isName
    }
  }

  private func isResolver(_ type: ServiceType?) -> Bool {
    guard let type else { return false }
    return sources.table.isContainer(type.head.path) || type.parts.contains { isResolver($0) }
  }
}
