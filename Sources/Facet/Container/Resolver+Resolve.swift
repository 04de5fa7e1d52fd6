extension Resolver {
  /// Resolves a service.
  ///
  /// ```swift
  /// let dog = container.resolve(Dog.self)
  /// let hachi = container.resolve(Dog.self, name: "Hachi")
  /// ```
  ///
  /// `Optional`, ``Lazy`` and ``Provider`` of a registered type resolve without a registration of their own.
  ///
  /// - Parameter serviceType: the type to resolve.
  /// - Returns: the service; `nil` after a failure, whose reason goes to the failure handler of the container.
  /// - Complexity: O(1) on average, plus the cost of the factories.
  @_alwaysEmitIntoClient
  @inline(__always)
  public func resolve<Service>(_ serviceType: Service.Type) -> sending Service? {
    seek(Service.self, name: nil)
  }

  /// Resolves a service by its name.
  ///
  /// The name has no default value, like the parameters of ``resolve(_:)``: so both functions can implement your own
  /// protocol, and be passed as functions.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve.
  ///   - name: the name of the registration; `nil` for none.
  /// - Returns: the service; `nil` after a failure, whose reason goes to the failure handler of the container.
  /// - Complexity: O(1) on average, plus the cost of the factories.
  @_alwaysEmitIntoClient
  @inline(__always)
  public func resolve<Service>(_ serviceType: Service.Type, name: String?) -> sending Service? {
    seek(Service.self, name: name)
  }

  /// Resolves a service with arguments.
  ///
  /// ```swift
  /// let hachi = container.resolve(Animal.self, name: "pet", arguments: "Hachi", 3)
  /// ```
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve.
  ///   - name: the name of the registration.
  ///   - arguments: passed to the factory; their static types are part of the key.
  /// - Returns: the service; `nil` after a failure, whose reason goes to the failure handler of the container.
  /// - Complexity: O(1) on average, plus the cost of the factories.
  @_disfavoredOverload
  @_alwaysEmitIntoClient
  @inline(__always)
  public func resolve<Service, each Argument>(
    _ serviceType: Service.Type, name: String? = nil, arguments: repeat each Argument
  ) -> sending Service? {
    seek(Service.self, name: name, arguments: repeat each arguments)
  }

  /// Resolves a service with one argument.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve.
  ///   - name: the name of the registration.
  ///   - argument: passed to the factory; its static type is part of the key.
  ///   - argumentType: leave it out: it keeps the static type of the argument, even if that is a protocol.
  /// - Returns: the service; `nil` after a failure, whose reason goes to the failure handler of the container.
  /// - Complexity: O(1) on average, plus the cost of the factories.
  @_alwaysEmitIntoClient
  @inline(__always)
  public func resolve<Service, Argument>(
    _ serviceType: Service.Type, name: String? = nil, argument: Argument,
    _ argumentType: Argument.Type = Argument.self
  ) -> sending Service? {
    seek(Service.self, name: name, argument: argument)
  }
}
