extension Container {
  /// Registers a service with a factory that receives a resolver, and any number of arguments.
  ///
  /// ```swift
  /// container.register(PetOwner.self, name: "Jane") { r in PetOwner(pet: r.resolve(Animal.self, argument: "Mimi")!) }
  /// container.register(Animal.self) { _, name in Dog(name: name) }
  /// ```
  ///
  /// The key is the type, the name and the exact static types of the arguments. Registering a key again replaces the entry and its
  /// instance. Forwards to the old entry keep that entry.
  ///
  /// Any thread may call the factory, and several threads may call it at the same time. A factory that is written on an actor, such as
  /// the main actor, belongs to that actor: see <doc:ActorsAndAsync>. An error of the factory becomes the reason of the failure.
  ///
  /// - Parameters:
  ///   - serviceType: the type to register; inferred from the factory if left out.
  ///   - name: distinguishes registrations of one type.
  ///   - fileID: the file of the registration.
  ///   - line: the line of the registration.
  ///   - factory: makes the service.
  /// - Returns: the entry, to set its scope, forwards and completions.
  /// - Complexity: O(1) on average.
  @available(swift, introduced: 6)
  @discardableResult
  @_alwaysEmitIntoClient
  public func register<Service, each Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext factory:
      @escaping @isolated(any) @Sendable (any Resolver, repeat each Argument)
      throws -> Service
  ) -> ServiceEntry<Service> {
    insert(
      serviceType, name: name, fileID: fileID, line: line, isEnforced: true, factory: factory)
  }

  /// Registers a service with a factory that takes no parameters.
  ///
  /// ```swift
  /// container.register { CombinedService() as any Fetching }
  /// ```
  ///
  /// - Parameters:
  ///   - serviceType: the type to register; inferred from the factory if left out.
  ///   - name: distinguishes registrations of one type.
  ///   - fileID: the file of the registration.
  ///   - line: the line of the registration.
  ///   - factory: makes the service.
  /// - Returns: the entry, to set its scope, forwards and completions.
  /// - Complexity: O(1) on average.
  @available(swift, introduced: 6)
  @discardableResult
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  @inline(__always)
  public func register<Service>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, fileID: String = #fileID,
    line: Int = #line, @_inheritActorContext factory: @escaping @isolated(any) @Sendable () throws -> Service
  ) -> ServiceEntry<Service> {
    insert(
      serviceType, name: name, fileID: fileID, line: line, isEnforced: true, factory: factory)
  }
}
