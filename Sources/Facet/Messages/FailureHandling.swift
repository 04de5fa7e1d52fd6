/// A container's own handling of failures, where it does not use its parent's.
///
/// A struct, because a function that goes in and out of a generic type is wrapped again each time.
struct FailureHandling {
  typealias Handler = @Sendable (ResolutionError) -> Void

  var handler: Handler?
  var reportsWrongActor: Bool?
}

extension Registry {
  /// The settings of this container itself, without those of a parent.
  var failures: FailureHandling {
    get { extras.withLock { $0.failures } }
    set {
      // Released outside the lock.
      _ = extras.withLock { exchange(&$0.failures, with: newValue) }
    }
  }

  /// The value of the nearest container that sets it, from this one upwards.
  private func nearest<Value>(_ value: (FailureHandling) -> Value?) -> Value? {
    var registry: Registry? = self
    while let next = registry {
      if let value = value(next.failures) { return value }
      registry = next.parent
    }
    return nil
  }

  var failureHandler: FailureHandling.Handler {
    get { nearest { $0.handler == nil ? nil : $0 }?.handler ?? { printToStandardError($0.description) } }
    set {
      // Released outside the lock: it may be the last owner of its captured objects.
      _ = extras.withLock { exchange(&$0.failures.handler, with: newValue) }
    }
  }

  /// Whether the handler is called when Swift 5 code runs outside its actor.
  var reportsWrongActor: Bool {
    get { nearest { $0.reportsWrongActor } ?? false }
    set { extras.withLock { $0.failures.reportsWrongActor = newValue } }
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
