extension Container {
  /// Carries the replacement of ``main`` to code outside the task: queues, threads, detached tasks.
  ///
  /// A task passes the container of ``withMain(_:operation:)-(_,()->Result)`` to the tasks that it starts, but not to other code. If a
  /// service starts work elsewhere, let it carry the main container along. Outside of tests nothing is replaced, and the cost
  /// is negligible.
  ///
  /// ```swift
  /// Container.withEscapedMain { main in
  ///   queue.async {
  ///     main.yield { Container.resolve(Uploader.self)?.upload() }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameter operation: starts the work. It receives a value that carries the container; you may store the value.
  /// - Returns: the result of the closure.
  /// - Throws: the error of the closure.
  @_alwaysEmitIntoClient
  public static func withEscapedMain<Result>(
    _ operation: (_ main: EscapedMain) throws -> Result
  ) rethrows -> Result {
    try operation(EscapedMain())
  }

  /// The main container of a task, for use outside of the task.
  ///
  /// - Lifetime: holds the container that replaced the main one.
  public struct EscapedMain: Sendable {
    @usableFromInline
    let replacement: Container?

    @usableFromInline
    init() {
      replacement = MainContainer.replacement
    }

    /// Runs a closure in which ``Container/main`` is the carried container.
    ///
    /// - Parameter operation: uses the main container.
    /// - Returns: the result of the closure.
    /// - Throws: the error of the closure.
    @_alwaysEmitIntoClient
    public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
      guard let replacement else { return try operation() }
      return try Container.withMain(replacement, operation: operation)
    }

    /// Runs an asynchronous closure in which ``Container/main`` is the carried container.
    ///
    /// - Parameters:
    ///   - isolation: the actor of the closure; the caller's by default.
    ///   - operation: uses the main container.
    /// - Returns: the result of the closure.
    /// - Throws: the error of the closure.
    @_alwaysEmitIntoClient
    public func yield<Result>(
      isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
    ) async rethrows -> Result {
      guard let replacement else { return try await operation() }
      return try await Container.withMain(replacement, isolation: isolation, operation: operation)
    }
  }
}
