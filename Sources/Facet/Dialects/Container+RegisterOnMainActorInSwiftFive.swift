// The ranking of overloads tells these forms from those for closures that name no actor; earlier compilers were not tried.
#if compiler(>=6.3)
  /// Factories of Swift 5 code that name the main actor: they run there, even if the code around belongs to it.
  ///
  /// A factory that names no actor, and a function, take the forms with fewer parameters.
  extension Container {
    /// Registers a service with a factory that names the main actor, and receives a resolver and arguments; in Swift 5 mode.
    ///
    /// - Parameters:
    ///   - serviceType: the type to register; inferred from the factory if left out.
    ///   - name: distinguishes registrations of one type.
    ///   - fileID: the file of the registration.
    ///   - line: the line of the registration.
    ///   - named: leave it out.
    ///   - mainActor: leave it out.
    ///   - factory: makes the service.
    /// - Returns: the entry, to set its scope, forwards and completions.
    @available(swift, obsoleted: 6)
    @discardableResult
    @_documentation(visibility: internal)
    @_alwaysEmitIntoClient
    public func register<Service, each Argument>(
      _ serviceType: Service.Type = Service.self, name: String? = nil, fileID: String = #fileID,
      line: Int = #line, named: Void = (), mainActor: Void = (),
      factory: @escaping @MainActor (any Resolver, repeat each Argument) throws -> Service
    ) -> ServiceEntry<Service> {
      insert(serviceType, name: name, fileID: fileID, line: line, isEnforced: true, factory: factory)
    }

    /// Registers a service with a factory that names the main actor and takes no parameters; in Swift 5 mode.
    ///
    /// - Parameters:
    ///   - serviceType: the type to register; inferred from the factory if left out.
    ///   - name: distinguishes registrations of one type.
    ///   - fileID: the file of the registration.
    ///   - line: the line of the registration.
    ///   - named: leave it out.
    ///   - mainActor: leave it out.
    ///   - factory: makes the service.
    /// - Returns: the entry, to set its scope, forwards and completions.
    @available(swift, obsoleted: 6)
    @discardableResult
    @_disfavoredOverload
    @_documentation(visibility: internal)
    @_alwaysEmitIntoClient
    public func register<Service>(
      _ serviceType: Service.Type = Service.self, name: String? = nil, fileID: String = #fileID,
      line: Int = #line, named: Void = (), mainActor: Void = (),
      factory: @escaping @MainActor () throws -> Service
    ) -> ServiceEntry<Service> {
      insert(serviceType, name: name, fileID: fileID, line: line, isEnforced: true, factory: factory)
    }

    /// Registers a service with the main container with a factory that names the main actor, and receives a resolver and arguments; in Swift 5 mode.
    ///
    /// - Parameters:
    ///   - serviceType: the type to register; inferred from the factory if left out.
    ///   - name: distinguishes registrations of one type.
    ///   - fileID: the file of the registration.
    ///   - line: the line of the registration.
    ///   - named: leave it out.
    ///   - mainActor: leave it out.
    ///   - factory: makes the service.
    /// - Returns: the entry, to set its scope, forwards and completions.
    @available(swift, obsoleted: 6)
    @discardableResult
    @_documentation(visibility: internal)
    @_alwaysEmitIntoClient
    public static func register<Service, each Argument>(
      _ serviceType: Service.Type = Service.self, name: String? = nil, fileID: String = #fileID,
      line: Int = #line, named: Void = (), mainActor: Void = (),
      factory: @escaping @MainActor (any Resolver, repeat each Argument) throws -> Service
    ) -> ServiceEntry<Service> {
      main.insert(serviceType, name: name, fileID: fileID, line: line, isEnforced: true, factory: factory)
    }

    /// Registers a service with the main container with a factory that names the main actor and takes no parameters; in Swift 5 mode.
    ///
    /// - Parameters:
    ///   - serviceType: the type to register; inferred from the factory if left out.
    ///   - name: distinguishes registrations of one type.
    ///   - fileID: the file of the registration.
    ///   - line: the line of the registration.
    ///   - named: leave it out.
    ///   - mainActor: leave it out.
    ///   - factory: makes the service.
    /// - Returns: the entry, to set its scope, forwards and completions.
    @available(swift, obsoleted: 6)
    @discardableResult
    @_disfavoredOverload
    @_documentation(visibility: internal)
    @_alwaysEmitIntoClient
    public static func register<Service>(
      _ serviceType: Service.Type = Service.self, name: String? = nil, fileID: String = #fileID,
      line: Int = #line, named: Void = (), mainActor: Void = (),
      factory: @escaping @MainActor () throws -> Service
    ) -> ServiceEntry<Service> {
      main.insert(serviceType, name: name, fileID: fileID, line: line, isEnforced: true, factory: factory)
    }

    /// Registers a service with an initializing closure that names the main actor; in Swift 5 mode.
    ///
    /// - Parameters:
    ///   - serviceType: the type to register; inferred from the closure if left out.
    ///   - name: distinguishes registrations of one type.
    ///   - fileID: the file of the registration.
    ///   - line: the line of the registration.
    ///   - named: leave it out.
    ///   - mainActor: leave it out.
    ///   - initializer: makes the service from its dependencies.
    /// - Returns: the entry, to set its scope, forwards and completions.
    @available(swift, obsoleted: 6)
    @discardableResult
    @_documentation(visibility: internal)
    @_alwaysEmitIntoClient
    public func autoregister<Service, each Dependency>(
      _ serviceType: Service.Type? = nil, name: String? = nil, fileID: String = #fileID,
      line: Int = #line, named: Void = (), mainActor: Void = (),
      initializer: @escaping @MainActor (repeat each Dependency) throws -> Service
    ) -> ServiceEntry<Service> {
      insert(Service.self, name: name, fileID: fileID, line: line, isEnforced: true, initializer: initializer)
    }

    /// Registers a service with an initializing closure that names the main actor and takes one parameter; in Swift 5 mode.
    ///
    /// - Parameters:
    ///   - serviceType: the type to register; inferred from the closure if left out.
    ///   - name: distinguishes registrations of one type.
    ///   - fileID: the file of the registration.
    ///   - line: the line of the registration.
    ///   - named: leave it out.
    ///   - mainActor: leave it out.
    ///   - initializer: makes the service.
    /// - Returns: the entry, to set its scope, forwards and completions.
    @available(swift, obsoleted: 6)
    @discardableResult
    @_documentation(visibility: internal)
    @_alwaysEmitIntoClient
    public func autoregister<Service, Dependency>(
      _ serviceType: Service.Type, name: String? = nil, fileID: String = #fileID,
      line: Int = #line, named: Void = (), mainActor: Void = (),
      initializer: @escaping @MainActor (Dependency) throws -> Service
    ) -> ServiceEntry<Service> {
      insert(serviceType, name: name, fileID: fileID, line: line, isEnforced: true, initializer: initializer)
    }

    /// Registers a service with an initializing closure that names the main actor and takes no parameters; in Swift 5 mode.
    ///
    /// - Parameters:
    ///   - serviceType: the type to register; inferred from the closure if left out.
    ///   - name: distinguishes registrations of one type.
    ///   - fileID: the file of the registration.
    ///   - line: the line of the registration.
    ///   - named: leave it out.
    ///   - mainActor: leave it out.
    ///   - initializer: makes the service.
    /// - Returns: the entry, to set its scope, forwards and completions.
    @available(swift, obsoleted: 6)
    @discardableResult
    @_documentation(visibility: internal)
    @_alwaysEmitIntoClient
    public func autoregister<Service>(
      _ serviceType: Service.Type? = nil, name: String? = nil, fileID: String = #fileID,
      line: Int = #line, named: Void = (), mainActor: Void = (),
      initializer: @escaping @MainActor () throws -> Service
    ) -> ServiceEntry<Service> {
      insert(Service.self, name: name, fileID: fileID, line: line, isEnforced: true, initializer: initializer)
    }
  }
#endif
