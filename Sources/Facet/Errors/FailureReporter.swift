/// Tells the failure handler of a container, or of the nearest parent that has one, why a service is missing.
final class FailureReporter: Sendable {
  typealias Handler = @Sendable (ResolutionError) -> Void

  private let parent: FailureReporter?
  private let ownHandler = Guarded<Handler?>(nil)

  init(parent: FailureReporter?) {
    self.parent = parent
  }

  var handler: Handler {
    get { ownHandler.withLock { $0 } ?? parent?.handler ?? { printToStandardError($0.description) } }
    set {
      // Released outside the lock: so may be what it captures.
      let old = ownHandler.withLock { handler in
        let old = handler
        handler = newValue
        return old
      }
      _ = consume old
    }
  }

  func report(_ error: ResolutionError) {
    handler(error)
  }
}
