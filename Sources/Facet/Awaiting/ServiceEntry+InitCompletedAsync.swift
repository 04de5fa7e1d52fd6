extension ServiceEntry {
  /// Adds an asynchronous action that runs for each new instance before the resolve returns.
  ///
  /// ```swift
  /// container.register(Cache.self) { _ in Cache() }
  ///   .inObjectScope(.container)
  ///   .initCompleted { r, cache async in await cache.fill(from: r.resolve(Store.self)!) }
  /// ```
  ///
  /// From then on the service must be awaited: see ``Resolver/requireAsync(_:name:arguments:)``. All actions,
  /// synchronous and asynchronous, run in the order in which they were added. Others get the instance only
  /// after the last action has ended. If an action needs a service that needs this one, resolve an
  /// ``AsyncLazy`` or an ``AsyncProvider`` and use it later. If an action throws, the resolve fails, and the
  /// instance ends.
  ///
  /// - Parameter completed: receives a resolver and the instance, but not the arguments of the resolve.
  /// - Returns: the entry, for chaining.
  @discardableResult
  @_disfavoredOverload
  public func initCompleted(
    @_inheritActorContext _ completed:
      @escaping @isolated(any) @Sendable (any Resolver, Service) async throws -> Void
  ) -> Self {
    let unchecked = withoutIsolation(completed)
    let completion = Completion(
      .later { resolver, instance, _ in
        try await unchecked(resolver, instance.service(as: Service.self))
      })
    record.add(completion)
    return self
  }
}
