/// Registrations for code in Swift 5 mode: a factory runs on the thread that resolves, unless it names an actor of its own.
///
/// Factories need not be `Sendable` here. On the main actor, Swift 5 mode would warn about a plain function in place of a closure.
extension Container {
  /// Registers a service with a factory that receives a resolver and arguments; in Swift 5 mode.
  ///
  /// - Parameters:
  ///   - serviceType: the type to register; inferred from the factory if left out.
  ///   - name: distinguishes registrations of one type.
  ///   - fileID: the file of the registration.
  ///   - line: the line of the registration.
  ///   - surrounding: leave it out: the actor of the code around.
  ///   - factory: makes the service.
  /// - Returns: the entry, to set its scope, forwards and completions.
  /// - Complexity: O(1) on average.
  @available(swift, obsoleted: 6)
  @discardableResult
  @_documentation(visibility: internal)
  @_alwaysEmitIntoClient
  public func register<Service, each Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, fileID: String = #fileID,
    line: Int = #line, surrounding: (any Actor)? = #isolation,
    factory:
      @escaping @isolated(any) (any Resolver, repeat each Argument)
      throws -> Service
  ) -> ServiceEntry<Service> {
    insert(
      serviceType, name: name, fileID: fileID, line: line,
      isEnforced: isNamed(factory.isolation, surrounding), factory: factory)
  }

  /// Registers a service with a factory that takes no parameters; in Swift 5 mode.
  ///
  /// - Parameters:
  ///   - serviceType: the type to register; inferred from the factory if left out.
  ///   - name: distinguishes registrations of one type.
  ///   - fileID: the file of the registration.
  ///   - line: the line of the registration.
  ///   - surrounding: leave it out: the actor of the code around.
  ///   - factory: makes the service.
  /// - Returns: the entry, to set its scope, forwards and completions.
  /// - Complexity: O(1) on average.
  @available(swift, obsoleted: 6)
  @discardableResult
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @_alwaysEmitIntoClient
  @inline(__always)
  public func register<Service>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, fileID: String = #fileID,
    line: Int = #line, surrounding: (any Actor)? = #isolation,
    factory: @escaping @isolated(any) () throws -> Service
  ) -> ServiceEntry<Service> {
    insert(
      serviceType, name: name, fileID: fileID, line: line,
      isEnforced: isNamed(factory.isolation, surrounding), factory: factory)
  }

  /// Registers a service with the main container, with a factory that receives a resolver and any number of arguments; in Swift 5 mode.
  ///
  /// - Parameters:
  ///   - serviceType: the type to register; inferred from the factory if left out.
  ///   - name: distinguishes registrations of one type.
  ///   - fileID: the file of the registration.
  ///   - line: the line of the registration.
  ///   - surrounding: leave it out: the actor of the code around.
  ///   - factory: makes the service.
  /// - Returns: the entry, to set its scope, forwards and completions.
  @available(swift, obsoleted: 6)
  @discardableResult
  @_documentation(visibility: internal)
  @_alwaysEmitIntoClient
  public static func register<Service, each Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, fileID: String = #fileID,
    line: Int = #line, surrounding: (any Actor)? = #isolation,
    factory:
      @escaping @isolated(any) (any Resolver, repeat each Argument)
      throws -> Service
  ) -> ServiceEntry<Service> {
    main.insert(
      serviceType, name: name, fileID: fileID, line: line,
      isEnforced: isNamed(factory.isolation, surrounding), factory: factory)
  }

  /// Registers a service with the main container, with a factory that takes no parameters; in Swift 5 mode.
  ///
  /// - Parameters:
  ///   - serviceType: the type to register; inferred from the factory if left out.
  ///   - name: distinguishes registrations of one type.
  ///   - fileID: the file of the registration.
  ///   - line: the line of the registration.
  ///   - surrounding: leave it out: the actor of the code around.
  ///   - factory: makes the service.
  /// - Returns: the entry, to set its scope, forwards and completions.
  @available(swift, obsoleted: 6)
  @discardableResult
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @_alwaysEmitIntoClient
  @inline(__always)
  public static func register<Service>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, fileID: String = #fileID,
    line: Int = #line, surrounding: (any Actor)? = #isolation,
    factory: @escaping @isolated(any) () throws -> Service
  ) -> ServiceEntry<Service> {
    main.insert(
      serviceType, name: name, fileID: fileID, line: line,
      isEnforced: isNamed(factory.isolation, surrounding), factory: factory)
  }
}
