extension ServiceEntry {
  /// Sets how long instances live, and where they are shared.
  ///
  /// May be called at any time; a changed scope holds from the next resolve on, for all keys of the record, and gives
  /// up the instance that the former scope shared.
  ///
  /// ```swift
  /// container.register(Store.self) { _ in Store() }.inObjectScope(.container)
  /// ```
  ///
  /// - Parameter objectScope: a built-in or custom scope.
  /// - Returns: the entry, for chaining.
  @discardableResult
  public func inObjectScope(_ objectScope: ObjectScope) -> Self {
    record.setScope(objectScope)
    return self
  }

  /// Sets how long instances live, and where they are shared, by a scope type of your own.
  ///
  /// - Parameter objectScope: the scope.
  /// - Returns: the entry, for chaining.
  @discardableResult
  public func inObjectScope(_ objectScope: any ObjectScopeProtocol) -> Self {
    record.setScope(objectScope)
    return self
  }

  /// Sets the scope: the name that ``inObjectScope(_:)-(ObjectScope)`` has in Resolver and in Factory.
  ///
  /// - Parameter objectScope: a built-in or custom scope.
  /// - Returns: the entry, for chaining.
  @discardableResult
  @_documentation(visibility: internal)
  public func scope(_ objectScope: ObjectScope) -> Self { inObjectScope(objectScope) }
}
