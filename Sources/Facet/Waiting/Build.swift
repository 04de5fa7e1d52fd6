/// The building of one shared instance: all who need it meanwhile wait for this.
///
/// What other parties see is touched under the lock of `WaitGraph`, the rest only by the party that builds.
final class Build: Work, @unchecked Sendable {
  typealias Publication = () -> AnyObject?

  private let kept: Record
  override var record: Record { kept }
  /// The number of the frame in which a thread builds.
  let frame: Int
  /// How often the record had been reset when the build began: a resolve after another reset gets another instance.
  let resets: Int
  /// The instance, once a thread's factory has returned it: half-built until its `initCompleted` is through.
  var instance: Instance?
  /// Makes the finished instance visible, and gives the one that it replaces; `nil` if nothing is shared.
  var publication: Publication?
  /// Takes back what was kept already, if the build around it fails.
  ///
  /// User code.
  var withdrawal: (() -> Void)?
  /// The instances that this one got, if it has to be ended in order; under the lock of `WaitGraph`.
  private(set) var needs: Needs?
  /// Instances with greater numbers were made since it began.
  let beginning = CreationNumber.last
  /// Whether another thread took the build over: what this one makes is dropped.
  private(set) var isTakenOver = false
  /// The number of the last instance that was taken back, after others may have got it: what they built on it is dropped.
  private var lastTakenBack = 0
  /// Whether its completions have run and its thread is waiting to end it: then others may look at what that thread borrowed.
  var isThrough = false
  /// Whether it is about to end, because all that it refers to is through.
  var isSettled = false

  init(_ record: Record, by party: Party) {
    kept = record
    frame = party.thread?.state.frames.count ?? 0
    resets = record.resetCount
    needs = record.hasDisposers ? Needs() : nil
    super.init(by: party)
  }

  /// Notes what was made, and gives what it replaces.
  func setInstance(_ new: Instance?) -> Instance? {
    if let new { needs?.addOwn(new.number) } else { takeBack() }
    return exchange(&instance, with: new)
  }

  /// Notes that nobody is to get the instance, which is not complete.
  func takeBack() { if let instance { lastTakenBack = instance.number } }

  /// Whether an instance of it was taken back that has this number.
  func hasTakenBack(_ number: Int) -> Bool { number <= lastTakenBack }

  /// The instances that this one got, to be noted from now on.
  func startNeeds() -> Needs {
    if let needs { return needs }
    let new = Needs()
    if let instance { new.addOwn(instance.number) }
    needs = new
    return new
  }

  /// The thread that builds; `nil` for a task.
  var thread: Thread? { party.thread }

  /// Notes that another thread goes on with it, and gives those who wait.
  func handOver() -> [Wait] {
    isTakenOver = true
    return end()
  }
}

extension Record {
  /// How an instance becomes visible to all threads; `nil` for a value in weak scope, which is not shared.
  func publication(of instance: Instance, isWeak: Bool, since resetCount: Int) -> Build.Publication? {
    guard let shown = isWeak ? Instance(weakly: instance) : instance else { return nil }
    return { self.publish(shown, since: resetCount) }
  }
}
