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
    let isFirst = contents.withLock { contents in
      if contents.particulars.close != nil || contents.closing != nil { return false }
      contents.ownParticulars().close = close
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
    func isHere(_ home: Home) -> Bool { !home.isPrivate && family.contains { $0 === home.owner } }
    let thread = Resolution.current
    if !thread.state.frames.isEmpty,
      let frame = thread.state.frames.last(where: { $0.home.map { isHere($0.object) } == true })
    {
      return frame.record.object
    }
    return AwaitedResolver.running?.sharedBuilds.first { isHere($0.1) }?.0
      ?? family.lazy.compactMap { $0.recordInTurn(of: thread.state.party) }.first
  }

  /// A record whose storage the party calls.
  private func recordInTurn(of party: Party) -> Record? {
    contents.withReadLock { contents in
      contents.table.all.map(\.record).first { record in
        record.owner === self
          && record.read(contents) { $0.home }?.read(contents) { $0.turnHolder === party } == true
      }
    }
  }

  /// A closed container refuses all.
  ///
  /// Returns whether it was open.
  @discardableResult
  func refuseAll(at location: CodeLocation?) -> Bool {
    var (isFirst, pending) = (false, [self])
    while let next = pending.popLast() {
      let (wasOpen, children) = next.contents.withLock { contents in
        next.flags.set(.used)
        if contents.closing == nil { contents.closing = location }
        return (!exchange(&contents.isClosed, with: true), contents.children.all)
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
    let homes = contents.withReadLock { $0.isSmall ? $0.homes.all : nil }
    guard let homes, homes.allSatisfy({ $0.scoped!.settings.disposers.isEmpty }), ownBuild(in: [self]) == nil
    else { return false }
    // Released outside the lock.
    let taken = contents.withLock { contents -> [Ending]? in
      guard contents.isSmall, contents.homes.count == homes.count,
        homes.allSatisfy({ contents.homes.find($0.key) === $0 })
      else { return nil }
      (contents.isClosed, contents.isEmptied, contents.closing) = (true, true, location)
      flags.set(.used)
      return contents.takeScoped()
    }
    return taken != nil
  }

  /// Takes everything that the containers keep, in the order of its end, and empties them.
  static func takeAll(_ family: [Registry]) -> [Ending] {
    // A forward of a child may be the last key of a parent's record.
    let foreign = Dictionary(
      grouping: family.flatMap { registry in
        registry.contents.withReadLock { $0.table.all }.map(\.record).filter { $0.owner !== registry }
      }, by: { ObjectIdentifier($0.owner) })
    // Their storages are asked once.
    var emptied = Set<ObjectIdentifier>()
    var endings = family.reversed().flatMap { registry in
      let (taken, stored) = registry.takeHere(foreign[ObjectIdentifier(registry)] ?? [])
      emptied.formUnion(stored.map(ObjectIdentifier.init))
      return (taken + Registry.take(stored, for: .close)).inEndOrder
    }
    // Last, because a record gives up its instance with its last key, and that key may be a child's.
    for registry in family {
      // What a thread registers meanwhile is refused when others would see it.
      let unused = registry.dropKeys(registry.takeTable().all)
      endings +=
        Registry.take(unused.filter { !emptied.contains(ObjectIdentifier($0)) }, for: .unused).inEndOrder
      registry.removeCallbacks()
      if registry.contents.withReadLock(0, { $0.isGone }) { registry.leaveParent() }
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
  /// The records whose services a close of these containers ends, if they may have actions: their own that keys of this container lead to, those
  /// of scoped services and of what was given up before it was built, and those of parents to which no other key leads.
  private func recordsWithActions(in family: [Registry]) -> [Record] {
    let records = table.all.map(\.record)
    let (own, others) = contents.withReadLock { contents -> ([Record], [Record]) in
      let own = records.filter { record in
        record.owner === self && record.read(contents) { !$0.configuration.settings.disposers.isEmpty }
      }
      let unlisted = contents.homes.all.map(\.scoped!) + contents.outlived.map(\.record)
      return (own + unlisted, records.filter { $0.owner !== self })
    }
    return own
      + others.filter { record in
        family.contains { $0 === record.owner }
          || record.withReadLock { $0.keys } == others.count { $0 === record }
      }
  }
}

extension Registry.Contents {
  /// Whether an open container has scoped services at most.
  fileprivate var isSmall: Bool {
    !isClosed && table.isEmpty && unmade == nil && children.isEmpty && outlived.isEmpty && givenUp.isEmpty
      && !hasParticulars
  }
  fileprivate mutating func takeScoped() -> [Ending] {
    if homes.isEmpty { return [] }
    return exchange(&homes, with: HashTable()).all.compactMap { $0.take(&self, of: $0.scoped!) }
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
