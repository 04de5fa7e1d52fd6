extension Container {
  /// Registers a service with a factory that needs no actor, wherever it is written.
  ///
  /// ```swift
  /// // On the main actor, or in a module that is isolated to it:
  /// container.registerNonisolated(Clock.self) { _ in Clock() }
  /// ```
  ///
  /// This is `register`, except that the factory does not belong to the actor that it is written on. The compiler checks that the factory
  /// uses nothing of that actor. In a `nonisolated` function every factory is like this, but there the compiler only warns.
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
  public func registerNonisolated<Service, each Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, fileID: String = #fileID,
    line: Int = #line,
    factory: @escaping @Sendable (any Resolver, repeat each Argument) throws -> Service
  ) -> ServiceEntry<Service> {
    insert(
      serviceType, name: name, fileID: fileID, line: line, isEnforced: true, factory: factory)
  }
}
