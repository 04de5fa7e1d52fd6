extension Container {
  /// Resolves a service that may not be registered from the main container.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve; inferred if left out.
  ///   - name: the name of the registration.
  /// - Returns: the service; `nil` if it is not registered or cannot be built. If it cannot be built, the failure handler of the container
  ///   receives the reason.
  @_alwaysEmitIntoClient
  public static func optional<Service>(
    _ serviceType: Service.Type = Service.self, name: String? = nil
  ) -> sending Service? {
    main.optional(serviceType, name: name)
  }

  /// Resolves a service that may not be registered from the main container, with arguments.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve; inferred if left out.
  ///   - name: the name of the registration.
  ///   - arguments: passed to the factory; their static types are part of the key.
  /// - Returns: the service; `nil` if it is not registered or cannot be built. If it cannot be built, the failure handler of the container
  ///   receives the reason.
  @_alwaysEmitIntoClient
  public static func optional<Service, each Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, arguments: repeat each Argument
  ) -> sending Service? {
    main.optional(serviceType, name: name, arguments: repeat each arguments)
  }
}
