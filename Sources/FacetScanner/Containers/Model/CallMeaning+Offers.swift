// MARK: - Registrations and forwards

extension CallMeaning {
  mutating func readRegistration(depth: Int) {
    if case .other = receiver {
      let before = reading.offers.count
      _ = readHelper(depth: depth)
      // A way that is not seen may lead to a container.
      if reading.offers.count == before { offerLike() }
      return
    }
    var type: ServiceType?
    if let service = call.serviceArgument {
      type = self.type(ofService: service)
      // Only a container takes a type that is computed; `register(cell, …)` is something else.
      if type == nil, !isOnContainer { return }
    } else {
      guard isOnContainer else {
        _ = readHelper(depth: depth)
        return
      }
      type = inferredService
    }
    let initializer = call.argument("initializer")
    // The parameters of an initializer are resolved, not handed over.
    let hasInitializer = initializer != nil || call.name == "autoregister"
    let closure = hasInitializer ? nil : closureInitializer
    let arguments =
      hasInitializer
      ? initializerArguments : closure == nil ? self.arguments(ofFactory: call.factory) : .none
    let first = offer(type, name(call.argument("name")), arguments)
    reading.offers[first].isAsync = hasAsyncFactory
    reading.offers[first].made = made
    if let initializer { demandParameters(of: initializer) }
    for parameter in closure ?? [] {
      guard let type = parameter.type else { continue }
      demand(type, .none, .none, parameter: parameter.name, isOfClosure: true)
    }
    readChain(behind: first)
  }

  /// The type of a registration that only its factory tells.
  private var inferredService: ServiceType? {
    switch call.factory {
    case .closure(let closure): return types.result(of: closure, bindings.types)
    case .member(let names):
      if names.count == 1, let text = types.resultText(ofFunctionNamed: names[0], in: call.scope) {
        return types.type(text, in: call.scope, bindings.types)
      }
      return types.type(of: .call(names.joined(separator: "."), labels: []), in: call.scope, bindings.types)
    default:
      switch call.argument("initializer") {
      case .member(let names)? where names.last == "init":
        return types.type(names.dropLast().joined(separator: "."), in: call.scope, bindings.types)
      case .specialized(let text)?, .reference(let text, _)?:
        return text.hasSuffix(".init")
          ? types.type(CallTypes.typeText(text), in: call.scope, bindings.types) : nil
      default: return nil
      }
    }
  }

  private var hasAsyncFactory: Bool {
    switch call.factory {
    case .closure(let closure): return closure.isAsync
    case .member(let names):
      let found = types.candidates(names.joined(separator: "."), in: call.scope)
      return !found.isEmpty && found.allSatisfy(\.isAsync)
    default: return false
    }
  }

  /// What the factory makes by calls of initializers, if it does nothing else.
  private var made: [ServiceType] {
    guard case .closure(let closure) = call.factory else { return [] }
    let found = closure.values.map { value -> ServiceType? in
      guard case .call(let callee, _) = value, TypeSyntax.lastName(callee).first?.isUppercase == true else {
        return nil
      }
      return types.type(of: value, in: closure.scope, bindings.types)
    }
    return found.contains { $0 == nil } ? [] : found.compactMap { $0 }
  }

  /// The types that `argument: A.self` and `arguments: A.self, B.self` take from who resolves.
  private var initializerArguments: ServiceArguments {
    .known(call.handedOver.map { type(ofService: $0) })
  }

  /// Each parameter of an initializer is resolved by its type.
  private mutating func demandParameters(of initializer: Expression) {
    let callee: String
    var found: [DeclaredFunction]
    switch initializer {
    case .member(let names): (callee, found) = candidates(names.joined(separator: "."))
    case .specialized(let text): (callee, found) = candidates(text)
    case .reference(let text, let labels):
      (callee, found) = candidates(text)
      found = found.filter { $0.parameters.map(\.label) == labels }
    default: return
    }
    guard found.count == 1, let function = found.first, !function.isGeneric else { return }
    var given = call.handedOver.map { type(ofService: $0) }
    if given.contains(nil) { return }
    var place = types.place(ofContainer: function.container)
    if let made = types.type(CallTypes.typeText(callee), in: call.scope, bindings.types) {
      place.bindings = types.bindings(of: function.container, asSeenFrom: made)
    }
    // `X.init` has a parameter for each that is written, with a default or without. What a structure gets from its
    // properties may come without those that have a value.
    let isWritten = !sources.table.functions(function.container + ".init").isEmpty
    for parameter in function.parameters where isWritten || !parameter.hasDefault {
      guard let type = sources.types.type(parameter.type, at: place) else { continue }
      if let index = given.firstIndex(of: type) {
        given.remove(at: index)
        continue
      }
      if case .function = TypeSyntax(parameter.type) { continue }
      demand(type, .none, .none, parameter: parameter.name)
    }
  }

