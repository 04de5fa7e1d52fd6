extension Record {
  /// Runs the factory of a record whose mode is special, and the decorators.
  func makeSpecial(_ mode: Mode, _ resolver: Container, _ arguments: Arguments, _ slot: Slot?) throws
    -> Instance?
  {
    guard let decorators = try prepare(mode) else { return try recipe.factory(resolver, arguments, slot) }
    return try makeDecorated(by: recipe, decorators, resolver, arguments)
  }

  /// Checks that the service may be built here, and returns its decorators, if it has some.
  @inline(never)
  private func prepare(_ mode: Mode) throws -> [Decorator]? {
    if recipe.asyncFactory != nil { throw refusal() }
    if let isolation = recipe.isolation { try check(isolation) }
    guard mode.isChanged else { return nil }
    let settings = present.settings
    if settings.completions.contains(where: \.isAwaited) { throw refusal() }
    for completion in settings.completions {
      if let isolation = completion.isolation { try check(isolation) }
    }
    for decorator in settings.decorators { if let isolation = decorator.isolation { try check(isolation) } }
    return settings.decorators.isEmpty ? nil : settings.decorators
  }
  package func makeDecorated(
    by recipe: Recipe, _ resolver: any Resolver, _ arguments: Arguments
  ) throws -> Instance {
    try makeDecorated(by: recipe, whole.settings.decorators, resolver, arguments)
  }
  private func makeDecorated(
    by recipe: Recipe, _ decorators: [Decorator], _ resolver: any Resolver, _ arguments: Arguments
  ) throws -> Instance {
    for decorator in decorators { if let isolation = decorator.isolation { try check(isolation) } }
    var instance = try recipe.factory(resolver, arguments, nil)!
    for decorator in decorators { instance = try decorator.run(resolver, arguments, instance) }
    return instance
  }

  /// What must be awaited.
  ///
  /// The asking code may be a part of the service: then an `await` does not help.
  private func refusal() -> ResolutionError {
    let thread = Resolution.current
    let path = thread.path
    let isLoop = path.dropLast().contains { $0.isOf(self) }
    return thread.error(isLoop ? .loop : .needsAwait, ResolutionError.Extras(isAwaited: isLoop))
  }

  // MARK: - Actors

  private func check(_ isolation: Isolation) throws(ResolutionError) {
    let thread = Resolution.current
    if isolation.isCurrent(thread) { return }
    guard isolation.isEnforced || owner.reportsWrongActor else { return }
    let error = thread.error(.wrongActor, ResolutionError.Extras(isolation: isolation))
    if isolation.isEnforced { throw error }
    owner.report(error)
  }
  /// The actor on which an awaited resolve of a synchronous service runs.
  package var actorToVisit: Isolation? {
    if let isolation = recipe.isolation { return isolation }
    let settings = whole.settings
    return settings.completions.lazy.compactMap(\.isolation).first
      ?? settings.decorators.lazy.compactMap(\.isolation).first
  }
  package var enforcedActor: (any Actor)? {
    let settings = whole.settings
    let all =
      [recipe.isolation] + settings.decorators.map(\.isolation) + settings.completions.map(\.isolation)
    return all.lazy.compactMap { $0?.isEnforced == true ? $0?.actor : nil }.first
  }
}
