extension Resolver {
  /// Resolves a service; the context gives its type.
  ///
  /// ```swift
  /// let fetching: any Fetching = container.resolve()
  /// container.register { ViewModel(fetching: Container.resolve(), updating: Container.resolve()) }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name of the registration.
  ///   - fileID: the file of the resolve.
  ///   - line: the line of the resolve.
  /// - Returns: the service.
  /// - Precondition: the service can be resolved. If not, the program stops with the full reason, in release builds too. If the type is an
  ///   optional, the failure handler of the container receives the reason, and the result is `nil`.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  @inline(__always)
  public func resolve<Service>(name: String? = nil, fileID: String = #fileID, line: Int = #line)
    -> sending Service
  {
    do { return try find(Service.self, name: name, mayBeMissing: false) } catch {
      return failedInference(error, fileID, line)
    }
  }

  /// Resolves a service with arguments; the context gives its type.
  ///
  /// - Parameters:
  ///   - name: the name of the registration.
  ///   - arguments: passed to the factory; their static types are part of the key.
  ///   - fileID: the file of the resolve.
  ///   - line: the line of the resolve.
  /// - Returns: the service.
  /// - Precondition: the service can be resolved. If not, the program stops with the full reason, in release builds too. If the type is an
  ///   optional, the failure handler of the container receives the reason, and the result is `nil`.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  @inline(__always)
  public func resolve<Service, each Argument>(
    name: String? = nil, arguments: repeat each Argument, fileID: String = #fileID, line: Int = #line
  ) -> sending Service {
    do {
      return try find(Service.self, name: name, mayBeMissing: false, arguments: repeat each arguments)
    } catch {
      return failedInference(error, fileID, line)
    }
  }

  /// Resolves a service with one argument; the context gives its type.
  ///
  /// - Parameters:
  ///   - name: the name of the registration.
  ///   - argument: passed to the factory; its static type is part of the key.
  ///   - argumentType: leave it out: it keeps the static type of the argument, even if that is a protocol.
  ///   - fileID: the file of the resolve.
  ///   - line: the line of the resolve.
  /// - Returns: the service.
  /// - Precondition: the service can be resolved. If not, the program stops with the full reason, in release builds too. If the type is an
  ///   optional, the failure handler of the container receives the reason, and the result is `nil`.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  @inline(__always)
  public func resolve<Service, Argument>(
    name: String? = nil, argument: Argument, _ argumentType: Argument.Type = Argument.self,
    fileID: String = #fileID, line: Int = #line
  ) -> sending Service {
    do { return try find(Service.self, name: name, argument: argument, mayBeMissing: false) } catch {
      return failedInference(error, fileID, line)
    }
  }
}
