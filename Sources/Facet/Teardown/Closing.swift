/// The end of a container and of its living children.
struct Closing {
  /// The children come before their parents.
  private let registries: [Registry]
  private let running: RunningClose

  /// Begins: from now on everything is refused; `nil` if that was so before.
  ///
  /// Throws, with nothing done, if it cannot be gone through with.
  @_optimize(size)
  init?(_ registry: Registry, canAwait: Bool) throws(CloseError) {
    guard !registry.isClosed else { return nil }
    let registries = registry.family
    let kept = Closing.records(of: registries).joined().filter { !$0.settings.disposers.isEmpty }
    if !canAwait {
      let late = kept.filter { $0.settings.disposers.contains { !$0.canRunHere } }
      let awaited = AsyncFlights.running(in: registries).map(\.record)
      var keys = (late + awaited.filter { record in !late.contains { $0 === record } }).map(\.key)
      for running in RunningClose.running(in: registries.dropLast()) {
        keys += running.awaitedKeys.filter { !keys.contains($0) }
      }
      guard keys.isEmpty else { throw CloseError(reason: .needsAwait(keys)) }
    }
    if let node = CurrentBuild.current?.node,
      let waiting = AsyncFlights.waiting(for: node, in: registries)
    {
      throw CloseError(reason: .isBuilding(waiting.key))
    }
    let thread = ThreadState.current
    for flight in Flights.running(in: registries) where flight.thread == thread {
      throw CloseError(reason: .isBuilding(flight.record.key))
    }
    running = RunningClose(registry, awaiting: canAwait ? kept.map(\.key) : nil)
    var isFirst = false
    if canAwait {
      isFirst = registry.refuseAll().isFirst
    } else {
      // Once more, together with the end: one may have begun meanwhile.
      let awaited: [Record]
      (isFirst, awaited) = AsyncFlights.refuseAll(of: registry, unlessBuildingIn: registries)
      guard awaited.isEmpty else {
        running.end()
        throw CloseError(reason: .needsAwait(awaited.map(\.key)))
      }
    }
    // If a parent was closed meanwhile, that close disposes of this one's services, too.
    guard isFirst, registry.parent?.isClosed != true else {
      running.end()
      return nil
    }
    // Once more: a child may have been made meanwhile. One that is made from now on keeps nothing.
    self.registries = registry.family
  }

  /// Lets the threads and tasks that wait for the end go on.
  func end() { running.end() }

  // MARK: - Children

  /// Waits for the children that other threads close, but for those that wait for this thread.
  func waitForChildren() { for child in closingChildren { child.wait() } }

  private var closingChildren: [RunningClose] { RunningClose.running(in: registries.dropLast()) }

  // MARK: - A second call

  /// Waits for the call that has closed a registry, or a parent of it, unless that waits for this thread.
  static func waitForOther(closing registry: Registry) {
    for running in others(closing: registry) { running.wait() }
  }

  /// Awaits it.
  nonisolated(nonsending) static func awaitOther(closing registry: Registry) async {
    let nodes = others(closing: registry).map(\.node)
    if !nodes.isEmpty { await finish(nodes) }
  }

  /// None in an action of a close, or in the factory of a shared service: the other call may be waiting for that.
  @_optimize(size)
  private static func others(closing registry: Registry) -> [RunningClose] {
    if RunningClose.isInside || CurrentBuild.current != nil { return [] }
    return RunningClose.running(in: sequence(first: registry, next: \.parent))
  }

  /// Awaits the end of nodes in a task of its own: one that was cancelled waits for nothing.
  private nonisolated(nonsending) static func finish(_ nodes: [AsyncNode]) async {
    await Task.detached {
      for node in nodes { _ = await AsyncFlights.finish(AsyncFlights.rest(at: node)) }
    }.value
  }

  // MARK: - Builds

  /// Waits for the builds that began before, but for those that wait for this thread.
  @_optimize(size)
  func waitForBuilds() {
    let thread = ThreadState.current
    var seen = ObjectPairs()
    while true {
      // One that is taken over by another thread is a new one.
      let builds = Flights.running(in: registries).filter { seen.other(for: $0) == nil }
      if builds.isEmpty { return }
      for build in builds {
        seen.add(build, build)
        Flights.waitForCompletion(of: build, thread)
      }
    }
  }

  /// Awaits the builds that began before, and the children that others close.
  @_optimize(size)
  nonisolated(nonsending) func awaitOthers() async {
    while true {
      let (builds, awaited, children) = (
        Flights.running(in: registries), AsyncFlights.running(in: registries), closingChildren
      )
      if builds.isEmpty, awaited.isEmpty, children.isEmpty { return }
      let nodes = builds.compactMap(Flights.node) + awaited + children.map(\.node)
      await Closing.finish(nodes)
    }
  }

  /// The services whose builds wait for this thread, or for an `await`: they cannot be disposed of.
  var unfinished: [CloseError.Failure] {
    let running =
      Flights.running(in: registries).map(\.record) + AsyncFlights.running(in: registries).map(\.record)
    return running.map { CloseError.Failure(key: $0.key, error: nil) }
  }

  // MARK: - Instances

  /// Takes all instances out of the containers, and all registrations: what is to be done, in order.
  @_optimize(size)
  func disposals() -> [Disposal] {
    let thread = ThreadState.current
    var all: [Disposal] = []
    for records in Closing.records(of: registries) {
      let disposals = records.flatMap { record -> [Disposal] in
        if let members = record.settings.members?.all, !members.isEmpty {
          return members.compactMap { Disposal(shared: $0.record) }
        }
        return [Disposal(shared: record) ?? Disposal(stored: record, by: thread)].compactMap(\.self)
      }
      all += disposals.inOrder { $0.number > $1.number }
    }
    // After all: with its last key a record gives up its instance, and that key may be a child's.
    for registry in registries { registry.removeEverything() }
    return all
  }

  /// The records of each registry that keys of the family lead to, each once, in the order in which they were made.
  @_optimize(size)
  private static func records(of registries: [Registry]) -> [[Record]] {
    let all = registries.map { $0.registrations().map(\.record) }
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

  /// Disposes of everything, one instance after the other.
  @_optimize(size)
  nonisolated(nonsending) func dispose() async -> [CloseError.Failure] {
    await RunningClose.$ofTask.withValue(running) {
      var failures: [CloseError.Failure] = []
      for disposal in disposals() { failures += await disposal.run() }
      return failures
    }
  }
}

extension Registry {
  /// This registry and its living descendants, children before parents, the youngest first.
  fileprivate var family: [Registry] { liveChildren.reversed().flatMap(\.family) + [self] }
}
