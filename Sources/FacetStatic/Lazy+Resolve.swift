// Settler's spelling for lazy values, which leads to the spelling of this library.

extension Lazy {
  /// The value, built at the first use: Settler's name for ``value``.
  ///
  /// - Returns: The value.
  @_documentation(visibility: internal)
  @available(*, deprecated, message: "Write '.value' instead of '.resolve()'.")
  public func resolve() -> Value { value }
}

extension ThrowingLazy {
  /// The value, built at the first use: Settler's name for ``value``.
  ///
  /// - Returns: The value.
  /// - Throws: The error of the build closure.
  @_documentation(visibility: internal)
  @available(*, deprecated, message: "Write '.value' instead of '.resolve()'.")
  public func resolve() throws(Failure) -> Value { try value }
}

extension AsyncLazy {
  /// The value, built at the first use: Settler's name for ``value``.
  ///
  /// - Returns: The value.
  @_documentation(visibility: internal)
  @available(*, deprecated, message: "Write '.value' instead of '.resolve()'.")
  public nonisolated(nonsending) func resolve() async -> Value { await value }
}

extension AsyncThrowingLazy {
  /// The value, built at the first use: Settler's name for ``value``.
  ///
  /// - Returns: The value.
  /// - Throws: The error of the build closure.
  @_documentation(visibility: internal)
  @available(*, deprecated, message: "Write '.value' instead of '.resolve()'.")
  public nonisolated(nonsending) func resolve() async throws(Failure) -> Value { try await value }
}
