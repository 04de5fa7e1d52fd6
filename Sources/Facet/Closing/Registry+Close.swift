extension Registry {
  /// Refuses everything from now on, here and below.
  ///
  /// Returns nothing if it was closed before.
  func beginClose(_ location: CodeLocation, isAwaited: Bool) throws(CloseError) -> Close? {
    if isClosed { return nil }
    let family = family
    if !isAwaited {
      let records = family.flatMap { $0.registrations().map(\.record) + $0.members }
        .filter { record in family.contains { $0 === record.owner } }
      try CloseError.check(records)
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
    let frames = (0..<thread.state.frames.count).map { thread.state.frames[$0] }
    let records =
      frames.filter { $0.isShared }.map(\.record.object) + (AwaitedResolver.running?.sharedRecords ?? [])
    return records.first { record in record.isRegistered && family.contains { $0 === record.owner } }
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
      let members = registry.contents.withLock { contents in
        contents.isEmptied = true
        return exchange(&contents.members, with: [:])
      }
      return registry.take((records[ObjectIdentifier(registry)] ?? []) + Array(members.values)).inEndOrder
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
    let records = registrations().map(\.record) + members
    return records.flatMap { record in
      record.owner.contents.read { _ in
        [record.build] + (record.rare?.members.values.joined().map(\.record.build) ?? [])
      }
    }.compactMap(\.self)
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
