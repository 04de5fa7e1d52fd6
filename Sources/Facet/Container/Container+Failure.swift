extension Container {
  /// Is told the reason of every failed resolve that gives `nil`.
  ///
  /// The default is the handler of the parent, and at the top one that prints the error to standard error. Resolves that throw
  /// or stop the program tell the reason themselves, and a missing `T?` is no failure.
  ///
  /// ```swift
  /// container.failureHandler = { error in logger.error("\(error)") }
  /// ```
  ///
  /// - Threads: called on the thread that resolves, with no lock held.
  @preconcurrency
  public var failureHandler: @Sendable (ResolutionError) -> Void {
    get { registry.reporter.handler }
    set { registry.reporter.handler = newValue }
  }
}
