/// One service that a thread is building at the moment.
struct Frame {
  /// What is being done for the service.
  enum Phase {
    case building
    /// The instance is there, and its `initCompleted` runs.
    case completing
  }

  /// The key that was asked for.
  ///
  /// Alive for as long as the frame: the thread is within `Reclamation`.
  let registration: Unmanaged<Registration>
  /// The place of the service in the table of its cycle.
  let entry: Int
  /// Which of the thread's cycles that is.
  let cycleNumber: Int
  var phase = Phase.building
  /// Whether other cycles are going to see the instance: the thread has the flight of the record.
  var isShared = false
}
