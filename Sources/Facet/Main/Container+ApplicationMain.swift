extension Container {
  /// Marks a closure as work of the application, as opposed to a test that runs beside it.
  ///
  /// Tests that an application hosts share its process. While isolated tests run, code outside their tasks that uses ``main`` may have
  /// escaped from a test, and is reported: see the module `FacetTesting`. The application's own timers, queues and threads mark their work
  /// where it begins:
  ///
  /// ```swift
  /// timer = Timer.scheduledTimer(withTimeInterval: 60, repeats: true) { _ in
  ///   Container.withApplicationMain { Container.resolve(Analytics.self)?.send() }
  /// }
  /// ```
  ///
  /// The closure uses the container of the application, with its own services. Outside of tests nothing changes, and the cost is negligible.
  /// In the task of a test that calls the code itself, ``main`` is still the container of the test.
  ///
  /// - Parameter operation: uses the main container. Tasks that it starts belong to the application too.
  /// - Returns: the result of the closure.
  /// - Throws: the error of the closure.
  public static func withApplicationMain<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try MainContainer.$isAskedByApplication.withValue(true, operation: operation)
  }

  /// Marks an asynchronous closure as work of the application, as opposed to a test that runs beside it.
  ///
  /// ```swift
  /// Task.detached {
  ///   await Container.withApplicationMain { await Container.resolve(Sync.self)?.run() }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - isolation: the actor of the closure; the caller's by default.
  ///   - operation: uses the main container. Tasks that it starts belong to the application too.
  /// - Returns: the result of the closure.
  /// - Throws: the error of the closure.
  public static func withApplicationMain<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await MainContainer.$isAskedByApplication.withValue(true, operation: operation, isolation: isolation)
  }
}
