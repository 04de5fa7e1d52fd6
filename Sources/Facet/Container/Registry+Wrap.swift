/// The registration that a child makes for a service of a parent which the child decorates.
extension Registry {
  /// Registers what wraps a parent's service, and takes its forwards over.
  @_optimize(size)
  func wrap(_ known: Registration, at location: CodeLocation) {
    let (key, inner) = (known.key, known.record)
    let makeFactory: @Sendable (Registry) -> Factory = { owner in
      .general { [unowned(unsafe) owner] resolver, arguments, result in
        // The registry has the recipe, so it is there as long as the factory runs.
        guard let registration = owner.parent?.found(key) else {
          throw ResolutionError(.notRegistered, key: key, search: owner)
        }
        try Registry.asked(by: resolver).resolve(behind: registration, arguments, result)
      }
    }
    var settings = Settings(scope: inner.settings.scope)
    settings.wrappingFactory = makeFactory
    let details = RecipeDetails(
      isolation: inner.actorToVisit, asyncFactory: inner.mustBeAwaited ? awaitParents(key) : nil)
    let outer = Record(
      key, at: location,
      Recipe(
        size: OpaqueValue.size(key.serviceType), alignment: OpaqueValue.alignment(key.serviceType),
        arguments: inner.recipe.arguments, details: details, factory: makeFactory(self)),
      owner: self, configuration: .make(settings))
    notes.decorate(outer)
    // Before it is there: a forward that comes meanwhile looks for it.
    Registry.isWrapping.store(true, ordering: .sequentiallyConsistent)
    _ = add(outer)
    guard !known.isForward else { return }
    for registry in sequence(first: self, next: \.parent) {
      for registration in registry.registrations()
      where registration.isForward && registration.record === inner {
        let isOwn = registry === self
        if isOwn || self.registration(of: registration.key) == nil {
          lead(unsafeDowncast(registration, to: Forward.self), to: outer)
        }
      }
    }
  }

  /// Resolves what a registration leads to, as the type of its key.
  private func resolve(
    behind registration: Registration, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer
  ) throws {
    let record = registration.record
    let isForward = registration.isForward
    let target = isForward ? OpaqueValue.allocate(record.serviceType) : result
    defer { if isForward { target.deallocate() } }
    if case .failed(let error) = resolve(record, arguments, target) { throw error }
    if isForward { unsafeDowncast(registration, to: Forward.self).move(from: target, to: result) }
  }
}

extension Forward {
  /// Moves the target's service from `source` to `result` as the forwarded type.
  func move(from source: UnsafeMutableRawPointer, to result: UnsafeMutableRawPointer) {
    if conversion == nil {
      move(from: source, isReference: false, to: result)
    } else {
      convert(from: source, to: result)
    }
  }
}

/// An asynchronous factory that awaits what the parent has for a key.
private func awaitParents(_ key: ServiceKey) -> Recipe.AsyncFactory {
  { resolver, arguments, result in
    // Not of the container that was asked, which may be a child of the one that decorates.
    let owner = Registry.build(behind: resolver).record.owner
    guard let registration = owner.parent?.found(key) else {
      throw ResolutionError(.notRegistered, key: key, search: owner)
    }
    try await Registry.awaitPart(registration, arguments, by: resolver, to: result)
  }
}
