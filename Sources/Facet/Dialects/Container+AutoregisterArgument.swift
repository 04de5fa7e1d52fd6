extension Container {
  /// Registers a service with an initializer.
  ///
  /// A parameter of the initializer is an argument of the resolve.
  ///
  /// SwinjectAutoregistration's form of ``Container/autoregister(_:name:arguments:fileID:line:initializer:)``.
  ///
  /// - Parameters:
  ///   - serviceType: the type to register; inferred from the initializer if left out.
  ///   - name: distinguishes registrations of one type.
  ///   - argument: the type of the argument.
  ///   - fileID: the file of the registration.
  ///   - line: the line of the registration.
  ///   - initializer: makes the service from its dependencies.
  /// - Returns: the entry, to set its scope, forwards and completions.
  /// - Precondition: exactly one parameter has the type of the argument. If not, the program stops, in release builds too.
  /// - Complexity: O(*n*) in the number of parameters.
  @available(swift, introduced: 6)
  @discardableResult
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  public func autoregister<Service, Argument, First, Second, each Dependency>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, argument: Argument.Type,
    fileID: String = #fileID, line: Int = #line,
    @_inheritActorContext initializer:
      @escaping @isolated(any) @Sendable (First, Second, repeat each Dependency) throws
      -> Service
  ) -> ServiceEntry<Service> {
    insert(
      serviceType, name: name, arguments: argument, fileID: fileID, line: line, isEnforced: true,
      initializer: initializer)
  }

  /// Registers a service with an initializer whose only parameter is the argument of the resolve.
  ///
  /// - Parameters:
  ///   - serviceType: the type to register; inferred from the initializer if left out.
  ///   - name: distinguishes registrations of one type.
  ///   - argument: the type of the argument.
  ///   - fileID: the file of the registration.
  ///   - line: the line of the registration.
  ///   - initializer: makes the service from the argument.
  /// - Returns: the entry, to set its scope, forwards and completions.
  /// - Complexity: O(1) on average.
  @available(swift, introduced: 6)
  @discardableResult
  @_alwaysEmitIntoClient
  public func autoregister<Service, Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, argument: Argument.Type,
    fileID: String = #fileID, line: Int = #line,
    @_inheritActorContext initializer: @escaping @isolated(any) @Sendable (Argument) throws -> Service
  ) -> ServiceEntry<Service> {
    insert(
      serviceType, name: name, arguments: argument, fileID: fileID, line: line, isEnforced: true,
      initializer: initializer)
  }
}
