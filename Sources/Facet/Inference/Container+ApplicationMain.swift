extension Container {
  /// Says that a closure is work of the application, and not of a test that runs beside it.
  ///
  /// Tests that an application hosts share its process. While isolated tests run, code on no task of theirs that asks for ``main`` may be a
  /// test's that got away, and is reported; see the module `FacetTesting`. The application's own timers, queues and threads say that they are
  /// none, where their work begins:
  ///
  /// ```swift
  /// timer = Timer.scheduledTimer(withTimeInterval: 60, repeats: true) { _ in
  ///   Container.withApplicationMain { Container.resolve(Analytics.self)?.send() }
  /// }
  /// ```
  ///
  /// They get the container of the application, with its own services. Outside of tests nothing changes, and it costs next to nothing. In a
  /// test's own task, which calls the code itself, ``main`` is still the container of the test.
  ///
  /// - Parameter operation: uses the main container. Tasks that it starts belong to the application, too.
  /// - Returns: the result of the closure.
  /// - Throws: the error of the closure.
  public static func withApplicationMain<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try MainContainer.$isAskedByApplication.withValue(true, operation: operation)
  }

  /// Says that an asynchronous closure is work of the application, and not of a test that runs beside it.
  ///
  /// ```swift
  /// Task.detached {
  ///   await Container.withApplicationMain { await Container.resolve(Sync.self)?.run() }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - isolation: the actor of the closure; the caller's by default.
  ///   - operation: uses the main container. Tasks that it starts belong to the application, too.
  /// - Returns: the result of the closure.
  /// - Throws: the error of the closure.
  public static func withApplicationMain<Result>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await MainContainer.$isAskedByApplication.withValue(true, operation: operation, isolation: isolation)
  }
}
