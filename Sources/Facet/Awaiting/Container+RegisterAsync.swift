extension Container {
  /// Registers a service by an asynchronous factory, which receives a resolver and any number of arguments.
  ///
  /// ```swift
  /// container.register(Database.self) { r async throws in try await Database.open(r.require(Settings.self)) }
  ///   .inObjectScope(.container)
  ///
  /// let database = try await container.requireAsync(Database.self)
  /// ```
  ///
  /// Such a service is built only by ``Resolver/requireAsync(_:name:)``; a synchronous resolve fails with
  /// ``ResolutionError/Code/needsAwait``, unless an instance is there that its scope shares. What the factory resolves by its resolver, with or
  /// without `await`, belongs to one cycle. What it throws is the reason of the failure, and a failed build is not kept.
  ///
  /// The factory of a shared service runs in a task of its own, which has the task-local values and the priority of the first that asked. One of
  /// transient or graph scope runs in the task that asks, and sees that it was cancelled.
  ///
  /// - Parameters:
  ///   - serviceType: the type to register; inferred from the factory if left out.
  ///   - name: distinguishes registrations of one type.
  ///   - fileID: the file of the registration.
  ///   - line: the line of the registration.
  ///   - factory: makes the service.
  /// - Returns: the entry, to set its scope, forwards and completions.
  /// - Complexity: O(1) on average.
  @discardableResult
  @_alwaysEmitIntoClient
  public func register<Service, each Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext factory:
      @escaping @isolated(any) @Sendable (any Resolver, repeat each Argument)
      async throws -> Service
  ) -> ServiceEntry<Service> {
    let unchecked = IsolatedAsyncFactory<Service, repeat each Argument>(factory).unchecked
    return insert(
      serviceType, name: name, fileID: fileID, line: line, isolation: factory.isolation,
      signature: Signature<repeat each Argument>.self
    ) { resolver, arguments, slot in
      slot.put(
        try await unchecked.call(resolver, repeat each Signature<repeat each Argument>.tuple(arguments)))
    }
  }

  @usableFromInline
  func insert<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, fileID: String, line: Int, isolation: (any Actor)?,
    signature: Signature<repeat each Argument>.Type, factory: @escaping Recipe.AsyncFactory
  ) -> ServiceEntry<Service> {
    let isolation = isolation.map { Isolation($0, isEnforced: true) }
    return insert(
      ServiceKey(Service.self, signature: signature.identity, name: name),
      CodeLocation(fileID: fileID, line: line),
      signature.identity == nil ? nil : ArgumentOperations(signature),
      RecipeDetails(isolation: isolation, asyncFactory: factory)
    ) { _, _, _ in stop("A service that must be awaited is never built by its synchronous factory") }
  }
}
