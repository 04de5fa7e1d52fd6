extension Container {
  /// Registers a service by a factory that receives a resolver.
  ///
  /// ```swift
  /// container.register(PetOwner.self, name: "Jane") { r in PetOwner(pet: r.resolve(Animal.self, argument: "Mimi")!) }
  /// ```
  ///
  /// The key is the type and the name. Registering a key again replaces the entry and its instance; types that were
  /// forwarded to the old entry keep it.
  ///
  /// The factory may be called on any thread, by several at the same time. One that is written on an actor, as on the main actor, belongs
  /// to it: see <doc:ActorsAndAsync>. What it throws is the reason of the failure.
  ///
  /// - Parameters:
  ///   - serviceType: the type to register; inferred from the factory if left out.
  ///   - name: distinguishes registrations of one type.
  ///   - fileID: where the registration is written.
  ///   - line: where the registration is written.
  ///   - factory: makes the service.
  /// - Returns: the entry, to set its scope, forwards and completions.
  /// - Complexity: O(1) on average.
  @available(swift, introduced: 6)
  @discardableResult
  @_alwaysEmitIntoClient
  @_transparent
  public func register<Service>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext factory: @escaping @isolated(any) @Sendable (any Resolver) throws -> Service
  ) -> ServiceEntry<Service> {
    insert(
      serviceType, name: name, fileID: fileID, line: line, isEnforced: true,
      isolation: factory.isolation, factory: factory)
  }

  /// Registers a service by a factory that receives a resolver and arguments.
  ///
  /// ```swift
  /// container.register(Animal.self) { _, name in Dog(name: name) }
  /// ```
  ///
  /// The key is the type, the name and the exact static types of the arguments. Registering a key again replaces the entry
  /// and its instance; types that were forwarded to the old entry keep it.
  ///
  /// The factory may be called on any thread, by several at the same time. One that is written on an actor, as on the main actor, belongs
  /// to it: see <doc:ActorsAndAsync>. What it throws is the reason of the failure.
  ///
  /// - Parameters:
  ///   - serviceType: the type to register; inferred from the factory if left out.
  ///   - name: distinguishes registrations of one type.
  ///   - fileID: where the registration is written.
  ///   - line: where the registration is written.
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
      serviceType, name: name, option: nil, fileID: fileID, line: line, isEnforced: true, factory: factory)
  }

  /// Registers a service by a factory that needs nothing.
  ///
  /// ```swift
  /// container.register { CombinedService() as any Fetching }
  /// ```
  ///
  /// - Parameters:
  ///   - serviceType: the type to register; inferred from the factory if left out.
  ///   - name: distinguishes registrations of one type.
  ///   - fileID: where the registration is written.
  ///   - line: where the registration is written.
  ///   - factory: makes the service.
  /// - Returns: the entry, to set its scope, forwards and completions.
  /// - Complexity: O(1) on average.
  @available(swift, introduced: 6)
  @discardableResult
  @_alwaysEmitIntoClient
  @_transparent
  public func register<Service>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, fileID: String = #fileID,
    line: Int = #line, @_inheritActorContext factory: @escaping @isolated(any) @Sendable () throws -> Service
  ) -> ServiceEntry<Service> {
    insert(
      serviceType, name: name, fileID: fileID, line: line, isEnforced: true,
      isolation: factory.isolation, factory: factory)
  }

  /// Registers a service under a key with a part of an extension's own.
  ///
  /// It is found only by a resolve with an equal option.
  ///
  /// - Parameters:
  ///   - serviceType: the type to register; inferred from the factory if left out.
  ///   - name: distinguishes registrations of one type.
  ///   - option: the extension's part of the key.
  ///   - fileID: where the registration is written.
  ///   - line: where the registration is written.
  ///   - factory: makes the service.
  /// - Returns: the entry, to set its scope, forwards and completions.
  /// - Complexity: O(1) on average.
  @available(swift, introduced: 6)
  @discardableResult
  @_alwaysEmitIntoClient
  public func register<Service, each Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, option: (any ServiceKeyOption)?,
    fileID: String = #fileID, line: Int = #line,
    @_inheritActorContext factory:
      @escaping @isolated(any) @Sendable (any Resolver, repeat each Argument)
      throws -> Service
  ) -> ServiceEntry<Service> {
    insert(
      serviceType, name: name, option: option, fileID: fileID, line: line, isEnforced: true, factory: factory)
  }
}
