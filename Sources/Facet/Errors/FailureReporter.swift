/// Calls the failure handler of a container, or of the nearest parent that has one.
final class FailureReporter: Sendable {
  typealias Handler = @Sendable (ResolutionError) -> Void

  private let parent: FailureReporter?
  private let own = Guarded(Own())

  /// A function that goes in and out of a generic type by itself is wrapped once more each time; in a struct it is not.
  private struct Own {
    var handler: Handler?
  }

  init(parent: FailureReporter?) {
    self.parent = parent
  }

  var handler: Handler {
    get { own.withLock { $0 }.handler ?? parent?.handler ?? { printToStandardError($0.description) } }
    set {
      // Released outside the lock: so may be what it captures.
      let old = own.withLock { own in
        let old = own
        own.handler = newValue
        return old
      }
      _ = consume old
    }
  }
}
