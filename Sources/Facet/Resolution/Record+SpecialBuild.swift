/// A build that has more to do than to run the factory: to look for an actor, to decorate, to take what was awaited.
extension Record {
  /// Looks for the actors that the service needs, and builds.
  @inline(never)
  @_optimize(speed)
  func buildSpecially(
    _ resolver: UnsafeRawPointer, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer
  ) throws {
    if isAwaited { return try takeReadyInstance(to: result) }
    if let isolation = recipe.isolation { try check(isolation) }
    guard configuration._withUnsafeGuaranteedRef({ $0.isSpecial }) else {
      return try recipe.build(resolver, arguments, result)
    }
    // Not by `settings`, which takes a lock.
    let (decorators, actors) = configuration._withUnsafeGuaranteedRef {
      ($0.settings.decorators, $0.settings.completionActors)
    }
    for isolation in actors { if let isolation { try check(isolation) } }
    guard !decorators.isEmpty else { return try recipe.build(resolver, arguments, result) }
    try build(by: recipe, decorators, resolver, arguments, result)
  }

  /// Runs the factory, and nothing else.
  @inline(never)
  func runFactory(
    _ resolver: UnsafeRawPointer, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer
  ) throws {
    try recipe.build(resolver, arguments, result)
  }

  /// Whether an instance can be built only by `await`.
  @inline(__always)
  var isAwaited: Bool {
    recipe.hasAsyncFactory
      || configuration._withUnsafeGuaranteedRef { !$0.settings.lateCompletions.isEmpty }
  }

  /// The actor on which a synchronous build of the service has to run; `nil` for any.
  package var actorToVisit: Isolation? {
    if let isolation = recipe.isolation { return isolation }
    let settings = settings
    return settings.completionActors.lazy.compactMap(\.self).first
      ?? settings.decorators.lazy.compactMap(\.isolation).first
  }

  /// Takes the instance that was awaited before; in the frame of the service.
  private func takeReadyInstance(to result: UnsafeMutableRawPointer) throws {
    let thread = ThreadState.current
    guard thread.ready(self)?.take(as: serviceType, to: result) == true else {
      throw ResolutionError(.needsAwait, path: thread.pointee.path, location: location)
    }
  }

  /// Makes sure that the running code is on an actor; in the frame of the service.
  @inline(__always)
  private func check(_ isolation: Isolation) throws {
    if isolation.isCurrent(ThreadState.current) { return }
    try reject(isolation)
  }

  @inline(never)
  private func reject(_ isolation: Isolation) throws {
    guard isolation.isEnforced || owner.reporter.reportsWrongActor else { return }
    let error = ResolutionError(
      .wrongActor, path: ThreadState.current.pointee.path, location: location, isolation: isolation)
    if isolation.isEnforced { throw error }
    owner.report(error)
  }

  /// Makes the service by a recipe, and wraps it.
  package func buildDecorated(
    by recipe: Recipe, _ resolver: UnsafeRawPointer, _ arguments: UnsafeRawPointer?,
    _ result: UnsafeMutableRawPointer
  ) throws {
    try build(by: recipe, settings.decorators, resolver, arguments, result)
  }

  /// Makes the service elsewhere first, for if a decorator throws, nothing may have been written.
  ///
  /// A decorator that is declared while the factory runs holds from the next build on: nobody has looked for its actor.
  @inline(never)
  private func build(
    by recipe: Recipe, _ decorators: [Decorator], _ resolver: UnsafeRawPointer,
    _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer
  ) throws {
    for decorator in decorators { if let isolation = decorator.isolation { try check(isolation) } }
    let service = OpaqueValue.allocate(serviceType)
    defer { service.deallocate() }
    try recipe.build(resolver, arguments, service)
    for decorator in decorators { try decorator.run(resolver, arguments, service) }
    OpaqueValue.copy(serviceType, from: service, to: result)
    OpaqueValue.destroy(serviceType, at: service)
  }
}
