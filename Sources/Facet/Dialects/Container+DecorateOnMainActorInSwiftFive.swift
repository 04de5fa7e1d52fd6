// The ranking of overloads tells these forms from those for closures that name no actor; earlier compilers were not tried.
#if compiler(>=6.3)
  /// Decorators of Swift 5 code that name the main actor: they run there, even if the code around belongs to it.
  extension Container {
    /// Wraps every new instance of a service, on the main actor; in Swift 5 mode.
    ///
    /// - Parameters:
    ///   - serviceType: the registered type.
    ///   - name: the name of the registration.
    ///   - fileID: the file of the decorator.
    ///   - line: the line of the decorator.
    ///   - named: leave it out.
    ///   - mainActor: leave it out.
    ///   - decorator: receives a resolver and the inner instance.
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public func decorate<Service>(
      _ serviceType: Service.Type, name: String? = nil, fileID: String = #fileID, line: Int = #line,
      named: Void = (), mainActor: Void = (),
      decorator: @escaping @MainActor (any Resolver, Service) throws -> Service
    ) {
      declare(
        ServiceKey(Service.self, name: name), isForAll: false, CodeLocation(fileID: fileID, line: line),
        isEnforced: true, decorator)
    }

    /// Wraps every new instance of a service that takes arguments, on the main actor; in Swift 5 mode.
    ///
    /// - Parameters:
    ///   - serviceType: the registered type.
    ///   - name: the name of the registration.
    ///   - fileID: the file of the decorator.
    ///   - line: the line of the decorator.
    ///   - named: leave it out.
    ///   - mainActor: leave it out.
    ///   - decorator: receives a resolver, the inner instance and the arguments.
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public func decorate<Service, each Argument>(
      _ serviceType: Service.Type, name: String? = nil, fileID: String = #fileID, line: Int = #line,
      named: Void = (), mainActor: Void = (),
      decorator: @escaping @MainActor (any Resolver, Service, repeat each Argument) throws -> Service
    ) {
      declare(
        ServiceKey(Service.self, signature: argumentSignature(repeat (each Argument).self), name: name),
        isForAll: false, CodeLocation(fileID: fileID, line: line), isEnforced: true, decorator)
    }

    /// Wraps every new instance of a type, on the main actor; in Swift 5 mode.
    ///
    /// - Parameters:
    ///   - serviceType: the registered type.
    ///   - fileID: the file of the decorator.
    ///   - line: the line of the decorator.
    ///   - named: leave it out.
    ///   - mainActor: leave it out.
    ///   - decorator: receives a resolver and the inner instance.
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public func decorateAll<Service>(
      _ serviceType: Service.Type, fileID: String = #fileID, line: Int = #line,
      named: Void = (), mainActor: Void = (),
      decorator: @escaping @MainActor (any Resolver, Service) throws -> Service
    ) {
      declare(
        ServiceKey(Service.self), isForAll: true, CodeLocation(fileID: fileID, line: line), isEnforced: true,
        decorator)
    }
  }
#endif
