/// The end of a container and of its living children.
struct Closing: Sendable {
  /// The children come before their parents.
  private let registries: [Registry]
  let close: Close

  /// Begins: from now on everything is refused; `nil` if it was refused before.
  ///
  /// Throws, with nothing done, if the close cannot be completed.
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
      // Checked again, together with the end: a build may have begun meanwhile.
      let awaited: [Record]
      (isFirst, awaited) = Closing.refuseAll(
        of: registry, at: location, unlessBuildingIn: registries)
      guard awaited.isEmpty else {
        close.finish()
        throw CloseError(reason: .needsAwait(awaited.map(\.key)))
      }
    }
    // If a parent was closed meanwhile, that close also disposes of the services of this one.
    guard isFirst, registry.parent?.isClosed != true else {
      close.finish()
      return nil
    }
    // Read again, because a child may have been made meanwhile. A child that is made from now on keeps nothing.
    self.registries = registry.family
  }

  /// Refuses a synchronous end if there are services to await.
  static func check(_ keys: [ServiceKey]) throws(CloseError) {
    var once: [ServiceKey] = []
    for key in keys where !once.contains(key) { once.append(key) }
    if !once.isEmpty { throw CloseError(reason: .needsAwait(once)) }
  }

  /// The services of some registries that tasks build.
  private static func awaited(in registries: [Registry]) -> [Record] {
    WaitGraph.running(in: registries).filter { $0.thread == nil }.map(\.record)
  }

  /// A service of some registries whose build the calling code is a part of, or blocks.
  private static func ownBuild(in registries: [Registry]) -> Record? {
    let (thread, task) = (Thread.current.party, CurrentBuild.current?.party)
    return WaitGraph.state.withLock { state in
      state.builds(in: registries).first { build in
        build.party === thread || task.map { state.circle(from: build.party, to: $0) != nil } == true
      }
    }?.record
  }

  /// Lets a registry refuse everything, unless tasks build services of some registries.
  ///
  /// No such build can begin at the same time.
  ///
  /// Returns whether this was the first time, or the services under construction.
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

  // MARK: - Work of other threads and tasks

  /// The children that other threads or tasks close.
  private var closingChildren: [Close] { Close.running(in: registries.dropLast()) }

  /// Waits for the builds of threads, and for children that others close, except those that wait for this thread.
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

  /// Waits for other closes of the container or its parents, unless the caller is a part of them.
  nonisolated(nonsending) static func awaitOther(closing registry: Registry) async {
    if Close.isInside || CurrentBuild.current != nil { return }
    await finish(Close.running(in: sequence(first: registry, next: \.parent)))
  }

  /// Runs in a task of its own, which the cancellation of the caller's task does not cancel.
  private nonisolated(nonsending) static func finish(_ works: [Work]) async {
    if works.isEmpty { return }
    await Task.detached { for work in works { _ = await WaitGraph.rest(for: work).rest() } }.value
  }

  /// The services whose builds wait for this thread, or for an `await`: they cannot be disposed of.
  private var unfinished: [CloseError.Failure] {
    WaitGraph.running(in: registries).map { CloseError.Failure(key: $0.record.key, error: nil) }
  }

  // MARK: - Instances

  /// Takes all instances and registrations out of the containers; returns the disposals in order.
  private func disposals() -> [Disposal] {
    var all: [Disposal] = []
    for (registry, records) in zip(registries, Closing.records(of: registries)) {
      let disposals = registry.pendingEnds.takeAll() + records.flatMap { $0.takeInstances() }
      all += disposals.inOrder { $0.number > $1.number }
    }
    // Last, because a record gives up its instance with its last key, and that key may be a child's.
    for registry in registries {
      registry.removeAll()
      for pair in registry.scoped.removeAll() { Reclamation.retire(pair.member) }
      registry.removeCallbacks()
    }
    return EndOrder.sorted(all)
  }

  /// The records of each registry that keys of the family lead to, each once, in creation order.
  private static func records(of registries: [Registry]) -> [[Record]] {
    let all = registries.map { $0.registrations().map(\.record) + $0.scoped.all }
    // A forward of a child may be the last key of a parent's record.
    var lent: [Record] = []
    for (registry, records) in zip(registries, all) { lent += records.filter { $0.owner !== registry } }
    return zip(registries, all).map { registry, records in
      let own = (records + lent).filter { $0.owner === registry }
      // A record that replaced another one has the order of that one.
      let sorted = own.inOrder { ($0.order, ObjectIdentifier($0)) < ($1.order, ObjectIdentifier($1)) }
      var once: [Record] = []
      for record in sorted where record !== once.last { once.append(record) }
      return once
    }
  }

  /// Disposes of everything that can end on the calling thread, one instance after the other.
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
