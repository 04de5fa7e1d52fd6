/// The end of a container and of its living children.
struct Closing {
  /// The children come before their parents.
  private let registries: [Registry]

  /// Begins: from now on everything is refused; `nil` if that was so before.
  ///
  /// Throws, with nothing done, if it cannot be gone through with.
  @_optimize(size)
  init?(_ registry: Registry, canAwait: Bool) throws(CloseError) {
    registries = registry.family
    guard !registry.isClosed else { return nil }
    if !canAwait {
      let late = registries.flatMap(\.records).filter {
        $0.settings.disposers.contains { !$0.canRunHere }
      }
      let awaited = AsyncFlights.running(in: registries)
      guard late.isEmpty, awaited.isEmpty else {
        throw CloseError(
          reason: .needsAwait(
            (late + awaited.filter { record in !late.contains { $0 === record } }).map(\.key)))
      }
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
    guard canAwait else {
      // Once more, together with the end: one may have begun meanwhile.
      let (isFirst, awaited) = AsyncFlights.refuseAll(of: registry, unlessBuildingIn: registries)
      guard awaited.isEmpty else { throw CloseError(reason: .needsAwait(awaited.map(\.key))) }
      if !isFirst { return nil }
      return
    }
    guard registry.refuseAll() else { return nil }
  }

  // MARK: - Builds

  /// Whether a build runs that began before.
  var isBuilding: Bool {
    !Flights.running(in: registries).isEmpty || AsyncFlights.isBuilding(in: registries)
  }

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

  /// The services whose builds wait for this thread: they cannot be disposed of.
  var unfinished: [CloseError.Failure] {
    Flights.running(in: registries).map { CloseError.Failure(key: $0.record.key, error: nil) }
  }

  // MARK: - Instances

  /// Takes all instances out of the containers, and all registrations: what is to be done, in order.
  @_optimize(size)
  func disposals() -> [Disposal] {
    let thread = ThreadState.current
    var all: [Disposal] = []
    for registry in registries {
      let records = registry.records
      let disposals = records.flatMap { record -> [Disposal] in
        if let members = record.settings.members?.all, !members.isEmpty {
          return members.compactMap { Disposal(shared: $0.record) }
        }
        return [Disposal(shared: record) ?? Disposal(stored: record, by: thread)].compactMap(\.self)
      }
      all += disposals.inOrder { $0.number > $1.number }
      registry.removeAll()
    }
    return all
  }
}

extension Registry {
  /// This registry and its living descendants, children before parents, the youngest first.
  fileprivate var family: [Registry] { liveChildren.reversed().flatMap(\.family) + [self] }

  /// The records behind the keys, each once, in the order in which they were made.
  fileprivate var records: [Record] {
    var records: [Record] = []
    let all = registrations().map(\.record).filter { $0.owner === self }
    // One that took the place of another has the order of that.
    let sorted = all.inOrder { ($0.order, ObjectIdentifier($0)) < ($1.order, ObjectIdentifier($1)) }
    for record in sorted where record !== records.last { records.append(record) }
    return records
  }
}
