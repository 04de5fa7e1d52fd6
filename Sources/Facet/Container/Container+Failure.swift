extension Container {
  /// Receives the reason of every failed resolve that gives `nil`.
  ///
  /// The default is the handler of the parent, and at the top one that prints the error to standard error. Resolves that throw
  /// or stop the program give the reason themselves, and a missing `T?` is no failure.
  ///
  /// ```swift
  /// container.failureHandler = { error in logger.error("\(error)") }
  /// ```
  ///
  /// A handler may resolve. What fails while it runs goes to standard error: it would call itself without end.
  ///
  /// - Threads: called on the thread that resolves, with no lock held.
  @available(swift, introduced: 6)
  public var failureHandler: @Sendable (ResolutionError) -> Void {
    get { registry.failureHandler }
    set { registry.failureHandler = newValue }
  }

  /// Receives the reason of every failed resolve that gives `nil`; in Swift 5 mode.
  @available(swift, obsoleted: 6)
  @_documentation(visibility: internal)
  public var failureHandler: (ResolutionError) -> Void {
    get { registry.failureHandler }
    set {
      let unchecked = SwiftFiveClosure(call: newValue)
      registry.failureHandler = { unchecked.call($0) }
    }
  }

  /// Whether the failure handler is called when code in Swift 5 mode is run away from the actor that it was written on.
  ///
  /// Such code runs where the service is resolved, as it ever did, and nothing fails; with this, each time is reported as
  /// ``ResolutionError/Code/wrongActor``. The default is that of the parent, and `false` at the top. Code in Swift 6 mode is not run elsewhere
  /// in any case.
  public var reportsWrongActor: Bool {
    get { registry.reportsWrongActor }
    set { registry.reportsWrongActor = newValue }
  }
}

extension Registry {
  /// Gives the reason of a failure to the handler.
  func report(_ error: ResolutionError) {
    let thread = Thread.current
    guard !thread.state.isReporting else { return printToStandardError(error.description) }
    thread.state.isReporting = true
    defer { thread.state.isReporting = false }
    failureHandler(error)
  }
}
