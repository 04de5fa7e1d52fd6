/// One service that a thread is building at the moment.
///
/// Invariant: trivial, so that a stack of frames is freed without a look at them.
struct Frame {
  /// What is being done for the service.
  enum Phase {
    /// The factory runs, or what comes after it and before the completions.
    case building
    /// `initCompleted` runs for an instance that is found from now on.
    case completing
    /// `initCompleted` runs for an instance that nobody finds, as one of transient scope.
    case completingUnseen
  }

  /// The key that was asked for.
  ///
  /// Alive for as long as the frame: the thread is a participant of `Reclamation`.
  let registration: Unmanaged<Registration>
  /// The place of the service in the table of its cycle; `noEntry` for a frame that only is a part of the path.
  let entry: Int
  /// Which of the thread's cycles that is.
  let cycleNumber: Int
  var phase = Phase.building
  /// The scope that the instance is shared in, if that is beyond the cycle; `graph` in a cycle that threads share; else `transient`.
  var scope = ScopeKind.transient
  /// Whether an instance that somebody holds weakly got a service which was built outside of its own build.
  var hasCaptured = false
  /// The greatest depth of a registry in which something was found for the service, or for what it needs.
  var depth: Int16 = 0

  static let noEntry = -1

  /// Whether other threads may come to see the instance.
  var isShared: Bool { scope != .transient }

  /// Whether the container keeps the instance.
  var isKept: Bool { scope != .transient && scope != .graph && scope != .weak }
}
