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
  /// - Returns: the service; or `nil`, after the reason was given to the failure handler of the container.
  /// - Complexity: O(1) on average, and the factories' own.
  @_alwaysEmitIntoClient
  @_transparent
  public func resolve<Service>(_ serviceType: Service.Type) -> sending Service? {
    do { return try find(Service.self, name: nil) } catch { report(error) }
    return nil
  }

  /// Resolves a service by its name.
  ///
  /// Without a default, as ``resolve(_:)`` is: so both can implement a protocol of your own, and be passed on as functions.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve.
  ///   - name: the name of the registration; `nil` for none.
  /// - Returns: the service; or `nil`, after the reason was given to the failure handler of the container.
  /// - Complexity: O(1) on average, and the factories' own.
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
  ///   - arguments: are handed to the factory; their static types are a part of the key.
  /// - Returns: the service; or `nil`, after the reason was given to the failure handler of the container.
  /// - Complexity: O(1) on average, and the factories' own.
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
  ///   - argument: is handed to the factory; its static type is a part of the key.
  ///   - argumentType: the type under which the argument is a part of the key; its static type if left out.
  /// - Returns: the service; or `nil`, after the reason was given to the failure handler of the container.
  /// - Complexity: O(1) on average, and the factories' own.
  @_alwaysEmitIntoClient
  @_transparent
  public func resolve<Service, Argument>(
    _ serviceType: Service.Type, name: String? = nil, argument: Argument,
    as argumentType: Argument.Type = Argument.self
  ) -> sending Service? {
    do { return try find(Service.self, name: name, argument: argument) } catch { report(error) }
    return nil
  }

  /// Resolves a service under a key with a part of an extension's own.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve.
  ///   - name: the name of the registration.
  ///   - option: the extension's part of the key.
  ///   - arguments: are handed to the factory; their static types are a part of the key.
  /// - Returns: the service; or `nil`, after the reason was given to the failure handler of the container.
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
