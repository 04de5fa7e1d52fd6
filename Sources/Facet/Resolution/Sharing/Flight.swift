/// The building of one shared instance by one thread: a single flight.
///
/// What other threads see is touched under the lock of `Flights`, the rest only by the building thread. One for graph scope is a
/// `CycleFlight`.
class Flight: @unchecked Sendable {
  typealias Publication = () -> AnyObject?
  typealias Withdrawal = () -> Void

  let record: Record
  /// The thread that builds.
  let thread: ThreadState.Pointer
  /// The number of the frame in which the thread builds.
  let frame: Int
  /// The instance, once the factory has returned it: half-built until its `initCompleted` is through.
  var instance: SharedInstance?
  /// Makes the finished instance visible, and gives the one that it replaces; `nil` if nothing is shared.
  var publication: Publication?
  /// Takes back what was kept already, if the build around it fails.
  ///
  /// User code.
  var withdrawal: Withdrawal?
  /// Whether the instance may have something that a child's container completes; see `Loan`.
  var hasLoan = false
  /// Instances with greater numbers were made since it began.
  let beginning = CreationNumber.last
  /// Whether the build has ended, or another thread took it over.
  var isOver = false
  /// Whether another thread took the build over: what this one makes is dropped.
  var isTakenOver = false
  /// Whether its completions have run and its thread is waiting to end it: then others may look at what that thread borrowed.
  var isThrough = false
  /// Whether it is about to end, because all that it refers to is through.
  var isSettled = false
  var waits: [Flights.Wait] = []
  /// What tasks wait for, without a thread; made when one does.
  var node: AsyncNode?

  init(_ record: Record, _ thread: ThreadState.Pointer) {
    self.record = record
    self.thread = thread
    frame = thread.pointee.frameCount
  }

  /// The depth of the registry that builds.
  var builderDepth: Int16 { record.owner.depth }

  /// Begins the same build on another thread; under the lock of `Flights`.
  func handOver(to thread: ThreadState.Pointer, _ state: inout Flights.State) -> Flight {
    state.begin(record, thread)
  }

  /// Does what comes before the end, outside the lock.
  func willEnd(isPublished: Bool) {}
}
