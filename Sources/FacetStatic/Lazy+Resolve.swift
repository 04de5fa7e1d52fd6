// The spelling of Settler's lazies, which leads to the one of this library.

extension Lazy {
  /// The value, built if it has not been: another spelling of ``value``.
  ///
  /// - Returns: The value.
  @available(*, deprecated, message: "Write '.value' instead of '.resolve()'.")
  public func resolve() -> Value { value }
}

extension ThrowingLazy {
  /// The value, built if it has not been: another spelling of ``value``.
  ///
  /// - Returns: The value.
  /// - Throws: What building the value throws.
  @available(*, deprecated, message: "Write '.value' instead of '.resolve()'.")
  public func resolve() throws(Failure) -> Value { try value }
}

extension AsyncLazy {
  /// The value, built if it has not been: another spelling of ``value``.
  ///
  /// - Returns: The value.
  @available(*, deprecated, message: "Write '.value' instead of '.resolve()'.")
  public nonisolated(nonsending) func resolve() async -> Value { await value }
}

extension AsyncThrowingLazy {
  /// The value, built if it has not been: another spelling of ``value``.
  ///
  /// - Returns: The value.
  /// - Throws: What building the value throws.
  @available(*, deprecated, message: "Write '.value' instead of '.resolve()'.")
  public nonisolated(nonsending) func resolve() async throws(Failure) -> Value { try await value }
}
