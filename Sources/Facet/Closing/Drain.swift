/// Rule 11, drain: an awaited close lets finish what has begun, and then takes what the containers keep.
///
/// A build that nobody waits for is cancelled (rule 13). A drain waits neither for builds and ends around its caller, nor for parties that wait for these.
struct Drain {
  private let registry: Registry
  private let caller: Waiter
  /// The work that would wait for the caller.
  private var skipped: [Work] = []
  /// The ends that have been taken, in their order.
  private(set) var endings: [Life] = []

  init(of registry: Registry) {
    self.registry = registry
    // The drain counts as a wait of the caller's party: so a build that would wait for that party does not.
    caller = Waiter(parties: AwaitedResolver.running?.parties ?? [Party()], asks: false)
  }

  /// Takes what the containers keep, children first, each in a step in which nobody builds and no end runs.
  ///
  /// Returns false if something must be waited for.
  mutating func take() -> Bool {
    let family = registry.family
    for registry in family.reversed() {
      // Released outside the lock.
      let taken = registry.contents.withLock { contents -> Taken? in
        if contents.isEmptied { return Taken() }
        return registry.mustWait(contents, skipped) ? nil : registry.take(&contents)
      }
      guard let taken else { return false }
      endings += taken.all()
    }
    endings += Registry.dropAll(family)
    return true
  }
  /// Waits for the closes of children, for builds, and for the ends that began before.
  mutating func wait() async {
    let family = registry.family
    let (closes, ends) = (family.dropFirst().compactMap(\.closeToWaitFor), Registry.runningEnds(of: family))
    let builds = family.flatMap(\.runningBuilds)
    Waits.letGo(builds)
    for build in builds { await wait(for: build) }
    for end in family.flatMap(\.threadEnds) { await wait(for: end) }
    for close in closes { await close.wait() }
    for end in ends { _ = await end.task.value }
  }
  private mutating func wait(for work: Work) async {
    if skipped.contains(where: { $0 === work }) { return }
    if case .circle = await Waits.rest(caller, for: work) { skipped.append(work) }
  }
}

extension Registry {
  /// Whether an awaited close must wait before it takes what the container keeps.
  fileprivate func mustWait(_ contents: borrowing Contents, _ skipped: [Work]) -> Bool {
    func isSkipped(_ work: Work) -> Bool { skipped.contains { $0 === work } }
    return !contents.ledger.all.allSatisfy { $0.read(contents) { $0.builds.allSatisfy(isSkipped) } }
      || contents.hasParticulars
        && (!contents.particulars.threadEnds.values.allSatisfy(isSkipped)
          || !contents.particulars.runningEnds.filter(RunningEnd.isToWaitFor).isEmpty)
      // A child may have been made meanwhile.
      || !self.contents.otherWhileLocked { $0.all }.allSatisfy { child in
        child.contents.withReadLock { $0.isEmptied } && child.closeToWaitFor == nil
      }
  }
  /// The close that runs, unless it waits for the caller.
  var closeToWaitFor: Close? {
    particular { $0.close }.flatMap { Close.isAround($0) ? nil : $0 }
  }
}
