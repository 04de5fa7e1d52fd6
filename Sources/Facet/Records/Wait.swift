/// One party at rest, until somebody else's build ends.
final class Wait: @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock of `Waits`.
  enum Answer {
    /// The build has ended: look again.
    case again
    /// All would wait for ever. The path goes on from the build, through those that wait for one another, to one of the asking party.
    case circle([PathStep])
    case cancelled
  }
  /// Who waits: a thread, and the awaited build whose synchronous part it runs.
  let parties: [Party]
  let build: Build
  let path: [PathStep]
  /// Is called with no lock when somebody else has given the answer; what `Waits.begin` finds itself, it returns.
  let wake: @Sendable () -> Void
  /// Is set once.
  var answer: Answer?

  init(_ parties: [Party], _ build: Build, path: [PathStep], wake: @escaping @Sendable () -> Void) {
    (self.parties, self.build, self.path, self.wake) = (parties, build, path, wake)
  }
}