  private func candidates(_ callee: String) -> (String, [DeclaredFunction]) {
    (callee, types.candidates(callee, in: call.scope))
  }

  private mutating func readChain(behind first: Int) {
    for link in call.chain {
      guard link.name == "implements" else { continue }
      let name = name(link.arguments.first { $0.label == "name" }?.value)
      for argument in link.arguments where argument.label == nil && !argument.isTrailing {
        forward(type(ofService: argument.value), name, to: first, at: link.location)
      }
    }
  }

  /// `entry.implements(X.self)` on a variable.
  mutating func readImplements() {
    guard !call.receiver.isEmpty else { return }
    let name = name(call.argument("name"))
    for argument in call.arguments where argument.label == nil && !argument.isTrailing {
      guard let type = type(ofService: argument.value) else { continue }
      let index = offer(type, name, .unknown)
      reading.offers[index].isAnywhere = true
    }
  }

  mutating func readForward() {
    guard let service = call.serviceArgument else { return }
    let type = type(ofService: service)
    // The entry may be registered on the spot, which makes an offer of its own.
    offer(type, name(call.argument("name")), .unknown)
  }

  /// A registration in words that are not known: it may have any name and any arguments.
  mutating func offerLike() {
    guard let service = call.serviceArgument else { return }
    let type = type(ofService: service)
    // What is done to something else may come to a container, but only with the type that is named.
    if type == nil, !isOnContainer { return }
    let index = offer(type, .unknown, .unknown)
    reading.offers[index].isGuess = !isOnContainer
  }

  /// A registration of which nothing can be seen.
  mutating func offerAnything() {
    let index = offer(nil, .unknown, .unknown)
    reading.offers[index].isAnywhere = true
  }

  // MARK: Making offers

  @discardableResult
  private mutating func offer(_ type: ServiceType?, _ name: ServiceName, _ arguments: ServiceArguments) -> Int
  {
    reading.offers.append(
      ServiceOffer(
        type: type, name: name, arguments: sources.usesResolver ? .none : arguments,
        location: siteCall.location, call: reading.site,
        target: nil,
        objectScope: objectScope, cluster: cluster, isOfTests: sources.isOfTests[reading.site.file],
        container: family(of: siteCall.receiver, in: siteCall.scope)))
    return reading.offers.count - 1
  }

  private mutating func forward(
    _ type: ServiceType?, _ name: ServiceName, to target: Int, at location: SourceLocation
  ) {
    var offer = reading.offers[target]
    offer.type = type
    offer.name = name
    offer.target = target
    // What a helper forwards is shown where the helper is called.
    if siteCall.location == call.location { offer.location = location }
    reading.offers.append(offer)
  }

  /// The call in the user's sources, be it this one or one of a helper.
  var siteCall: CallFacts { sources.files[reading.site.file].value.calls[reading.site.call] }

  private var objectScope: String {
    for link in siteCall.chain.reversed() where link.name == "inObjectScope" || link.name == "scope" {
      switch link.arguments.first?.value {
      case .member(let names)?:
        // A parameter stands for different scopes at different times.
        if names.count == 1, case .parameter? = siteTypes.local(names[0], in: siteCall.scope) {
          return "custom"
        }
        return names.last ?? ""
      // `.perArgument(limit: 3)`; or a scope that is made on the spot.
      case .call(let callee, _)?:
        let name = TypeSyntax.lastName(callee)
        return name == "ObjectScope" || name == "init" ? "custom" : name
      default: break
      }
    }
    return ""
  }

  /// The type around the call; else the function; else the file.
  private var cluster: String {
    let facts = sources.files[reading.site.file].value
    var scope = siteCall.scope
    var function = ""
    while scope >= 0 {
      let here = facts.scopes[scope]
      if here.kind == .type || here.kind == .extension { return here.name }
      if here.kind == .function { function = here.name }
      scope = here.parent
    }
    if !function.isEmpty { return function + "()" }
    return facts.path.split(separator: "/").last.map(String.init) ?? facts.path
  }
}
