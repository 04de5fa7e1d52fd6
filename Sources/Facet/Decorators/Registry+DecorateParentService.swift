/// The registration that a child makes when it decorates a service of a parent.
extension Registry {
  /// Registers the wrapper of a parent's service, and takes over the forwards of that service.
  func wrap(_ known: Registration, at location: CodeLocation) {
    let (key, inner) = (known.key, known.record)
    let makeFactory: @Sendable (Registry) -> Recipe.Factory = { owner in
      // The registry holds the recipe, so the registry lives as long as the factory runs.
      let owner = Borrowed(owner)
      return { resolver, arguments, slot in
        guard let registration = owner.object.parent?.found(key) else {
          throw owner.object.parentLacks(key)
        }
        try Registry.asked(by: resolver).resolve(behind: registration, arguments, slot)
      }
    }
    var settings = Settings(scope: inner.settings.scope)
    settings.wrappingFactory = makeFactory
    let details = RecipeDetails(
      isolation: inner.actorToVisit, asyncFactory: inner.mustBeAwaited ? awaitParents(key) : nil)
    let outer = Record(
      key, at: location,
      Recipe(
        slotType: SlotType(opening: key.serviceType), arguments: inner.recipe.arguments, details: details,
        factory: makeFactory(self)),
      owner: self, configuration: .make(settings))
    decorate(outer)
    // Before the registration is visible: a forward that is added meanwhile looks for it.
    Registry.isWrapping.store(true, ordering: .sequentiallyConsistent)
    _ = add(outer)
    guard !known.isForward else { return }
    for registry in sequence(first: self, next: \.parent) {
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
    isClosed ? closed(key, Thread.current) : ResolutionError(.notRegistered, key: key, search: self)
  }

  /// Resolves a registration of a parent, with the services of this container.
  private func resolve(behind registration: Registration, _ arguments: Arguments?, _ slot: Slot) throws {
    let record = registration.record
    guard let forward = registration.forward else {
      if case .failed(let error) = resolve(record, arguments, slot) { throw error }
      return
    }
    try Slot.withOpened(record.serviceType) { service throws(ResolutionError) in
      if case .failed(let error) = resolve(record, arguments, service) { throw error }
      forward.convert(service, to: slot)
    }
  }
}

/// Awaits the service of a parent, for the decorator of a child.
private func awaitParents(_ key: ServiceKey) -> Recipe.AsyncFactory {
  { resolver, arguments, slot in
    // Use the owner: the container that was asked may be a child of the decorating container.
    let owner = AwaitedBuild.behind(resolver).record.owner
    guard let registration = owner.parent?.found(key) else {
      throw owner.parentLacks(key)
    }
    try await Registry.awaitPart(registration, arguments, by: resolver, to: slot)
  }
}
