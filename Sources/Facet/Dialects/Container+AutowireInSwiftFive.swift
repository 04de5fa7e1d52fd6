/// Autowiring for code in Swift 5 mode: an initializer runs on the thread that resolves, unless it belongs to another actor than the code around.
extension Container {
  /// Registers a service with an initializer; in Swift 5 mode.
  ///
  /// - Parameters:
  ///   - serviceType: the type to register; inferred from the initializer if left out.
  ///   - name: distinguishes registrations of one type.
  ///   - fileID: the file of the registration.
  ///   - line: the line of the registration.
  ///   - surrounding: leave it out: the actor of the code around.
  ///   - initializer: makes the service from its dependencies.
  /// - Returns: the entry, to set its scope, forwards and completions.
  /// - Complexity: O(*n*) in the number of parameters.
  @available(swift, obsoleted: 6)
  @discardableResult
  @_documentation(visibility: internal)
  @_alwaysEmitIntoClient
  public func autoregister<Service, each Dependency>(
    _ serviceType: Service.Type? = nil, name: String? = nil, fileID: String = #fileID,
    line: Int = #line, surrounding: (any Actor)? = #isolation,
    initializer: @escaping @isolated(any) (repeat each Dependency) throws -> Service
  ) -> ServiceEntry<Service> {
    insert(
      Service.self, name: name, fileID: fileID, line: line,
      isEnforced: isNamed(initializer.isolation, surrounding), initializer: initializer)
  }

  /// Registers a service with an initializer that takes one parameter; in Swift 5 mode.
  ///
  /// - Parameters:
  ///   - serviceType: the type to register.
  ///   - name: distinguishes registrations of one type.
  ///   - fileID: the file of the registration.
  ///   - line: the line of the registration.
  ///   - surrounding: leave it out: the actor of the code around.
  ///   - initializer: makes the service from its dependency.
  /// - Returns: the entry, to set its scope, forwards and completions.
  /// - Complexity: O(1) on average.
  @available(swift, obsoleted: 6)
  @discardableResult
  @_documentation(visibility: internal)
  @_alwaysEmitIntoClient
  public func autoregister<Service, Dependency>(
    _ serviceType: Service.Type, name: String? = nil, fileID: String = #fileID,
    line: Int = #line, surrounding: (any Actor)? = #isolation,
    initializer: @escaping @isolated(any) (Dependency) throws -> Service
  ) -> ServiceEntry<Service> {
    insert(
      serviceType, name: name, fileID: fileID, line: line,
      isEnforced: isNamed(initializer.isolation, surrounding), initializer: initializer)
  }

  /// Registers a service with an initializer that takes no parameters; in Swift 5 mode.
  ///
  /// - Parameters:
  ///   - serviceType: the type to register; inferred from the initializer if left out.
  ///   - name: distinguishes registrations of one type.
  ///   - fileID: the file of the registration.
  ///   - line: the line of the registration.
  ///   - surrounding: leave it out: the actor of the code around.
  ///   - initializer: makes the service.
  /// - Returns: the entry, to set its scope, forwards and completions.
  @available(swift, obsoleted: 6)
  @discardableResult
  @_documentation(visibility: internal)
  @_alwaysEmitIntoClient
  public func autoregister<Service>(
    _ serviceType: Service.Type? = nil, name: String? = nil, fileID: String = #fileID,
    line: Int = #line, surrounding: (any Actor)? = #isolation,
    initializer: @escaping @isolated(any) () throws -> Service
  ) -> ServiceEntry<Service> {
    insert(
      Service.self, name: name, fileID: fileID, line: line,
      isEnforced: isNamed(initializer.isolation, surrounding), initializer: initializer)
  }

  /// Registers a service with an initializer, one of whose parameters is an argument of the resolve; in Swift 5 mode.
  ///
  /// - Parameters:
  ///   - serviceType: the type to register; inferred from the initializer if left out.
  ///   - name: distinguishes registrations of one type.
  ///   - argument: the type of the argument.
  ///   - fileID: the file of the registration.
  ///   - line: the line of the registration.
  ///   - surrounding: leave it out: the actor of the code around.
  ///   - initializer: makes the service from its dependencies.
  /// - Returns: the entry, to set its scope, forwards and completions.
  /// - Precondition: exactly one parameter has the type of the argument. If not, the program stops, in release builds too.
  /// - Complexity: O(*n*) in the number of parameters.
  @available(swift, obsoleted: 6)
  @discardableResult
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @_alwaysEmitIntoClient
  public func autoregister<Service, Argument, First, Second, each Dependency>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, argument: Argument.Type,
    fileID: String = #fileID, line: Int = #line, surrounding: (any Actor)? = #isolation,
    initializer: @escaping @isolated(any) (First, Second, repeat each Dependency) throws -> Service
  ) -> ServiceEntry<Service> {
    insert(
      serviceType, name: name, arguments: argument, fileID: fileID, line: line,
      isEnforced: isNamed(initializer.isolation, surrounding), initializer: initializer)
  }

  /// Registers a service with an initializer whose only parameter is the argument of the resolve; in Swift 5 mode.
  ///
  /// - Parameters:
  ///   - serviceType: the type to register; inferred from the initializer if left out.
  ///   - name: distinguishes registrations of one type.
  ///   - argument: the type of the argument.
  ///   - fileID: the file of the registration.
  ///   - line: the line of the registration.
  ///   - surrounding: leave it out: the actor of the code around.
  ///   - initializer: makes the service from the argument.
  /// - Returns: the entry, to set its scope, forwards and completions.
  /// - Complexity: O(1) on average.
  @available(swift, obsoleted: 6)
  @discardableResult
  @_documentation(visibility: internal)
  @_alwaysEmitIntoClient
  public func autoregister<Service, Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, argument: Argument.Type,
    fileID: String = #fileID, line: Int = #line, surrounding: (any Actor)? = #isolation,
    initializer: @escaping @isolated(any) (Argument) throws -> Service
  ) -> ServiceEntry<Service> {
    insert(
      serviceType, name: name, arguments: argument, fileID: fileID, line: line,
      isEnforced: isNamed(initializer.isolation, surrounding), initializer: initializer)
  }

  /// Registers a service with an initializer, some of whose parameters are arguments of the resolve; in Swift 5 mode.
  ///
  /// - Parameters:
  ///   - serviceType: the type to register; inferred from the initializer if left out.
  ///   - name: distinguishes registrations of one type.
  ///   - arguments: the types of the arguments, in the order of the resolve.
  ///   - fileID: the file of the registration.
  ///   - line: the line of the registration.
  ///   - surrounding: leave it out: the actor of the code around.
  ///   - initializer: makes the service from its dependencies.
  /// - Returns: the entry, to set its scope, forwards and completions.
  /// - Precondition: each argument has exactly one parameter of its type, and the types of the arguments differ. If not, the program
  ///   stops, in release builds too.
  /// - Complexity: O(*n*) in the number of parameters.
  @available(swift, obsoleted: 6)
  @discardableResult
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @_alwaysEmitIntoClient
  public func autoregister<Service, each Argument, each Dependency>(
    _ serviceType: Service.Type = Service.self, name: String? = nil,
    arguments: repeat (each Argument).Type, fileID: String = #fileID, line: Int = #line,
    surrounding: (any Actor)? = #isolation,
    initializer:
      @escaping @isolated(any) (repeat each Dependency) throws
      -> Service
  ) -> ServiceEntry<Service> {
    insert(
      serviceType, name: name, arguments: repeat each arguments, fileID: fileID, line: line,
      isEnforced: isNamed(initializer.isolation, surrounding), initializer: initializer)
  }
}
