/// One service that a thread is building.
///
/// Invariant: trivial, so a stack of frames is freed without visiting them. The objects that it refers to live as long as the
/// frame: the thread is a participant of `Reclamation`.
struct Frame {
  /// The current step for the service.
  enum Phase {
    /// The factory runs, or the steps between the factory and the completions.
    case building
    /// `initCompleted` runs for an instance that others can find from now on.
    case completing
    /// `initCompleted` runs for an instance that others cannot find, as in transient scope.
    case completingUnseen
  }

  /// The requested key.
  let registration: Borrowed<Registration>
  /// The record to build: that of the registration, or that of a single value of the arguments or a single container.
  let record: Borrowed<Record>
  /// The registry whose container builds.
  let builder: Borrowed<Registry>
  /// The place of the service in its cycle; `noEntry` for a frame that is only a part of the path.
  let entry: Int
  /// The number of that cycle among the thread's cycles.
  let cycleNumber: Int
  var phase = Phase.building
  /// The scope that shares the instance beyond the cycle; else `transient`.
  let scope: ScopeKind
  /// The greatest depth of a registry that had something for the service or for its dependencies.
  var depth: Int16 = 0
  /// The place of its needs in `CycleNeeds`; zero if it has none yet.
  var needs: Int32 = 0

  static let noEntry = -1

  /// Whether other threads may see the instance later.
  var isShared: Bool { scope != .transient }

  /// Whether the container keeps the instance.
  var isKept: Bool { scope != .transient && scope != .weak }
}
