extension ServiceEntry {
  /// Sets how long instances live, and which resolves share them.
  ///
  /// May be called at any time. A new scope takes effect at the next resolve, for all keys of the entry. The instance
  /// that the former scope shared is released.
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
