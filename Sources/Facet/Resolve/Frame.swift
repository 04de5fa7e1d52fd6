/// One service that a thread is building at the moment.
///
/// Invariant: trivial, so that a stack of frames is freed without a look at them. What it refers to lives as long as the frame: the
/// thread is a participant of `Reclamation`.
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
  let registration: Borrowed<Registration>
  /// What is built: the record of the registration, or the one for a single value of the arguments or a single container.
  let record: Borrowed<Record>
  /// Whose container builds.
  let builder: Borrowed<Registry>
  /// The place of the service in its cycle; `noEntry` for a frame that only is a part of the path.
  let entry: Int
  /// Which of the thread's cycles that is.
  let cycleNumber: Int
  var phase = Phase.building
  /// The scope that the instance is shared in, if that is beyond the cycle; else `transient`.
  let scope: ScopeKind
  /// The greatest depth of a registry in which something was found for the service, or for what it needs.
  var depth: Int16 = 0

  static let noEntry = -1

  /// Whether other threads may come to see the instance.
  var isShared: Bool { scope != .transient }

  /// Whether the container keeps the instance.
  var isKept: Bool { scope != .transient && scope != .weak }
}
