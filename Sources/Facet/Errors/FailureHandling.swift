/// What a container does with failures, where it does not leave that to its parent.
///
/// A struct, because a function that goes into a generic type and out of it is wrapped again each time.
struct FailureHandling {
  typealias Handler = @Sendable (ResolutionError) -> Void

  var handler: Handler?
  var reportsWrongActor: Bool?
}

extension Registry {
  /// What this container has of its own, and not from a parent.
  var failures: FailureHandling {
    get { extras.withLock { $0.failures } }
    set {
      // Released outside the lock.
      _ = extras.withLock { exchange(&$0.failures, with: newValue) }
    }
  }

  /// What the nearest of this container and its parents has that has it.
  private func nearest<Value>(_ value: (FailureHandling) -> Value?) -> Value? {
    sequence(first: self, next: \.parent).lazy.compactMap { value($0.failures) }.first
  }

  var failureHandler: FailureHandling.Handler {
    get { nearest { $0.handler == nil ? nil : $0 }?.handler ?? { printToStandardError($0.description) } }
    set {
      // Released outside the lock: it may be the last owner of what it captures.
      _ = extras.withLock { exchange(&$0.failures.handler, with: newValue) }
    }
  }

  /// Whether the handler learns where Swift 5 code runs away from its actor.
  var reportsWrongActor: Bool {
    get { nearest { $0.reportsWrongActor } ?? false }
    set { extras.withLock { $0.failures.reportsWrongActor = newValue } }
  }
}
