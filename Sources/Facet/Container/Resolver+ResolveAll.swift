extension Resolver {
  /// Resolves all registrations of a type, under every name and under none.
  ///
  /// ```swift
  /// container.register(Plugin.self, name: "spelling") { _ in Spelling() }
  /// container.register(Plugin.self, name: "grammar") { _ in Grammar() }
  /// let plugins = container.resolveAll(Plugin.self)
  /// ```
  ///
  /// The services are in the order of registration, the parents' first, without those that another thread removes meanwhile. A registration with
  /// a parent's key takes the place of the parent's. All of them belong to the same top-level resolve; each service keeps its own scope.
  ///
  /// A list of ``Lazy`` or ``Provider`` elements has one element for each service that can be wrapped: `resolveAll(Lazy<Plugin>.self)`
  /// builds none of the services.
  ///
  /// The result does not contain:
  ///
  /// - entries with other argument types;
  /// - services that cannot be resolved: the reason goes to the failure handler. If the container is closed, the handler is called
  ///   once.
  ///
  /// - Parameter serviceType: the type to resolve.
  /// - Returns: the services.
  /// - Complexity: O(*n*) in the number of registrations of the container and its parents.
  @_alwaysEmitIntoClient
  public func resolveAll<Service>(_ serviceType: Service.Type = Service.self) -> sending [Service] {
    guard let registry = asked else { return handedOver(optional(serviceType).map { [$0] } ?? []) }
    return handedOver(
      registry.forEachName(of: Service.self, nil, orElse: report) { name throws(ResolutionError) in
        try require(serviceType, name: name)
      })
  }

  /// Resolves all registrations of a type that take certain arguments, under every name and under none.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve.
  ///   - arguments: passed to the factories.
  /// - Returns: the services, as ``resolveAll(_:)`` returns them.
  /// - Complexity: O(*n*) in the number of registrations of the container and its parents.
  @_alwaysEmitIntoClient
  public func resolveAll<Service, each Argument>(
    _ serviceType: Service.Type, arguments: repeat each Argument
  ) -> sending [Service] {
    let signature = argumentSignature(repeat (each Argument).self)
    guard let registry = asked else {
      return handedOver(optional(serviceType, arguments: repeat each arguments).map { [$0] } ?? [])
    }
    return handedOver(
      registry.forEachName(of: Service.self, signature, orElse: report) { name throws(ResolutionError) in
        try require(serviceType, name: name, arguments: repeat each arguments)
      })
  }
}

extension Resolver {
  /// Resolves all registrations of a type, or fails with the reason of the first that cannot be resolved.
  ///
  /// ```swift
  /// let plugins = try container.requireAll(Plugin.self)
  /// ```
  ///
  /// The list is that of ``resolveAll(_:)``, and it is complete.
  ///
  /// - Parameter serviceType: the type to resolve.
  /// - Returns: the services; an empty list if there is no registration.
  /// - Throws: the ``ResolutionError`` of a service.
  /// - Complexity: O(*n*) in the number of registrations of the type.
  @_alwaysEmitIntoClient
  public func requireAll<Service>(
    _ serviceType: Service.Type = Service.self
  ) throws(ResolutionError) -> sending [Service] {
    guard let registry = asked else { return handedOver([try require(serviceType)]) }
    return handedOver(
      try registry.forEachName(of: Service.self, nil, orElse: fail) { name throws(ResolutionError) in
        try require(serviceType, name: name)
      })
  }

  /// Resolves all registrations of a type that take certain arguments, or fails with the reason of the first that cannot be resolved.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve.
  ///   - arguments: passed to the factories.
  /// - Returns: the services; an empty list if there is no registration.
  /// - Throws: the ``ResolutionError`` of a service.
  /// - Complexity: O(*n*) in the number of registrations of the type.
  @_alwaysEmitIntoClient
  public func requireAll<Service, each Argument>(
    _ serviceType: Service.Type, arguments: repeat each Argument
  ) throws(ResolutionError) -> sending [Service] {
    let signature = argumentSignature(repeat (each Argument).self)
    guard let registry = asked else {
      return handedOver([try require(serviceType, arguments: repeat each arguments)])
    }
    return handedOver(
      try registry.forEachName(of: Service.self, signature, orElse: fail) { name throws(ResolutionError) in
        try require(serviceType, name: name, arguments: repeat each arguments)
      })
  }
}
