/// The registration that a child makes for a service of a parent which the child decorates.
extension Registry {
  /// Registers what wraps a parent's service, and takes its forwards over.
  func wrap(_ known: Registration, at location: CodeLocation) {
    let (key, inner) = (known.key, known.record)
    let makeFactory: @Sendable (Registry) -> Recipe.Factory = { owner in
      // The registry has the recipe, so it is there as long as the factory runs.
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
    // Before it is there: a forward that comes meanwhile looks for it.
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

  /// The reason why the parent does not have what is wrapped here.
  fileprivate func parentLacks(_ key: ServiceKey) -> ResolutionError {
    isClosed ? closed(key, Thread.current) : ResolutionError(.notRegistered, key: key, search: self)
  }

  /// Resolves what a registration of a parent has, with the services of this container.
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
    // Not of the container that was asked, which may be a child of the one that decorates.
    let owner = AwaitedBuild.behind(resolver).record.owner
    guard let registration = owner.parent?.found(key) else {
      throw owner.parentLacks(key)
    }
    try await Registry.awaitPart(registration, arguments, by: resolver, to: slot)
  }
}
