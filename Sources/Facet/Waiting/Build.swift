/// The build of one shared instance.
///
/// Parties that need the instance meanwhile wait for the build.
///
/// The state that other parties see is touched under the lock of `WaitGraph`, the rest only by the building party.
final class Build: Work, @unchecked Sendable {
  typealias Publication = () -> AnyObject?

  private let kept: Record
  override var record: Record { kept }
  /// The number of the frame in which a thread builds.
  let frame: Int
  /// How often the record had been reset when the build began: a resolve after another reset gets another instance.
  let resets: Int
  /// The instance, once a thread's factory has returned it: half-built until its `initCompleted` has ended.
  var instance: Instance?
  /// Makes the finished instance visible, and returns the one that it replaces; `nil` if nothing is shared.
  var publication: Publication?
  /// Takes back an instance that was already kept, if the enclosing build fails.
  ///
  /// User code.
  var withdrawal: (() -> Void)?
  /// The instances that this one received, if it must end in order; under the lock of `WaitGraph`.
  private(set) var needs: Needs?
  /// What others need that received the incomplete instance: it, and its needs, in case the container will not end it.
  private var offered: Needs?
  /// Instances with greater numbers were made since the build began.
  let beginning = CreationNumber.last
  /// Whether another thread took the build over: then its result is dropped.
  private(set) var isTakenOver = false
  /// The number of the last instance that was taken back after others may have received it.
  ///
  /// Results that were built on it are dropped.
  private var lastTakenBack = 0
  /// Whether its completions have run and its thread waits to end it: then others may look at the instances that the thread
  /// borrowed.
  var isThrough = false
  /// Whether it is about to end, because everything that it refers to is complete.
  var isSettled = false

  init(_ record: Record, by party: Party) {
    kept = record
    frame = party.thread?.state.frames.count ?? 0
    resets = record.resetCount
    needs = Build.newNeeds(of: record)
    super.init(by: party)
  }

  static func newNeeds(of record: Record) -> Needs? { record.hasDisposers ? Needs() : nil }

  /// Notes the new instance, and returns the old one.
  func setInstance(_ new: Instance?) -> Instance? {
    offered = nil
    if let new { needs?.addOwn(new.number) } else { takeBack() }
    return exchange(&instance, with: new)
  }

  /// Notes that the instance, which is incomplete, must not be given out any more.
  func takeBack() { if let instance { lastTakenBack = instance.number } }

  /// Whether it has taken back an instance with this number.
  func hasTakenBack(_ number: Int) -> Bool { number <= lastTakenBack }

  /// Begins or takes back a second build of the service within this one, which has its own needs; returns the old ones.
  func exchangeNeeds(_ new: Needs?) -> Needs? { exchange(&needs, with: new) }

  /// What to note about the incomplete instance.
  func startOffered(_ number: Int) -> Needs {
    if let offered { return offered }
    let new = Needs()
    new.add(number)
    new.add(startNeeds())
    offered = new
    return new
  }

  /// Ends the notes about the incomplete instance, after the publication of the complete one if there is any.
  func endNeeds(of complete: Instance?) {
    // Those that need one another must not hold one another for ever.
    if let offered, complete.map(record.has) != false { offered.removeOthers() }
  }

  /// The needs of the instance, noted from now on.
  func startNeeds() -> Needs {
    if let needs { return needs }
    let new = Needs()
    if let instance { new.addOwn(instance.number) }
    needs = new
    return new
  }

  /// The thread that builds; `nil` for a task.
  var thread: Thread? { party.thread }

  /// Notes that another thread goes on with it, and returns the waits for it.
  func handOver() -> [Wait] {
    isTakenOver = true
    return end()
  }
}

extension Record {
  /// How an instance becomes visible to all threads; `nil` for a value in weak scope, which is not shared.
  func publication(of instance: Instance, isWeak: Bool, since resetCount: Int) -> Build.Publication? {
    guard let shown = isWeak ? Instance(weakly: instance) : instance else { return nil }
    return {
      shown.needs = instance.needs
      return self.publish(shown, since: resetCount)
    }
  }
}
