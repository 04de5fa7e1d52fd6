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
      try CloseError.check(own + family.flatMap { $0.homes.map(\.record) })
    }
    if let own = ownBuild(in: family) { throw CloseError(reason: .isBuilding(own.key)) }
    let close = Close()
    let isFirst = extras.withLock { extras in
      if extras.close != nil || extras.closing != nil { return false }
      extras.close = close
      return true
    }
    guard isFirst else { return nil }
    // If a parent was closed meanwhile, that close also ends the services of this one.
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
      next.extras.withLock { if $0.closing == nil { $0.closing = location } }
      let (wasOpen, children) = next.contents.withLock { contents in
        (!exchange(&contents.isClosed, with: true), Array(contents.children.values))
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
      let homes = registry.contents.withLock { contents in
        contents.isEmptied = true
        return exchange(&contents.homes, with: [:])
      }
      let own = (records[ObjectIdentifier(registry)] ?? []).flatMap { $0.take() }
      return (own + registry.take(Array(homes.values))).inEndOrder
    }
    // Last, because a record gives up its instance with its last key, and that key may be a child's.
    for registry in family {
      registry.removeAll()
      registry.removeCallbacks()
    }
    return endings
  }

  // MARK: - Waiting

  /// Waits for another close of this container, unless that waits for the caller.
  nonisolated(nonsending) func awaitClose() async {
    if Close.around != nil || AwaitedResolver.running != nil { return }
    for close in line.compactMap({ $0.extras.withLock { $0.close } }) { await close.wait() }
  }
  /// Waits for the builds that run, but for those around the caller, and for the closes of children.
  func awaitOthers(around own: Close) async {
    let party = AwaitedResolver.running?.party
    while true {
      let builds = family.flatMap(\.runningBuilds).filter { build in
        party.map { build.party !== $0 && !Waits.isCircle(from: build, to: [$0]) } ?? true
      }
      let closes = family.dropFirst().compactMap { $0.extras.withLock { $0.close } }.filter {
        !Close.isAround($0)
      }
      if builds.isEmpty, closes.isEmpty { return }
      for build in builds { _ = await Waits.rest([Party()], for: build, path: []) }
      for close in closes { await close.wait() }
    }
  }
  private var runningBuilds: [Build] {
    let own = registrations().map(\.record).flatMap { record in
      record.owner.contents.read { _ in [record.home?.build] + record.homes.values.joined().map(\.home.build)
      }
    }
    return (own + contents.read { $0.homes.values.map(\.home.build) }).compactMap(\.self)
  }
}

extension CloseError {
  /// Throws if an end of one of these must be awaited.
  static func check(_ records: [Record]) throws(CloseError) {
    var keys: [ServiceKey] = []
    for record in records where record.settings.disposers.contains(where: { !$0.canRunHere }) {
      if !keys.contains(record.key) { keys.append(record.key) }
    }
    if !keys.isEmpty { throw CloseError(reason: .needsAwait(keys)) }
  }
}
