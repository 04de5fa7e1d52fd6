/// Swinject's members that a container does not need.
extension Container {
  /// Swinject's logging function, one for all containers.
  ///
  /// Remove the line. Each container has a ``failureHandler``, which prints by default. To silence it, write
  /// `container.failureHandler = { _ in }`.
  @available(*, unavailable, message: "remove it, or set the failureHandler of a container")
  public static var loggingFunction: ((String) -> Void)? {
    get { nil }
    set {}
  }

  /// Returns the container itself, which is thread-safe already.
  ///
  /// - Returns: the container.
  @available(*, deprecated, message: "A container is safe from any thread; use it as it is.")
  @_documentation(visibility: internal)
  public func synchronize() -> any Resolver { self }
}

extension Container {
  /// Whether a type is registered or forwarded with any arguments, here or in a parent.
  ///
  /// - Parameters:
  ///   - serviceType: the type.
  ///   - name: the name of the registration.
  /// - Returns: whether a registration or a forward exists.
  /// - Complexity: O(*n*) in the number of registrations.
  public func hasAnyRegistration<Service>(of serviceType: Service.Type, name: String? = nil) -> Bool {
    registry.line.contains { registry in
      registry.registrations(of: Service.self).contains { $0.key.name == name }
    }
  }
}

/// Swinject's names for what ``ServiceEntry/key`` has.
extension ServiceEntry {
  /// The type that the service was registered as.
  @_documentation(visibility: internal)
  public var serviceType: Any.Type { record.serviceType }

  /// The parameters of the factory as one type: `(any Resolver).self`, or a tuple such as `(any Resolver, String, Int).self`.
  @_documentation(visibility: internal)
  public var argumentsType: Any.Type { factoryParameters(of: record.key.signature) }
}
