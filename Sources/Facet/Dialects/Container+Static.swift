/// Registering with ``Container/main``, and resolving from it.
extension Container {
  /// Registers a service with the main container.
  ///
  /// The factory receives a resolver and any number of arguments.
  ///
  /// - Parameters:
  ///   - serviceType: the type to register; inferred from the factory if left out.
  ///   - name: distinguishes registrations of one type.
  ///   - fileID: the file of the registration.
  ///   - line: the line of the registration.
  ///   - factory: makes the service.
  /// - Returns: the entry, to set its scope, forwards and completions.
  @available(swift, introduced: 6)
  @discardableResult
  @_alwaysEmitIntoClient
  public static func register<Service, each Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext factory:
      @escaping @isolated(any) @Sendable (any Resolver, repeat each Argument)
      throws -> Service
  ) -> ServiceEntry<Service> {
    main.insert(
      serviceType, name: name, fileID: fileID, line: line, isEnforced: true, factory: factory)
  }

  /// Registers a service with the main container.
  ///
  /// The factory takes no parameters.
  ///
  /// - Parameters:
  ///   - serviceType: the type to register; inferred from the factory if left out.
  ///   - name: distinguishes registrations of one type.
  ///   - fileID: the file of the registration.
  ///   - line: the line of the registration.
  ///   - factory: makes the service.
  /// - Returns: the entry, to set its scope, forwards and completions.
  @available(swift, introduced: 6)
  @discardableResult
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public static func register<Service>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, fileID: String = #fileID,
    line: Int = #line, @_inheritActorContext factory: @escaping @isolated(any) @Sendable () throws -> Service
  ) -> ServiceEntry<Service> {
    main.insert(
      serviceType, name: name, fileID: fileID, line: line, isEnforced: true, factory: factory)
  }

  /// Resolves a service from the main container; the context gives its type.
  ///
  /// - Parameters:
  ///   - name: the name of the registration.
  ///   - fileID: the file of the resolve.
  ///   - line: the line of the resolve.
  /// - Returns: the service.
  /// - Precondition: the service can be resolved. If not, the program stops with the full reason.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public static func resolve<Service>(
    name: String? = nil, fileID: String = #fileID, line: Int = #line
  ) -> sending Service {
    main.resolve(name: name, fileID: fileID, line: line)
  }

  /// Resolves a service from the main container with arguments; the context gives its type.
  ///
  /// - Parameters:
  ///   - name: the name of the registration.
  ///   - arguments: passed to the factory; their static types are part of the key.
  ///   - fileID: the file of the resolve.
  ///   - line: the line of the resolve.
  /// - Returns: the service.
  /// - Precondition: the service can be resolved. If not, the program stops with the full reason.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public static func resolve<Service, each Argument>(
    name: String? = nil, arguments: repeat each Argument, fileID: String = #fileID, line: Int = #line
  ) -> sending Service {
    main.resolve(name: name, arguments: repeat each arguments, fileID: fileID, line: line)
  }

  /// Resolves a service from the main container.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve.
  ///   - name: the name of the registration.
  /// - Returns: the service; `nil` after a failure, whose reason goes to the failure handler.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public static func resolve<Service>(
    _ serviceType: Service.Type, name: String? = nil
  ) -> sending Service? {
    main.resolve(serviceType, name: name)
  }

  /// Resolves a service from the main container with arguments.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve.
  ///   - name: the name of the registration.
  ///   - arguments: passed to the factory; their static types are part of the key.
  /// - Returns: the service; `nil` after a failure, whose reason goes to the failure handler.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public static func resolve<Service, each Argument>(
    _ serviceType: Service.Type, name: String? = nil, arguments: repeat each Argument
  ) -> sending Service? {
    main.resolve(serviceType, name: name, arguments: repeat each arguments)
  }
}
