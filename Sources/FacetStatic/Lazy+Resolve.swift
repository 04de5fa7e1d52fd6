// The spelling of Settler's lazies, which leads to the one of this library.

extension Lazy {
  /// The value, built if it has not been: the name that ``value`` has in Settler.
  ///
  /// - Returns: The value.
  @_documentation(visibility: internal)
  @available(*, deprecated, message: "Write '.value' instead of '.resolve()'.")
  public func resolve() -> Value { value }
}

extension ThrowingLazy {
  /// The value, built if it has not been: the name that ``value`` has in Settler.
  ///
  /// - Returns: The value.
  /// - Throws: What building the value throws.
  @_documentation(visibility: internal)
  @available(*, deprecated, message: "Write '.value' instead of '.resolve()'.")
  public func resolve() throws(Failure) -> Value { try value }
}

extension AsyncLazy {
  /// The value, built if it has not been: the name that ``value`` has in Settler.
  ///
  /// - Returns: The value.
  @_documentation(visibility: internal)
  @available(*, deprecated, message: "Write '.value' instead of '.resolve()'.")
  public nonisolated(nonsending) func resolve() async -> Value { await value }
}

extension AsyncThrowingLazy {
  /// The value, built if it has not been: the name that ``value`` has in Settler.
  ///
  /// - Returns: The value.
  /// - Throws: What building the value throws.
  @_documentation(visibility: internal)
  @available(*, deprecated, message: "Write '.value' instead of '.resolve()'.")
  public nonisolated(nonsending) func resolve() async throws(Failure) -> Value { try await value }
}
