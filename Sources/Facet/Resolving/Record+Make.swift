// What the settings put around a factory. It is put together when they change, so that a resolve asks for nothing.

extension Recipe {
  /// The factory between the checks of the actors and the decorators; `nil` if there are none.
  func composed(with settings: Settings) -> Factory? {
    if asyncFactory != nil || settings.completions.contains(where: \.isAwaited) {
      return { _, _, _ in throw Resolution.current.refusal() }
    }
    if settings.completions.isEmpty, settings.decorators.isEmpty {
      // So it is for most that have an actor.
      guard let isolation else { return nil }
      return { [factory] resolver, arguments, slot in
        try Resolution.current.check(isolation)
        return try factory(resolver, arguments, slot)
      }
    }
    return check(actors(with: settings), before: decorated(by: settings.decorators))
  }
  /// The actors of all that runs for a service, that of the factory first.
  func actors(with settings: Settings) -> [Isolation] {
    ([isolation] + settings.completions.map(\.isolation) + settings.decorators.map(\.isolation))
      .compactMap(\.self)
  }
  /// The factory and the decorators, each on the right actor.
  package func decorated(by decorators: [Decorator]) -> Factory? {
    decorators.isEmpty
      ? nil
      : decorators.reduce(factory) { inner, decorator in
        { resolver, arguments, _ in
          .instance(try decorator.run(resolver, arguments, inner(resolver, arguments, nil).boxed))
        }
      }
  }
  private func check(_ actors: [Isolation], before make: Factory?) -> Factory? {
    if actors.isEmpty { return make }
    let make = make ?? factory
    return { resolver, arguments, slot in
      for actor in actors { try Resolution.current.check(actor) }
      return try make(resolver, arguments, slot)
    }
  }
}

extension Record {
  package func makeDecorated(by recipe: Recipe, _ resolver: any Resolver, _ arguments: Arguments) throws
    -> Instance
  {
    let make = recipe.decorated(by: settings.decorators) ?? recipe.factory
    return try make(resolver, arguments, nil).boxed
  }
  /// The actor on which an awaited resolve of a synchronous service runs.
  package var actorToVisit: Isolation? { recipe.actors(with: settings).first }
  package var enforcedActor: (any Actor)? { recipe.actors(with: settings).first(where: \.isEnforced)?.actor }
}

// Called in the frame of the service.
extension Resolution {
  private var innermost: Record { state.frames[state.frames.count - 1].record.object }

  /// The service must be awaited.
  ///
  /// The asking code may be a part of the service: then an `await` does not help.
  fileprivate func refusal() -> ResolutionError {
    let record = innermost
    let isLoop = path.dropLast().contains { $0.isOf(record) }
    return error(isLoop ? .loop : .needsAwait, ResolutionError.Extras(isAwaited: isLoop))
  }
  fileprivate func check(_ isolation: Isolation) throws(ResolutionError) {
    if isolation.isCurrent(self) { return }
    let owner = innermost.owner
    guard isolation.isEnforced || owner.reportsWrongActor else { return }
    let error = error(.wrongActor, ResolutionError.Extras(isolation: isolation))
    if isolation.isEnforced { throw error }
    owner.report(error)
  }
}
