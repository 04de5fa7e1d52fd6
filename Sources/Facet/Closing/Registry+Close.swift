extension Registry {
  /// Refuses everything from now on, here and below.
  ///
  /// Returns nothing if it was closed before.
  func beginClose(_ location: CodeLocation, isAwaited: Bool) throws(CloseError) -> Close? {
    if isClosed { return nil }
    let family = family
    if !isAwaited {
      let own = family.flatMap { $0.registrations().map(\.record) }.filter { record in
        family.contains { $0 === record.owner }
      }
      try CloseError.check(own + family.flatMap { $0.homes.map(\.record) }, in: family)
    }
    if let own = ownBuild(in: family) { throw CloseError(reason: .isBuilding(own.key)) }
    let close = Close()
    let isFirst = changeParticulars { own in
      if own.close != nil || own.closing != nil { return false }
      own.close = close
      return true
    }
    guard isFirst else { return nil }
    // If a parent was closed meanwhile, that close also ends the services of this container.
    guard refuseAll(at: location), parent?.isClosed != true else {
      close.finish(self)
      return nil
    }
    return close
  }
  /// A service of these containers that the caller builds.
  private func ownBuild(in family: [Registry]) -> Record? {
    let thread = Resolution.current
    let builds =
      thread.state.frames.compactMap { frame in frame.home.map { (frame.record.object, $0) } }
      + (AwaitedResolver.running?.sharedBuilds ?? [])
    return builds.first { _, home in !home.isPrivate && family.contains { $0 === home.owner } }?.0
  }

  /// A closed container refuses all.
  ///
  /// Returns whether it was open.
  @discardableResult
  func refuseAll(at location: CodeLocation?) -> Bool {
    var (isFirst, pending) = (false, [self])
    while let next = pending.popLast() {
      next.flags.set(.used)
      let (wasOpen, children) = next.contents.withLock { contents in
        if contents.particulars.closing == nil { contents.particulars.closing = location }
        return (!exchange(&contents.isClosed, with: true), Array(contents.children.values))
      }
      if next === self { isFirst = wasOpen }
      // A child that is made from now on is closed.
      pending += children
    }
    return isFirst
  }

  /// Takes everything that the containers keep, in the order of its end, and empties them.
  static func takeAll(_ family: [Registry]) -> [Ending] {
    let records = recordsInUse(of: family)
    let endings = family.reversed().flatMap { registry in
      let own = (records[ObjectIdentifier(registry)] ?? []).flatMap { $0.take() }
      let scoped = registry.contents.withLock { contents in
        contents.isEmptied = true
        let homes = exchange(&contents.homes, with: [:]).values
        return homes.compactMap { $0.home.take(&contents, of: $0.record) }
          + exchange(&contents.outlived, with: [])
      }
      return (own + scoped).inEndOrder
    }
    // Last, because a record gives up its instance with its last key, and that key may be a child's.
    for registry in family {
      registry.removeAll()
      registry.removeCallbacks()
      if registry.contents.read(0, { $0.isGone }) { registry.leaveParent() }
    }
    return endings
  }

  // MARK: - The end of the container

  /// The container is gone: its instances are released, and nothing ends.
  ///
  /// A close that goes on holds what it was told to end, also where the container is gone meanwhile.
  func end() {
    let isClosing = line.contains { $0.isClosed }
    let isHeld = contents.withLock { contents in
      contents.isGone = true
      return isClosing && !contents.isEmptied && !contents.isEmpty
    }
    if !isHeld { letGo() }
  }
  private func letGo() {
    leaveParent()
    let (table, homes) = contents.withLock { contents in
      (contents.isClosed, contents.isEmptied) = (true, true)
      contents.outlived = []
      return (exchange(&contents.table, with: Table()), exchange(&contents.homes, with: [:]))
    }
    let all = table.all
    for registration in all where registration.record.owner === self { registration.record.letGo() }
    // Instances of a parent end there.
    giveUp(all.filter { $0.record.owner !== self })
    removeCallbacks()
    withExtendedLifetime(homes) {}
  }
  private func leaveParent() {
    _ = parent?.contents.withLock { $0.children.removeValue(forKey: ObjectIdentifier(self)) }
  }

  // MARK: - Waiting

  /// Waits for another close of this container, unless that waits for the caller.
  nonisolated(nonsending) func awaitClose() async {
    if Close.around != nil || AwaitedResolver.running != nil { return }
    for close in line.compactMap({ $0.particular { $0.close } }) { await close.wait() }
  }
  /// Waits for the builds that run, but for those around the caller, for the closes of children, and for the ends that began before.
  func awaitOthers(around own: Close) async {
    while true {
      let family = family
      let closes = family.dropFirst().compactMap { $0.particular { $0.close } }.filter {
        !Close.isAround($0)
      }
      let ends = Registry.runningEnds(of: family)
      let hasWaited = await Registry.awaitBuilds { family.flatMap(\.runningBuilds) }
      if !hasWaited, closes.isEmpty, ends.isEmpty { return }
      for close in closes { await close.wait() }
      for end in ends { _ = await end.task.value }
    }
  }
  /// Waits for builds, but for those around the caller; returns whether there were some.
  static func awaitBuilds(_ running: () -> [Build]) async -> Bool {
    let party = AwaitedResolver.running?.party
    var hasWaited = false
    while true {
      let builds = running().filter { build in
        party.map { build.party !== $0 && !Waits.isCircle(from: build, to: [$0]) } ?? true
      }
      if builds.isEmpty { return hasWaited }
      hasWaited = true
      for build in builds { _ = await Waits.rest(Waiter(parties: [Party()]), for: build) }
    }
  }
  private var runningBuilds: [Build] { registrations().flatMap(\.record.runningBuilds) + scopedBuilds }
  /// The builds of records, here and in the parents.
  func runningBuilds(of records: [Record]) -> [Build] {
    records.flatMap(\.runningBuilds)
      + line.flatMap(\.scopedBuilds).filter { build in records.contains { $0 === build.record } }
  }
  private var scopedBuilds: [Build] {
    contents.read { contents in
      contents.homes.values.compactMap { known in known.home.read(contents) { $0.build } } + contents.givenUp
    }
  }
}

extension Registry.Contents {
  fileprivate var isEmpty: Bool { table.count == 0 && homes.isEmpty && outlived.isEmpty }
}

extension Record {
  /// The builds that run in the record's own registry.
  var runningBuilds: [Build] {
    owner.contents.read { contents in
      let homes = read(contents) { $0.allHomes }
      return homes.compactMap { home in home.read(contents) { $0.build } }
        + contents.givenUp.filter { $0.record === self }
    }
  }
  /// The container is gone: the instances are only released.
  fileprivate func letGo() {
    // Released outside the lock.
    _ = owner.contents.withLock { contents in
      let homes = change(&contents) { state in
        defer { state.homes = [:] }
        return state.allHomes
      }
      return homes.map { home in
        (home.take(&contents, of: self), home.change(&contents) { exchange(&$0.storage, with: nil) })
      }
    }
  }
}

extension CloseError {
  /// Throws if an end must be awaited: of one of these records, or one that runs in these containers.
  static func check(_ records: [Record], in registries: [Registry]) throws(CloseError) {
    var keys: [ServiceKey] = []
    func add(_ key: ServiceKey) { if !keys.contains(key) { keys.append(key) } }
    for record in records where record.settings.disposers.contains(where: { !$0.canRunHere }) {
      add(record.key)
    }
    for end in Registry.runningEnds(of: registries) { end.keys.forEach(add) }
    if !keys.isEmpty { throw CloseError(reason: .needsAwait(keys)) }
  }
}
