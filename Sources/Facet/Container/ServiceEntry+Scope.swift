extension ServiceEntry {
  /// Sets how long instances live, and which resolves share them.
  ///
  /// May be called at any time. A new scope takes effect at the next resolve, for all keys of the entry. The instance
  /// that the former scope kept ends. An instance that is being built goes to its caller, and is not kept.
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
}
