extension Resolver {
  /// Resolves a service, or throws the reason why that fails.
  ///
  /// ```swift
  /// let dog = try container.require(Dog.self, name: "Hachi")
  /// ```
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve; inferred if left out.
  ///   - name: the name of the registration.
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``. The failure handler is not called.
  /// - Complexity: O(1) on average, and the factories' own.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  @_transparent
  public func require<Service>(
    _ serviceType: Service.Type = Service.self, name: String? = nil
  ) throws(ResolutionError) -> sending Service {
    try find(Service.self, name: name)
  }

  /// Resolves a service with arguments, or throws the reason why that fails.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve; inferred if left out.
  ///   - name: the name of the registration.
  ///   - arguments: are handed to the factory; their static types are a part of the key.
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``. The failure handler is not called.
  /// - Complexity: O(1) on average, and the factories' own.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  @inline(__always)
  public func require<Service, each Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, arguments: repeat each Argument
  ) throws(ResolutionError) -> sending Service {
    try find(Service.self, name: name, arguments: repeat each arguments)
  }

  /// Resolves a service with one argument, or throws the reason why that fails.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve; inferred if left out.
  ///   - name: the name of the registration.
  ///   - argument: is handed to the factory; its static type is a part of the key.
  ///   - argumentType: the type under which the argument is a part of the key; its static type if left out.
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``. The failure handler is not called.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  @_transparent
  public func require<Service, Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, argument: Argument,
    as argumentType: Argument.Type = Argument.self
  ) throws(ResolutionError) -> sending Service {
    try find(Service.self, name: name, argument: argument)
  }
}
