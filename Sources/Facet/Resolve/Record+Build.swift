/// A build with more to do than running the factory: checking actors, and decorating.
extension Record {
  /// Checks the actors that the service needs, and builds.
  @inline(never)
  func buildSpecially(_ resolver: any Resolver, _ arguments: Arguments?, _ slot: Slot) throws {
    if isAwaited { throw refusal() }
    if let isolation = recipe.isolation { try check(isolation) }
    guard configuration.read({ $0.duty != .nothing }) else {
      return try recipe.factory(resolver, arguments, slot)
    }
    // Not through `settings`, which takes a lock.
    let (decorators, actors) = configuration.read { ($0.settings.decorators, $0.settings.completionActors) }
    for isolation in actors { if let isolation { try check(isolation) } }
    try build(by: recipe, decorators, resolver, arguments, slot)
  }

  /// The reason why a synchronous resolve cannot build a service that must be awaited; in the frame of the
  /// service.
  private func refusal() -> ResolutionError {
    let thread = Thread.current
    // The asking code may be a part of the service: then an `await` does not help.
    var frames = 0
    _ = thread.lastFrame {
      if $0.record.object === self { frames += 1 }
      return frames > 1
    }
    let isLoop = frames > 1
    return ResolutionError(
      isLoop ? .loop : .needsAwait, path: thread.path, isAwaited: isLoop)
  }

  /// Whether an instance can be built only with `await`; as a participant of `Reclamation`.
  @inline(__always)
  var isAwaited: Bool {
    recipe.hasAsyncFactory || configuration.read { !$0.settings.lateCompletions.isEmpty }
  }

  /// The actor that a synchronous build of the service must run on; `nil` for any.
  package var actorToVisit: Isolation? {
    if let isolation = recipe.isolation { return isolation }
    let settings = settings
    return settings.completionActors.lazy.compactMap(\.self).first
      ?? settings.decorators.lazy.compactMap(\.isolation).first
  }

  /// Checks that the running code is on an actor; in the frame of the service.
  @inline(__always)
  private func check(_ isolation: Isolation) throws {
    if isolation.isCurrent(Thread.current) { return }
    try reject(isolation)
  }

  @inline(never)
  private func reject(_ isolation: Isolation) throws {
    guard isolation.isEnforced || owner.reportsWrongActor else { return }
    let error = ResolutionError(.wrongActor, path: Thread.current.path, isolation: isolation)
    if isolation.isEnforced { throw error }
    owner.report(error)
  }

  /// Makes the service with a recipe, and decorates it.
  package func buildDecorated(
    by recipe: Recipe, _ resolver: any Resolver, _ arguments: Arguments?, _ slot: Slot
  ) throws {
    try build(by: recipe, settings.decorators, resolver, arguments, slot)
  }

  /// Decorators added while the factory runs apply to the next build, because their actor was not checked.
  @inline(never)
  private func build(
    by recipe: Recipe, _ decorators: [Decorator], _ resolver: any Resolver, _ arguments: Arguments?,
    _ slot: Slot
  ) throws {
    for decorator in decorators { if let isolation = decorator.isolation { try check(isolation) } }
    try recipe.factory(resolver, arguments, slot)
    for decorator in decorators { try decorator.run(resolver, arguments, slot) }
  }
}
