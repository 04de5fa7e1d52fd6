/// The end of a container and of its living children.
struct Closing: Sendable {
  /// The children come before their parents.
  private let registries: [Registry]
  private let close: Close

  /// Begins: from now on everything is refused; `nil` if that was so before.
  ///
  /// Throws, with nothing done, if it cannot be gone through with.
  init?(_ registry: Registry, canAwait: Bool, at location: CodeLocation) throws(CloseError) {
    guard !registry.isClosed else { return nil }
    let registries = registry.family
    let kept = Closing.records(of: registries).joined().filter { !$0.settings.disposers.isEmpty }
    if !canAwait {
      var keys = kept.filter { $0.settings.disposers.contains { !$0.canRunHere } }.map(\.key)
      keys += registries.flatMap { $0.pendingEnds.all }.filter { !$0.canRunHere }.map(\.key)
      keys += Closing.awaited(in: registries).map(\.key)
      keys += Close.running(in: registries.dropLast()).flatMap(\.awaitedKeys)
      try Closing.check(keys)
    }
    if let own = Closing.ownBuild(in: registries) { throw CloseError(reason: .isBuilding(own.key)) }
    close = Close(registry, awaiting: canAwait ? kept.map(\.key) : nil)
    var isFirst = false
    if canAwait {
      isFirst = registry.refuseAll(at: location).isFirst
    } else {
      // Once more, together with the end: one may have begun meanwhile.
      let awaited: [Record]
      (isFirst, awaited) = Closing.refuseAll(
        of: registry, at: location, unlessBuildingIn: registries)
      guard awaited.isEmpty else {
        close.finish()
        throw CloseError(reason: .needsAwait(awaited.map(\.key)))
      }
    }
    // If a parent was closed meanwhile, that close disposes of this one's services, too.
    guard isFirst, registry.parent?.isClosed != true else {
      close.finish()
      return nil
    }
    // Once more: a child may have been made meanwhile. One that is made from now on keeps nothing.
    self.registries = registry.family
  }

  /// Refuses an end that is not awaited, for these services.
  static func check(_ keys: [ServiceKey]) throws(CloseError) {
    var once: [ServiceKey] = []
    for key in keys where !once.contains(key) { once.append(key) }
    if !once.isEmpty { throw CloseError(reason: .needsAwait(once)) }
  }

  /// Lets the threads and tasks that wait for the end go on.
  func end() { close.finish() }

  /// The services of some registries that tasks build.
  private static func awaited(in registries: [Registry]) -> [Record] {
    WaitGraph.running(in: registries).filter { $0.thread == nil }.map(\.record)
  }

  /// A service of some registries whose build the calling code is a part of, or holds up.
  private static func ownBuild(in registries: [Registry]) -> Record? {
    let (thread, task) = (Thread.current.party, CurrentBuild.current?.party)
    return WaitGraph.state.withLock { state in
      state.builds(in: registries).first { build in
        build.party === thread || task.map { state.circle(from: build.party, to: $0) != nil } == true
      }
    }?.record
  }

  /// Lets a registry refuse everything, unless tasks build services of some: none can begin at the same time.
  ///
  /// Says whether it did so for the first time, or what is being built.
  private static func refuseAll(
    of registry: Registry, at location: CodeLocation, unlessBuildingIn registries: [Registry]
  ) -> (Bool, [Record]) {
    // Released outside the lock: a child that ends meanwhile may have no other owner.
    let (isFirst, awaited, _) = WaitGraph.state.withLock { state -> (Bool, [Record], [AnyObject]) in
      let awaited = state.builds(in: registries).filter { $0.thread == nil }.map(\.record)
      if !awaited.isEmpty { return (false, awaited, []) }
      let (isFirst, seen) = registry.refuseAll(at: location)
      return (isFirst, [], seen)
    }
    return (isFirst, awaited)
  }

  // MARK: - What others do

  /// The children that others close.
  private var closingChildren: [Close] { Close.running(in: registries.dropLast()) }

  /// Waits for the builds of threads, and for the children that others close, but for what waits for this thread.
  func waitForOthers() {
    let party = Thread.current.party
    while true {
      let works: [Work] = WaitGraph.running(in: registries) + closingChildren
      let waits = works.compactMap { WaitGraph.restUnlessCircle(for: $0, by: party, keys: []) }
      if waits.isEmpty { return }
      for wait in waits { _ = wait.block() }
    }
  }

  /// The same for a task.
  nonisolated(nonsending) func awaitOthers() async {
    while true {
      let works: [Work] = WaitGraph.running(in: registries) + closingChildren
      if works.isEmpty { return }
      await Closing.finish(works)
    }
  }

  /// Waits until those who close the container or a parent of it have done so, unless the caller is a part of that.
  nonisolated(nonsending) static func awaitOther(closing registry: Registry) async {
    if Close.isInside || CurrentBuild.current != nil { return }
    await finish(Close.running(in: sequence(first: registry, next: \.parent)))
  }

  /// In a task of its own, which the end of the caller's does not cancel.
  private nonisolated(nonsending) static func finish(_ works: [Work]) async {
    if works.isEmpty { return }
    await Task.detached { for work in works { _ = await WaitGraph.rest(for: work).rest() } }.value
  }

  /// The services whose builds wait for this thread, or for an `await`: they cannot be disposed of.
  private var unfinished: [CloseError.Failure] {
    WaitGraph.running(in: registries).map { CloseError.Failure(key: $0.record.key, error: nil) }
  }

  // MARK: - Instances

  /// Takes all instances out of the containers, and all registrations: what is to be done, in order.
  private func disposals() -> [Disposal] {
    var all: [Disposal] = []
    for (registry, records) in zip(registries, Closing.records(of: registries)) {
      let disposals = registry.pendingEnds.takeAll() + records.flatMap { $0.takeInstances() }
      all += disposals.inOrder { $0.number > $1.number }
    }
    // After all: with its last key a record gives up its instance, and that key may be a child's.
    for registry in registries { registry.removeEverything() }
    return EndOrder.sorted(all)
  }

  /// The records of each registry that keys of the family lead to, each once, in the order in which they were made.
  private static func records(of registries: [Registry]) -> [[Record]] {
    let all = registries.map { $0.registrations().map(\.record) + $0.scoped.all }
    // A forward of a child may be the last key of a parent's record.
    var lent: [Record] = []
    for (registry, records) in zip(registries, all) { lent += records.filter { $0.owner !== registry } }
    return zip(registries, all).map { registry, records in
      let own = (records + lent).filter { $0.owner === registry }
      // One that took the place of another has the order of that.
      let sorted = own.inOrder { ($0.order, ObjectIdentifier($0)) < ($1.order, ObjectIdentifier($1)) }
      var once: [Record] = []
      for record in sorted where record !== once.last { once.append(record) }
      return once
    }
  }

  /// Disposes of everything that can be on the calling thread, one instance after the other.
  func dispose() -> EndReport {
    var report = EndReport()
    report.failures = unfinished
    for disposal in disposals() { report.add(disposal, disposal.run()) }
    return report
  }

  /// Disposes of everything, one instance after the other.
  nonisolated(nonsending) func dispose(_ progress: EndProgress) async -> EndReport {
    await Close.$ofTask.withValue(close) { await progress.end(disposals()) }
  }
}
