extension Container {
  /// Carries the replacement of ``main`` over to code that leaves the task: queues, threads, detached tasks.
  ///
  /// A task hands ``withMain(_:operation:)-(_,()->Result)`` on to the tasks that it starts. It does not reach what runs
  /// elsewhere. Where a service starts such work, let it carry the main container along; outside of tests nothing is replaced,
  /// and it costs next to nothing.
  ///
  /// ```swift
  /// Container.withEscapedMain { main in
  ///   queue.async {
  ///     main.yield { Container.resolve(Uploader.self)?.upload() }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameter operation: starts the work. It receives what carries the container, which may be kept.
  /// - Returns: the result of the closure.
  /// - Throws: the error of the closure.
  @_alwaysEmitIntoClient
  public static func withEscapedMain<Result>(
    _ operation: (_ main: EscapedMain) throws -> Result
  ) rethrows -> Result {
    try operation(EscapedMain())
  }

  /// The main container as a task saw it, for use outside of the task.
  ///
  /// - Lifetime: holds the container that replaced the main one.
  public struct EscapedMain: Sendable {
    @usableFromInline
    let replacement: Container?

    @usableFromInline
    init() {
      replacement = MainContainer.replacement
    }

    /// Runs a closure in which ``Container/main`` is what it was where it escaped.
    ///
    /// - Parameter operation: uses the main container.
    /// - Returns: the result of the closure.
    /// - Throws: the error of the closure.
    @_alwaysEmitIntoClient
    public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
      guard let replacement else { return try operation() }
      return try Container.withMain(replacement, operation: operation)
    }

    /// Runs an asynchronous closure in which ``Container/main`` is what it was where it escaped.
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
