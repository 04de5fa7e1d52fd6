extension Registry {
  /// Refuses everything from now on, here and below.
  ///
  /// Returns nothing if it was closed before.
  func beginClose(_ location: CodeLocation, isAwaited: Bool) throws(CloseError) -> Close? {
    if isClosed { return nil }
    let family = family
    if !isAwaited { try CloseError.check(family.flatMap { $0.recordsWithActions(in: family) }, in: family) }
    if let own = ownBuild(in: family) { throw CloseError(reason: .isBuilding(own.key)) }
    let close = Close(of: self)
    let isFirst = changeParticulars { own in
      if own.close != nil || own.closing != nil { return false }
      own.close = close
      return true
    }
    guard isFirst else { return nil }
    // If a parent was closed meanwhile, that close also ends the services of this container.
    guard refuseAll(at: location), parent?.isClosed != true else {
      close.finish()
      return nil
    }
    return close
  }
  /// A service of these containers that the caller builds.
  private func ownBuild(in family: [Registry]) -> Record? {
    let thread = Resolution.current
    let builds =
      thread.state.frames.compactMap { frame in frame.home.map { (frame.record.object, $0.object) } }
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

  /// Closes a container that has only scoped services, without actions, as most requests have: in one step under its lock.
  ///
  /// Returns false, and does nothing, if there is more to do.
  func closeAtOnce(at location: CodeLocation) -> Bool {
    let scoped = contents.read { $0.isSmall ? Array($0.homes.values.map(\.record)) : nil }
    guard let scoped, scoped.allSatisfy({ $0.settings.disposers.isEmpty }), ownBuild(in: [self]) == nil else {
      return false
    }
    flags.set(.used)
    // Released outside the lock.
    let taken = contents.withLock { contents -> [Ending]? in
      guard contents.isSmall, contents.homes.values.elementsEqual(scoped, by: { $0.record === $1 }) else {
        return nil
      }
      (contents.isClosed, contents.isEmptied, contents.particulars.closing) = (true, true, location)
      return contents.takeScoped()
    }
    return taken != nil
  }

  /// Takes everything that the containers keep, in the order of its end, and empties them.
  static func takeAll(_ family: [Registry]) -> [Ending] {
    // A forward of a child may be the last key of a parent's record.
    let foreign = Dictionary(
      grouping: family.flatMap { registry in
        registry.contents.read { $0.table.all }.map(\.record).filter { $0.owner !== registry }
      }, by: { ObjectIdentifier($0.owner) })
    let endings = family.reversed().flatMap { registry in
      let (taken, stored) = registry.takeHere(foreign[ObjectIdentifier(registry)] ?? [])
      return (taken + Registry.take(stored)).inEndOrder
    }
    // Last, because a record gives up its instance with its last key, and that key may be a child's.
    for registry in family {
      registry.removeAll()
      registry.removeCallbacks()
      if registry.contents.read(0, { $0.isGone }) { registry.leaveParent() }
    }
    return endings
  }
  /// Takes, in one step, what the homes of a container keep; also returns the records whose storages keep something.
  private func takeHere(_ others: [Record]) -> (taken: [Ending], stored: [Record]) {
    contents.withLock { contents in
      contents.isEmptied = true
      var (taken, stored) = (contents.takeScoped(), [Record]())
      let own = contents.table.all.filter { $0.record.owner === self }.map(\.record)
      for record in own + others {
        for home in record.read(contents, { $0.allHomes }) {
          if home.read(contents, { $0.storage != nil }) {
            // What a storage keeps is taken in a turn, which is user code.
            stored.append(record)
          } else if let ending = home.take(&contents, of: record) {
            taken.append(ending)
          }
        }
      }
      return (taken + exchange(&contents.outlived, with: []), stored)
    }
  }
  /// The records that keys of this container lead to and that these containers own, and those of scoped services, if they may have actions.
  private func recordsWithActions(in family: [Registry]) -> [Record] {
    let records = table.all.map(\.record)
    let (own, others) = contents.read { contents -> ([Record], [Record]) in
      let own = records.filter { record in
        record.owner === self && record.read(contents) { !$0.configuration.settings.disposers.isEmpty }
      }
      return (own + contents.homes.values.map(\.record), records.filter { $0.owner !== self })
    }
    return own + others.filter { record in family.contains { $0 === record.owner } }
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
    let homes = contents.withLock { contents in
      (contents.isClosed, contents.isEmptied) = (true, true)
      contents.outlived = []
      return exchange(&contents.homes, with: [:])
    }
    let all = takeTable().all
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
    // An action of an end, too: the close waits for that.
    if Close.around != nil || AwaitedResolver.running != nil || !RunningEnd.around.isEmpty { return }
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
      // It counts as a wait of the caller's party: so a build that would wait for that party does not.
      for build in builds { _ = await Waits.rest(Waiter(parties: [party ?? Party()]), for: build) }
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
  fileprivate var isEmpty: Bool {
    table.count == 0 && homes.isEmpty && outlived.isEmpty && children.isEmpty
  }
  /// Whether an open container has scoped services at most.
  fileprivate var isSmall: Bool {
    !isClosed && table.count == 0 && unmade == nil && children.isEmpty && outlived.isEmpty && givenUp.isEmpty
      && particulars.close == nil && particulars.runningEnds.isEmpty && particulars.decorators.isEmpty
      && particulars.behaviors.isEmpty
  }
  fileprivate mutating func takeScoped() -> [Ending] {
    if homes.isEmpty { return [] }
    return exchange(&homes, with: [:]).values.compactMap { $0.home.take(&self, of: $0.record) }
  }
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
  static func check(
    _ records: [Record], in registries: [Registry], of scope: ObjectScope? = nil
  ) throws(CloseError) {
    var keys: [ServiceKey] = []
    func add(_ key: ServiceKey) { if !keys.contains(key) { keys.append(key) } }
    for record in records where record.settings.disposers.contains(where: { !$0.canRunHere }) {
      add(record.key)
    }
    for end in Registry.runningEnds(of: registries) { end.keys.forEach(add) }
    if !keys.isEmpty { throw CloseError(reason: .needsAwait(keys), of: scope?.name) }
  }
}
