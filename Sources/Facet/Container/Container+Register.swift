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
  /// The factory may be called on any thread, by several at the same time. What it throws is the reason of the failure.
  ///
  /// - Parameters:
  ///   - serviceType: the type to register; inferred from the factory if left out.
  ///   - name: distinguishes registrations of one type.
  ///   - fileID: where the registration is written.
  ///   - line: where the registration is written.
  ///   - factory: makes the service.
  /// - Returns: the entry, to set its scope, forwards and completions.
  /// - Complexity: O(1) on average.
  @preconcurrency
  @discardableResult
  @_alwaysEmitIntoClient
  public func register<Service>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, fileID: String = #fileID,
    line: Int = #line, factory: @escaping @Sendable (any Resolver) throws -> Service
  ) -> ServiceEntry<Service> {
    insert(serviceType, name: name, fileID: fileID, line: line) { resolver, _, result in
      try withBorrowed(resolver.assumingMemoryBound(to: (any Resolver).self)) { resolver in
        result.initializeMemory(as: Service.self, to: try factory(resolver))
      }
    }
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
  /// The factory may be called on any thread, by several at the same time. What it throws is the reason of the failure.
  ///
  /// - Parameters:
  ///   - serviceType: the type to register; inferred from the factory if left out.
  ///   - name: distinguishes registrations of one type.
  ///   - fileID: where the registration is written.
  ///   - line: where the registration is written.
  ///   - factory: makes the service.
  /// - Returns: the entry, to set its scope, forwards and completions.
  /// - Complexity: O(1) on average.
  @preconcurrency
  @discardableResult
  @_alwaysEmitIntoClient
  public func register<Service, each Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, fileID: String = #fileID,
    line: Int = #line,
    factory: @escaping @Sendable (any Resolver, repeat each Argument) throws -> Service
  ) -> ServiceEntry<Service> {
    register(serviceType, name: name, option: nil, fileID: fileID, line: line, factory: factory)
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
  @preconcurrency
  @discardableResult
  @_alwaysEmitIntoClient
  public func register<Service>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, fileID: String = #fileID,
    line: Int = #line, factory: @escaping @Sendable () throws -> Service
  ) -> ServiceEntry<Service> {
    register(serviceType, name: name, fileID: fileID, line: line) { (_: any Resolver) in try factory() }
  }

  /// Registers a service under a key with a part of an extension's own.
  ///
  /// It is found by a resolve with an equal option alone.
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
  @preconcurrency
  @discardableResult
  @_alwaysEmitIntoClient
  public func register<Service, each Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, option: (any ServiceKeyOption)?,
    fileID: String = #fileID, line: Int = #line,
    factory: @escaping @Sendable (any Resolver, repeat each Argument) throws -> Service
  ) -> ServiceEntry<Service> {
    insert(
      serviceType, name: name, option: option, fileID: fileID, line: line,
      signature: Signature<repeat each Argument>.self
    ) { resolver, arguments, result in
      // Without arguments there is nothing to read, from whatever address.
      let arguments = (arguments ?? UnsafeRawPointer(result))
        .assumingMemoryBound(to: (repeat each Argument).self)
      try withBorrowed(resolver.assumingMemoryBound(to: (any Resolver).self)) { resolver in
        let service = try factory(resolver, repeat each arguments.pointee)
        result.initializeMemory(as: Service.self, to: service)
      }
    }
  }

  /// Puts an entry without arguments in.
  ///
  /// Not inlined into clients: one copy of it serves all registrations.
  @usableFromInline
  func insert<Service>(
    _ serviceType: Service.Type, name: String?, fileID: String, line: Int,
    factory: @escaping Recipe.Factory
  ) -> ServiceEntry<Service> {
    insert(
      ServiceKey(Service.self, name: name), CodeLocation(fileID: fileID, line: line), nil, factory)
  }

  /// Puts an entry in.
  @usableFromInline
  func insert<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, option: (any ServiceKeyOption)?, fileID: String, line: Int,
    signature: Signature<repeat each Argument>.Type, factory: @escaping Recipe.Factory
  ) -> ServiceEntry<Service> {
    insert(
      ServiceKey(
        Service.self, signature: signature.identity, name: name, option: option.map(OptionBox.init)),
      CodeLocation(fileID: fileID, line: line),
      signature.identity == nil ? nil : ArgumentOperations(signature), factory)
  }

  /// Puts an entry in whose recipe needs what `needs` says; `nil` if nobody knows.
  func insert<Service>(
    _ key: ServiceKey, _ location: CodeLocation, _ arguments: ArgumentOperations?, needs: [Need]? = nil,
    _ factory: @escaping Recipe.Factory
  ) -> ServiceEntry<Service> {
    let recipe = Recipe(
      size: MemoryLayout<Service>.size, alignment: MemoryLayout<Service>.alignment, arguments: arguments,
      needs: needs, factory: factory)
    let record = Record(
      key, at: location, recipe, owner: registry, configuration: registry.newConfiguration)
    registry.notes.decorate(record)
    if !registry.add(record) { registry.reportClosed(key) }
    // A decorator may have been declared meanwhile.
    registry.notes.decorate(record)
    let entry = ServiceEntry<Service>(record: record, anchor: anchor)
    if behaviors.isUsed { callBehaviors(for: Service.self, toService: entry, withName: record.name) }
    return entry
  }
}
