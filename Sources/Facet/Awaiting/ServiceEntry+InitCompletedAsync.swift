extension ServiceEntry {
  /// Adds an asynchronous action for each new instance, run before the resolve returns.
  ///
  /// ```swift
  /// container.register(Cache.self) { _ in Cache() }
  ///   .inObjectScope(.container)
  ///   .initCompleted { r, cache async in await cache.fill(from: r.resolve(Store.self)!) }
  /// ```
  ///
  /// From then on the service must be awaited: see ``Resolver/requireAsync(_:name:)``. All actions run in the order in which they were added,
  /// asynchronous or not. Nobody gets the instance before the last of them has ended: an action that needs a service which needs this one
  /// takes it as an ``AsyncLazy`` or an ``AsyncProvider``, and uses it later. One that throws fails the resolve, and the instance is dropped.
  ///
  /// - Parameter completed: receives a resolver and the instance, and not the arguments of the resolve.
  /// - Returns: the entry, for chaining.
  @discardableResult
  public func initCompleted(
    @_inheritActorContext _ completed:
      @escaping @isolated(any) @Sendable (any Resolver, Service) async throws -> Void
  ) -> Self {
    let unchecked = IsolatedAsyncCompletion<Service>(call: completed).unchecked
    let action: Settings.LateCompletion.Action = { resolver, service, _ in
      try await unchecked.call(resolver, service.service(as: Service.self))
    }
    record.apply(.lateCompletion(action))
    return self
  }
}
