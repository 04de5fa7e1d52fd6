import FacetSyntax

// MARK: - Registrations and forwards

extension CallMeaning {
  func readRegistration() {
    if case .other = receiver {
      let before = reading.offers.count
      readHelpers()
      // A way that is not seen may lead to a container.
      if reading.offers.count == before { offerLike() }
      return
    }
    var made = TypeReading.anything
    if let service = call.serviceArgument {
      // Only a container takes a type that is computed; `register(cell, …)` is something else.
      made = TypeReading(type(ofService: service))
      if made.isAnything, !isOnContainer { return }
    } else {
      if let factory = call.factoryOrInitializer { made = types.made(byFactory: factory) }
      // What a closure gets may be a container, but only such a one makes it of nothing that is known.
      let mayBeOne = isOnStranger && helpers.isEmpty && site.file.seesContainers && !made.isAnything
      guard isOnContainer || mayBeOne else { return readHelpers() }
    }
    let initializer = call.argument("initializer") ?? (call.name == "autoregister" ? call.factory : nil)
    // The parameters of an initializer are resolved, not handed over, but for `argument: A.self` and `arguments: A.self, B.self`.
    let hasInitializer = initializer != nil || call.name == "autoregister"
    let arguments =
      hasInitializer
      ? .known(call.handedOver.map { self.type(ofService: $0) }) : self.arguments(ofFactory: call.factory)
    let first = offer(made, name(call.argument("name")), arguments)
    reading.offers[first].isGuess = isOnStranger
    if let initializer { demandParameters(of: initializer) }
    readChain(behind: first)
  }

  /// Each parameter of an initializer is resolved by its type.
  private func demandParameters(of initializer: Expression) {
    var given = call.handedOver.map { type(ofService: $0) }
    let parameters =
      initializer.closureValue.map(parameters(of:)) ?? parameters(ofInitializer: initializer.operand)
    let unread = "the parameters of this initializer cannot be read"
    guard let parameters, !given.contains(nil) else { return noteUnread(unread) }
    for (name, type) in parameters {
      if let index = given.firstIndex(of: type) {
        given.remove(at: index)
      } else if let type {
        demand(type, .none, .none, parameter: name)
      } else {
        noteUnread(unread)
      }
    }
  }

  /// What an initializer takes, but for functions; `nil` where nobody sees which one it is.
  private func parameters(ofInitializer chain: Expression) -> [(name: String, type: ServiceType?)]? {
    let (all, made) = chain.kind == .chain ? types.candidates(chain) : ([], nil)
    // What gives an optional is no initializer of the service.
    let found = all.count > 1 ? all.filter { !$0.isFailable } : all
    guard found.count == 1, let function = found.first, !function.isGeneric else { return nil }
    let place = types.place(of: function, asSeenFrom: made)
    // `X.init` has a parameter for each that is written, with a default or without. What a structure gets from its
    // properties may come without those that have a value.
    let isWritten = !sources.table[function.container + ".init"].functions.isEmpty
    return function.parameters.compactMap { parameter in
      guard isWritten || !parameter.hasDefault, let type = sources.types.type(parameter.typeText, at: place),
        type.head.form != "->"
      else { return nil }
      return (parameter.name, type)
    }
  }

  private func readChain(behind first: Int) {
    for link in call.chain where link.name == "implements" {
      let name = name(link.arguments.first { $0.label == "name" })
      for argument in link.arguments where argument.label == nil && !argument.isTrailing {
        var offer = reading.offers[first]
        (offer.reading, offer.name, offer.target) = (TypeReading(type(ofService: argument)), name, first)
        // What a helper forwards is shown where the helper is called.
        if site.location == call.location { offer.location = link.location }
        reading.offers.append(offer)
      }
    }
  }

  /// `entry.implements(X.self)` on a variable.
  func readImplements() {
    guard !call.receiver.isEmpty else { return }
    let name = name(call.argument("name"))
    for argument in call.arguments where argument.label == nil && !argument.isTrailing {
      guard let type = type(ofService: argument) else { continue }
      offer(.type(type), name, .unknown)
    }
  }

  func readForward() {
    guard let service = call.serviceArgument else { return }
    // The entry may be registered on the spot, which makes an offer of its own.
    offer(TypeReading(type(ofService: service)), name(call.argument("name")), .unknown)
  }

  /// A registration in words that are not known: it may have any name and any arguments.
  func offerLike() {
    guard let service = call.serviceArgument else { return }
    let type = type(ofService: service)
    // What is done to something else may come to a container, but only with the type that is named.
    if type == nil, !isOnContainer { return }
    let index = offer(TypeReading(type), .unknown, .unknown)
    reading.offers[index].isGuess = !isOnContainer
  }

  // MARK: Making offers

  @discardableResult
  func offer(_ made: TypeReading, _ name: ServiceName, _ arguments: ServiceArguments) -> Int {
    reading.offers.append(
      ServiceOffer(
        reading: made, name: name, arguments: sources.usesResolver ? .none : arguments,
        location: site.location, call: site, objectScope: objectScope, isAsync: isAsync,
        isEager: links.contains(where: sources.startsEagerly)))
    return reading.offers.count - 1
  }

  /// The calls on the result, here and in the helper.
  private var links: [CallFacts.Link] { site === call ? call.chain : call.chain + site.chain }

  /// Whether the factory takes an `await`.
  private var isAsync: Bool {
    guard sources.usesLibrary, let factory = call.factory else { return false }
    if let closure = factory.closureValue { return closure.isAsync }
    let found = factory.names == nil ? [] : types.candidates(factory.operand).functions
    return !found.isEmpty && found.allSatisfy(\.declaration.effects.isAsync)
  }

  private var objectScope: ServiceScope {
    for (index, link) in links.enumerated().reversed() {
      let isOfHelper = site !== call && index < call.chain.count
      // The scope may be a parameter of a helper.
      if isOfHelper, let names = link.arguments.first?.names, names.count == 1, let bound = scopes[names[0]] {
        return bound
      }
      let view = isOfHelper ? types : CallTypes(site, sources.types)
      if let scope = view.objectScope(of: link, sources) { return scope }
    }
    return types.defaultScope(of: call)
  }
}
