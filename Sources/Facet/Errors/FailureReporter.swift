/// Has the failure handler of a container, or leads to that of the nearest parent that has one.
final class FailureReporter: Sendable {
  typealias Handler = @Sendable (ResolutionError) -> Void

  private let parent: FailureReporter?
  private let own = Guarded(Own())

  /// A struct, because a function that goes into a generic type and out of it is wrapped again each time.
  private struct Own {
    var handler: Handler?
    var reportsWrongActor: Bool?
  }

  init(parent: FailureReporter?) {
    self.parent = parent
  }

  /// Takes over what another one has of its own, and not from a parent.
  func takeOwn(of other: FailureReporter) {
    // Released outside the lock.
    _ = own.exchange(other.own.value)
  }

  var handler: Handler {
    get {
      if let handler = own.value.handler ?? parent?.handler { return handler }
      return { printToStandardError($0.description) }
    }
    set {
      // Released outside the lock: it may be the last owner of what it captures.
      _ = own.withLock { exchange(&$0.handler, with: newValue) }
    }
  }

  /// Whether the handler learns where Swift 5 code runs away from its actor.
  var reportsWrongActor: Bool {
    get { own.value.reportsWrongActor ?? parent?.reportsWrongActor ?? false }
    set { own.withLock { $0.reportsWrongActor = newValue } }
  }
}
