// A whole resolve: every key that is resolved comes in here, and every service leaves here.

extension Container {
  /// Resolves a key.
  ///
  /// *With a slot the service is put there, unless a box of it exists, which is returned; without one a box is always returned.*
  @inline(__always)
  func serve(
    _ key: ServiceKey, _ arguments: Arguments, to slot: Slot?, isObserved: Bool = false
  ) throws(ResolutionError) -> Answer {
    let thread = Resolution.current
    if registry.isObserved, !isObserved { return try serveObserved(key, arguments, to: slot) }
    switch registry.find(key, thread.number) {
    case .kept(let instance):
      thread.note(instance)
      return .instance(instance)
    case .found(let found):
      thread.enter()
      // A request and its frame hold nothing.
      defer { withExtendedLifetime(found) { thread.leave() } }
      return try found.registration.resolve(found.request(arguments, by: thread, to: slot), from: self)
    case .notRegistered: return try serveUnregistered(key, arguments, to: slot)
    case .closed(let registry): throw thread.closed(key, in: registry)
    }
  }
  /// Resolves what was found before.
  func resolve(_ found: Found, _ arguments: Arguments) throws(ResolutionError) -> Instance {
    let thread = Resolution.current
    thread.enter()
    defer { withExtendedLifetime(found) { thread.leave() } }
    return try found.registration.resolve(found.request(arguments, by: thread), from: self).boxed
  }
  /// Resolves a registration that is at hand.
  package func resolve(_ registration: Registration, _ arguments: Arguments) throws(ResolutionError)
    -> Instance
  {
    switch registration.look(askedBy: registry.builder) {
    case .kept(let instance):
      Resolution.current.note(instance)
      return instance
    case .found(let found): return try resolve(found, arguments)
    case .notRegistered, .closed: throw Resolution.current.closed(registration.key, in: registration.owner)
    }
  }
  /// Resolves a key, and returns the service in a box.
  @inline(never)
  func box(_ key: ServiceKey, _ arguments: Arguments) throws(ResolutionError) -> Instance {
    try serve(key, arguments, to: nil).boxed
  }
}

extension Registration {
  /// Where the way of a service begins: its scope says who builds it, and who gets it.
  @inline(__always)
  func resolve(_ request: Request, from asked: Container) throws(ResolutionError) -> Answer {
    if isForward { return try known(self, as: Forward.self).convert(request, from: asked) }
    let record = known(self, as: Record.self)
    switch request.kind {
    case .graph: return try record.graph(request, from: asked)
    case .transient: return try record.transient(request, from: asked)
    case .container, .weak, .custom, .scoped, .perArgument:
      return try record.shared(request, from: asked.registry)
    }
  }
}
