extension Container {
  /// Registers a service with an asynchronous factory.
  ///
  /// The factory receives a resolver and any number of arguments.
  ///
  /// ```swift
  /// container.register(Database.self) { r async throws in try await Database.open(r.require(Settings.self)) }
  ///   .inObjectScope(.container)
  ///
  /// let database = try await container.requireAsync(Database.self)
  /// ```
  ///
  /// Only ``Resolver/requireAsync(_:name:arguments:)`` builds such a service. A synchronous resolve fails with
  /// ``ResolutionError/Code/needsAwait``, unless the scope already shares an instance. Everything that the factory resolves through its
  /// resolver, with or without `await`, belongs to one top-level resolve; what it resolves through a container does not. An error of the
  /// factory becomes the reason of the failure. A failed build is not kept.
  ///
  /// The factory of a kept service runs in its own task, with the task-local values and the priority of the first caller. A factory of
  /// transient or graph scope runs in the calling task, and sees its cancellation.
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
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func register<Service, each Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext factory:
      @escaping @isolated(any) @Sendable (any Resolver, repeat each Argument)
      async throws -> Service
  ) -> ServiceEntry<Service> {
    let unchecked = withoutIsolation(factory)
    let recipe = Recipe(
      awaiting: { resolver, arguments in
        Kept(
          try await unchecked(
            resolver, repeat each KeptArguments.tuple(arguments, (repeat each Argument).self)))
      },
      on: factory.isolation)
    return insert(
      Service.self, argumentSignature(repeat (each Argument).self), name: name, fileID: fileID, line: line,
      recipe)
  }
}
