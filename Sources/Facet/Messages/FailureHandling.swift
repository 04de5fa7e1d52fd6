extension Registry {
  /// The settings of this container itself, without those of a parent.
  var failures: FailureHandling {
    get { particular { $0.failures } }
    set { _ = changeParticulars { exchange(&$0.failures, with: newValue) } }
  }

  var failureHandler: FailureHandling.Handler {
    get {
      if let own = failures.handler { return own }
      guard let parent else { return { printToStandardError($0.description) } }
      return parent.failureHandler
    }
    // The old one is released outside the lock: it may be the last owner of its captured objects.
    set { _ = changeParticulars { exchange(&$0.failures.handler, with: newValue) } }
  }

  /// Whether the handler is called when Swift 5 code runs outside its actor.
  var reportsWrongActor: Bool {
    get { failures.reportsWrongActor ?? parent?.reportsWrongActor ?? false }
    set { changeParticulars { $0.failures.reportsWrongActor = newValue } }
  }

  /// Passes the reason of a failure to the handler.
  func report(_ error: ResolutionError) {
    let thread = Resolution.current
    guard !thread.state.isReporting else { return printToStandardError(error.description) }
    thread.state.isReporting = true
    defer { thread.state.isReporting = false }
    failureHandler(error)
  }
}
