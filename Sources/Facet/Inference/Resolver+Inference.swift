extension Resolver {
  /// Resolves the service that the context asks for.
  ///
  /// ```swift
  /// let fetching: any Fetching = container.resolve()
  /// container.register { ViewModel(fetching: Container.resolve(), updating: Container.resolve()) }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name of the registration.
  ///   - fileID: where the resolve is written.
  ///   - line: where the resolve is written.
  /// - Returns: the service.
  /// - Precondition: the service can be resolved. If not, the program stops with the full reason, in release builds too.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  @_transparent
  public func resolve<Service>(name: String? = nil, fileID: String = #fileID, line: Int = #line)
    -> sending Service
  {
    do { return try find(Service.self, name: name) } catch { stopResolving(error, fileID, line) }
  }

  /// Resolves the service that the context asks for, with arguments.
  ///
  /// - Parameters:
  ///   - name: the name of the registration.
  ///   - arguments: are handed to the factory; their static types are a part of the key.
  ///   - fileID: where the resolve is written.
  ///   - line: where the resolve is written.
  /// - Returns: the service.
  /// - Precondition: the service can be resolved. If not, the program stops with the full reason, in release builds too.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  @inline(__always)
  public func resolve<Service, each Argument>(
    name: String? = nil, arguments: repeat each Argument, fileID: String = #fileID, line: Int = #line
  ) -> sending Service {
    do { return try find(Service.self, name: name, arguments: repeat each arguments) } catch {
      stopResolving(error, fileID, line)
    }
  }

  /// Resolves the service that the context asks for, with one argument.
  ///
  /// - Parameters:
  ///   - name: the name of the registration.
  ///   - argument: is handed to the factory; its static type is a part of the key.
  ///   - argumentType: the type under which the argument is a part of the key; its static type if left out.
  ///   - fileID: where the resolve is written.
  ///   - line: where the resolve is written.
  /// - Returns: the service.
  /// - Precondition: the service can be resolved. If not, the program stops with the full reason, in release builds too.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  @_transparent
  public func resolve<Service, Argument>(
    name: String? = nil, argument: Argument,
    as argumentType: Argument.Type = Argument.self, fileID: String = #fileID, line: Int = #line
  ) -> sending Service {
    do { return try find(Service.self, name: name, argument: argument) } catch {
      stopResolving(error, fileID, line)
    }
  }
}
