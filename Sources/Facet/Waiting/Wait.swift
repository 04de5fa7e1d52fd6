/// A party at rest, until the work of another one ends.
final class Wait: @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock of `Waits`.
  enum Answer {
    /// The work has ended: look again.
    case again
    /// All would wait for ever. The path goes on from the build, through those that wait for one another, to one of the asking party.
    case circle([PathStep])
    case cancelled
    /// Nobody has waited for the build, and it was cancelled: look again.
    case abandoned
  }
  let waiter: Waiter
  let work: Work
  /// Is called with no lock when another party has given the answer; what `Waits.begin` finds itself, it returns.
  let wake: @Sendable () -> Void
  /// Is set once.
  var answer: Answer?

  init(_ waiter: Waiter, for work: Work, wake: @escaping @Sendable () -> Void) {
    (self.waiter, self.work, self.wake) = (waiter, work, wake)
  }
}

/// The parties of a wait: a thread, and the awaited build whose synchronous part it runs.
struct Waiter {
  let parties: [Party]
  /// The services that it builds.
  var path: [PathStep] = []
  /// Whether it asks for the service; a close only waits until the build is over.
  var asks = true
}
