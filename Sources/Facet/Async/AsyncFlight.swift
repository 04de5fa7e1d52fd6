/// One build that several tasks may wait for: of a shared service, or of graph scope within one cycle.
///
/// All but the constants is touched under the lock of `AsyncFlights`.
final class AsyncFlight: @unchecked Sendable {
  let record: Record
  /// What the factory resolves by.
  let build: AsyncBuild
  /// How often the record had been reset when the build began: who asks after another reset gets another instance.
  let resets: Int
  /// The instance while its completions run.
  var halfBuilt: SharedInstance?
  /// The instance of a second build, to which the factory led over a completion: that one counts.
  var other: SharedInstance?
  /// The tasks that wait for this build.
  var waiters: [AsyncWait] = []
  /// What this build waits for.
  var waits: [AsyncWait] = []
  /// The builds whose half-built instances it got: it is shown to others when they are through.
  var borrowed: [AsyncFlight] = []
  /// How it ended.
  var answer: AsyncWait.Answer?

  init(_ build: AsyncBuild) {
    self.build = build
    record = build.record
    resets = build.record.resetCount
  }

  /// Notes whose half-built instances this build got.
  func borrow(_ flights: [AsyncFlight]) {
    // At its end it let go of them: two that are over must not hold one another.
    if answer == nil { borrowed += flights }
  }
}

/// A task at rest, until a build is over.
final class AsyncWait: @unchecked Sendable {
  // Unchecked: touched under the lock of `AsyncFlights`.
  enum Answer {
    case instance(SharedInstance)
    /// The one who built it was cancelled, or nothing is there: look again.
    case lookAgain
    case failed(ResolutionError)
    case cancelled
  }

  let flight: AsyncFlight
  /// The resolve that waits.
  let build: AsyncBuild
  /// The build that the resolve is a part of.
  let owner: AsyncFlight?
  /// Whether a task rests here; else it builds what is waited for itself.
  let isAtRest: Bool
  var answer: Answer?
  var continuation: UnsafeContinuation<Answer, Never>?

  init(for flight: AsyncFlight, _ build: AsyncBuild, in owner: AsyncFlight?, isAtRest: Bool = true) {
    self.isAtRest = isAtRest
    self.flight = flight
    self.build = build
    self.owner = owner
  }
}
