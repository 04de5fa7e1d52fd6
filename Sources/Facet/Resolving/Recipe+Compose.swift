// The code that the settings put around a factory: it is composed when they change, so that a resolve asks for nothing.

extension Recipe {
  /// A recipe whose factory checks first whether it runs on its actor.
  package init(_ traits: Traits? = nil, factory: @escaping Factory) {
    self.traits = traits
    guard let isolation = traits?.isolation, traits?.asyncFactory == nil else {
      self.factory = factory
      return
    }
    self.factory = { resolver, arguments, slot in
      try Resolution.current.check(isolation)
      return try factory(resolver, arguments, slot)
    }
  }

  /// The factory between the checks of the actors and the decorators; `nil` if there are none.
  func composed(with settings: Settings) -> Factory? {
    if asyncFactory != nil || settings.completions.contains(where: \.isAwaited) {
      return { _, _, _ in throw Resolution.current.mustBeAwaited() }
    }
    let make = settings.decorators.isEmpty ? nil : decorated(by: settings.decorators)
    let actors = actors(with: settings)
    // The factory itself checks its own.
    if actors.count == (isolation == nil ? 0 : 1) { return make }
    return { [factory] resolver, arguments, slot in
      for actor in actors { try Resolution.current.check(actor) }
      return try (make ?? factory)(resolver, arguments, slot)
    }
  }
  /// The factory, and the decorators in their order.
  package func decorated(by decorators: [Decorator]) -> Factory {
    { [factory] resolver, arguments, _ in
      var instance = try factory(resolver, arguments, nil).boxed
      Resolution.current.beginDecorators()
      do {
        for decorator in decorators { instance = try decorator.run(resolver, arguments, on: instance) }
      } catch {
        Resolution.current.keepUnfinished(instance)
        throw error
      }
      return .instance(instance)
    }
  }
  /// The actors of all that runs for a service, that of the factory first.
  func actors(with settings: Settings) -> [Isolation] {
    ([isolation] + settings.completions.map(\.isolation) + settings.decorators.map(\.isolation))
      .compactMap(\.self)
  }
}

extension Record {
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
  fileprivate func mustBeAwaited() -> ResolutionError {
    let record = innermost
    let isLoop = path.dropLast().contains { $0.isOf(record) }
    return error(isLoop ? .loop : .needsAwait, with: ResolutionError.Extras(isAwaited: isLoop))
  }
  /// An instance that a factory has made ends, whoever fails afterwards: when the frame has ended.
  fileprivate func keepUnfinished(_ instance: Instance) {
    state.frames.last?.build?.object.unfinished.append(instance)
  }
  func check(_ isolation: Isolation) throws(ResolutionError) {
    if isolation.isCurrent(self) { return }
    let owner = innermost.owner
    guard isolation.isEnforced || owner.reportsWrongActor else { return }
    let error = error(.wrongActor, with: ResolutionError.Extras(isolation: isolation))
    if isolation.isEnforced { throw error }
    owner.report(error)
  }
}
