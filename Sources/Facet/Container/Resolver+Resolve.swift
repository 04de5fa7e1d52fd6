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
  @_transparent
  public func resolve<Service>(_ serviceType: Service.Type) -> sending Service? {
    do { return try find(Service.self, name: nil) } catch { report(error) }
    return nil
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
  @_transparent
  public func resolve<Service>(_ serviceType: Service.Type, name: String?) -> sending Service? {
    do { return try find(Service.self, name: name) } catch { report(error) }
    return nil
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
  @_alwaysEmitIntoClient
  @inline(__always)
  public func resolve<Service, each Argument>(
    _ serviceType: Service.Type, name: String? = nil, arguments: repeat each Argument
  ) -> sending Service? {
    do { return try find(Service.self, name: name, arguments: repeat each arguments) } catch { report(error) }
    return nil
  }

  /// Resolves a service with one argument.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve.
  ///   - name: the name of the registration.
  ///   - argument: passed to the factory; its static type is part of the key.
  ///   - argumentType: the type of the argument in the key; its static type by default.
  /// - Returns: the service; `nil` after a failure, whose reason goes to the failure handler of the container.
  /// - Complexity: O(1) on average, plus the cost of the factories.
  @_alwaysEmitIntoClient
  @_transparent
  public func resolve<Service, Argument>(
    _ serviceType: Service.Type, name: String? = nil, argument: Argument,
    as argumentType: Argument.Type = Argument.self
  ) -> sending Service? {
    do { return try find(Service.self, name: name, argument: argument) } catch { report(error) }
    return nil
  }

  /// Resolves a service under a key with an extra option, for libraries that extend Facet.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve.
  ///   - name: the name of the registration.
  ///   - option: the extra part of the key.
  ///   - arguments: passed to the factory; their static types are part of the key.
  /// - Returns: the service; `nil` after a failure, whose reason goes to the failure handler of the container.
  @_alwaysEmitIntoClient
  public func resolve<Service, each Argument>(
    _ serviceType: Service.Type, name: String? = nil, option: (any ServiceKeyOption)?,
    arguments: repeat each Argument
  ) -> sending Service? {
    do {
      return try find(
        Service.self, name: name, option: option.map(OptionBox.init), arguments: repeat each arguments)
    } catch { report(error) }
    return nil
  }
}
