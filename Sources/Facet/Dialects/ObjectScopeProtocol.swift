extension ServiceEntry {
  /// Sets how long instances live, and which resolves share them, with your own scope type.
  ///
  /// - Parameter objectScope: the scope.
  /// - Returns: the entry, for chaining.
  @discardableResult
  public func inObjectScope(_ objectScope: any ObjectScopeProtocol) -> Self {
    record.setScope(objectScope)
    return self
  }

  /// Sets the scope.
  ///
  /// Resolver and Factory use this name for ``inObjectScope(_:)-(ObjectScope)``.
  ///
  /// - Parameter objectScope: a built-in or custom scope.
  /// - Returns: the entry, for chaining.
  @discardableResult
  @_documentation(visibility: internal)
  public func scope(_ objectScope: ObjectScope) -> Self { inObjectScope(objectScope) }
}

extension Container {
  /// Releases the instances of all services in a scope of your own type, here and in the parents.
  ///
  /// - Parameter objectScope: the scope to reset.
  public func resetObjectScope(_ objectScope: any ObjectScopeProtocol) {
    registry.reset(objectScope, nil)
  }

  /// Releases the instances of all services of one type in a scope, here and in the parents.
  ///
  /// - Parameters:
  ///   - objectScope: the scope to reset.
  ///   - serviceType: the registered type of the services, under any name.
  public func resetObjectScope<Service>(_ objectScope: any ObjectScopeProtocol, serviceType: Service.Type) {
    registry.reset(objectScope, Service.self)
  }

  /// Releases the instances of all services of one type in a scope, here and in the parents.
  ///
  /// - Parameters:
  ///   - objectScope: the scope to reset.
  ///   - serviceType: the registered type of the services, under any name.
  public func resetObjectScope<Service>(_ objectScope: ObjectScope, serviceType: Service.Type) {
    registry.reset(objectScope, Service.self)
  }

  /// Releases the instances of all services of one type in a scope, here and in the parents; for a type that only the run time knows.
  ///
  /// - Parameters:
  ///   - objectScope: the scope to reset.
  ///   - serviceType: the type of the services.
  @available(swift, obsoleted: 6)
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func resetObjectScope(_ objectScope: any ObjectScopeProtocol, serviceType: any Any.Type) {
    registry.reset(objectScope, serviceType)
  }
}
