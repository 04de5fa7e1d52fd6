extension Resolver {
  /// Resolves a service, or throws the reason of the failure.
  ///
  /// ```swift
  /// let dog = try container.require(Dog.self, name: "Hachi")
  /// ```
  ///
  /// Where the context gives an optional type, as in `view.log = try r.require()`, a missing service is an error all the same. Use
  /// ``optional(_:name:)`` for a service that may be missing.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve; inferred if left out.
  ///   - name: the name of the registration.
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``. The failure handler is not called.
  /// - Complexity: O(1) on average, plus the cost of the factories.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  @inline(__always)
  public func require<Service>(
    _ serviceType: Service.Type = Service.self, name: String? = nil
  ) throws(ResolutionError) -> sending Service {
    try find(Service.self, name: name, mayBeMissing: false)
  }

  /// Resolves a service with arguments, or throws the reason of the failure.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve; inferred if left out.
  ///   - name: the name of the registration.
  ///   - arguments: passed to the factory; their static types are part of the key.
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``. The failure handler is not called.
  /// - Complexity: O(1) on average, plus the cost of the factories.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  @inline(__always)
  public func require<Service, each Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, arguments: repeat each Argument
  ) throws(ResolutionError) -> sending Service {
    try find(Service.self, name: name, mayBeMissing: false, arguments: repeat each arguments)
  }

  /// Resolves a service with one argument, or throws the reason of the failure.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve; inferred if left out.
  ///   - name: the name of the registration.
  ///   - argument: passed to the factory; its static type is part of the key.
  ///   - argumentType: leave it out: it keeps the static type of the argument, even if that is a protocol.
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``. The failure handler is not called.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  @inline(__always)
  public func require<Service, Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, argument: Argument,
    _ argumentType: Argument.Type = Argument.self
  ) throws(ResolutionError) -> sending Service {
    try find(Service.self, name: name, argument: argument, mayBeMissing: false)
  }
}
