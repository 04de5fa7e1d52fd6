/// The registration that a child makes when it decorates a service of a parent.
extension Registry {
  /// Registers the wrapper of a parent's service, and takes over the forwards of that service.
  func wrap(_ known: Registration, at location: CodeLocation) {
    let (key, inner) = (known.key, known.record)
    let makeFactory: @Sendable (Registry) -> Recipe.Factory = { owner in
      // The registry holds the recipe, so it holds no registry.
      let owner = Borrowed(owner)
      return { resolver, arguments, slot in
        guard let registration = owner.object.parent?.found(key) else { throw owner.object.parentLacks(key) }
        return .instance(try resolver.asked!.ownContainer.resolve(registration, arguments))
      }
    }
    var settings = Settings(scope: inner.settings.scope)
    settings.wrappingFactory = makeFactory
    let details = Recipe.Details(
      isolation: inner.actorToVisit, asyncFactory: inner.mustBeAwaited ? awaitParents(key) : nil)
    let outer = Record(
      key, at: location, Recipe(details, factory: makeFactory(self)), owner: self, settings)
    decorate(outer)
    // Before the registration is visible: a forward that is added meanwhile looks for it.
    _ = Registry.hasWrappers.exchange(true)
    add(outer)
    guard !known.isForward else { return }
    for registry in line {
      for registration in registry.registrations()
      where registration.isForward && registration.record === inner {
        let isOwn = registry === self
        if isOwn || self.registration(of: registration.key) == nil, let forward = registration.forward {
          lead(forward, to: outer)
        }
      }
    }
  }

  /// The error if the parent does not have the decorated service.
  fileprivate func parentLacks(_ key: ServiceKey) -> ResolutionError {
    let thread = Resolution.current
    return isClosed ? thread.closed(key, self) : missing(key, thread.path)
  }
}

/// The factory of a decorated service that must be awaited.
private func awaitParents(_ key: ServiceKey) -> Recipe.AsyncFactory {
  { resolver, arguments in
    // Use the owner: the container that was asked may be a child of the decorating container.
    let build = resolver.awaited!
    let owner = build.record!.owner
    guard let registration = owner.parent?.found(key) else { throw owner.parentLacks(key) }
    return try await build.serve(registration, arguments)
  }
}
