extension Resolver {
  /// Resolves a service that may not be registered.
  ///
  /// ```swift
  /// let equalizer: Equalizer? = container.optional()
  /// let quiet = container.optional(Speaker.self, name: "quiet")
  /// ```
  ///
  /// The same as `resolve(Service?.self)`: a service that is not registered is no failure.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve; inferred if left out.
  ///   - name: the name of the registration.
  /// - Returns: the service; `nil` if it is not registered, or if it cannot be built. In the second case, the reason was given to the failure
  ///   handler of the container.
  /// - Complexity: O(1) on average, and the factories' own.
  @_alwaysEmitIntoClient
  public func optional<Service>(
    _ serviceType: Service.Type = Service.self, name: String? = nil
  ) -> sending Service? {
    resolve(Service?.self, name: name) ?? nil
  }

  /// Resolves a service with arguments that may not be registered.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve; inferred if left out.
  ///   - name: the name of the registration.
  ///   - arguments: are handed to the factory; their static types are a part of the key.
  /// - Returns: the service; `nil` if it is not registered, or if it cannot be built. In the second case, the reason was given to the failure
  ///   handler of the container.
  @_alwaysEmitIntoClient
  public func optional<Service, each Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, arguments: repeat each Argument
  ) -> sending Service? {
    resolve(Service?.self, name: name, arguments: repeat each arguments) ?? nil
  }

  /// Resolves a service with one argument that may not be registered.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve; inferred if left out.
  ///   - name: the name of the registration.
  ///   - argument: is handed to the factory; its static type is a part of the key.
  ///   - argumentType: the type under which the argument is a part of the key; its static type if left out.
  /// - Returns: the service; `nil` if it is not registered, or if it cannot be built. In the second case, the reason was given to the failure
  ///   handler of the container.
  @_alwaysEmitIntoClient
  public func optional<Service, Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, argument: Argument,
    as argumentType: Argument.Type = Argument.self
  ) -> sending Service? {
    resolve(Service?.self, name: name, argument: argument) ?? nil
  }
}

extension Container {
  /// Resolves a service from the main container that may not be registered.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve; inferred if left out.
  ///   - name: the name of the registration.
  ///   - arguments: are handed to the factory; their static types are a part of the key.
  /// - Returns: the service; `nil` if it is not registered, or if it cannot be built. In the second case, the reason was given to the failure
  ///   handler of the container.
  @_alwaysEmitIntoClient
  public static func optional<Service, each Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, arguments: repeat each Argument
  ) -> sending Service? {
    main.optional(serviceType, name: name, arguments: repeat each arguments)
  }

  /// Resolves a service with one argument from the main container that may not be registered.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve; inferred if left out.
  ///   - name: the name of the registration.
  ///   - argument: is handed to the factory; its static type is a part of the key.
  ///   - argumentType: the type under which the argument is a part of the key; its static type if left out.
  /// - Returns: the service; `nil` if it is not registered, or if it cannot be built. In the second case, the reason was given to the failure
  ///   handler of the container.
  @_alwaysEmitIntoClient
  public static func optional<Service, Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, argument: Argument,
    as argumentType: Argument.Type = Argument.self
  ) -> sending Service? {
    main.optional(serviceType, name: name, argument: argument)
  }
}
