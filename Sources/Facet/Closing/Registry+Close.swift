extension Registry {
  /// The topmost registry that a close of this container closes: a copy owns the copies of its parents.
  var whole: Registry {
    var whole = self
    while let parent = whole.parent, whole.particular({ $0.ownsParent }) { whole = parent }
    return whole
  }
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
    guard refuseAll(at: location, isDraining: isAwaited), parent?.isClosed != true else {
      close.finish()
      return nil
    }
    return close
  }
  /// A service of these containers that the caller builds, or whose storage it calls.
  private func ownBuild(in family: [Registry]) -> Record? {
    func isHere(_ registry: Registry) -> Bool { family.contains { $0 === registry } }
    let thread = Resolution.current
    if !thread.state.frames.isEmpty,
      let frame = thread.state.frames.last(where: { $0.home.map { isHere($0.object.owner) } == true })
    {
      return frame.record.object
    }
    return AwaitedResolver.running?.sharedBuilds.first { isHere($0.1.owner) }?.0
      ?? thread.state.calls.last { isHere($0.record.owner) }?.record
  }
  /// Closes a container that has only scoped services, without actions, as most requests have: in one step under its lock.
  ///
  /// Returns false, and does nothing, if there is more to do.
  func closeAtOnce(at location: CodeLocation) -> Bool {
    let lives = contents.withReadLock(0) { $0.isSmall && !hasChildren ? $0.ledger.all : nil }
    guard let lives, lives.allSatisfy({ $0.record.configuration.settings.disposers.isEmpty }) else {
      return false
    }
    // Released outside the lock.
    var released: [AnyObject] = []
    defer { withExtendedLifetime(released) {} }
    let homes = contents.withLock { contents -> HashTable<Home>? in
      guard contents.isSmall, !hasChildren, contents.ledger.all.elementsEqual(lives, by: ===),
        !lives.contains(where: { $0.read(contents) { $0.isBuilt } })
      else { return nil }
      contents.closing = location
      flags.set(.used)
      for life in contents.empty() {
        life.giveUp(&contents)
        life.takeKept(&released, &contents)
      }
      return exchange(&contents.homes, with: HashTable())
    }
    return homes != nil
  }
  /// Takes everything that the containers keep, in the order of its end, and empties them.
  static func takeAll(_ family: [Registry]) -> [Life] {
    let lives = family.reversed().flatMap { registry in
      registry.contents.withLock { contents in registry.take(&contents) }.all()
    }
    return lives + dropAll(family)
  }
  /// Removes what is registered; returns what ends because no key leads to it any more: that of other containers.
  static func dropAll(_ family: [Registry]) -> [Life] {
    let closed = Set(family.map(ObjectIdentifier.init))
    return family.flatMap { registry in
      defer {
        registry.removeCallbacks()
        if registry.contents.withReadLock(0, { $0.isGone }) { registry.leaveParent() }
      }
      // Registrations that a thread makes meanwhile are refused when others would see them.
      let others = registry.takeTable().all.filter { one in
        let owner = one.record.owner
        return owner !== registry && !closed.contains(ObjectIdentifier(owner))
      }
      return registry.dropKeys(others)
    }
  }
  /// Takes, in one step, what a container keeps.
  func take(_ contents: inout Contents) -> Taken {
    var taken = Taken()
    for life in contents.empty() { taken.add(life, &contents) }
    for record in exchange(&contents.stored, with: []) {
      record.takeStorage(&taken, &contents)
      record.read(contents) { $0.home }?.change(&contents) { $0.storage = nil }
      taken.released.append(record)
    }
    taken.homes = exchange(&contents.homes, with: HashTable())
    return taken
  }
  /// The records whose services a close of these containers ends, if they may have actions: their own that keys of this container lead to, those
  /// of what is kept or built, and those of parents to which no other key leads.
  private func recordsWithActions(in family: [Registry]) -> [Record] {
    let records = table.all.map(\.record)
    let others = records.filter { $0.owner !== self }
    return contents.withReadLock { contents in
      let own = records.filter { record in
        record.owner === self && record.read(contents) { !$0.configuration.settings.disposers.isEmpty }
      }
      // Records with a key are there already.
      let kept = contents.ledger.all.map(\.record).filter { record in
        record.owner !== self || record.read(contents) { $0.keys == 0 }
      }
      return own + kept
    }
      + others.filter { record in
        family.contains { $0 === record.owner }
          || record.withReadLock { $0.keys } == others.count { $0 === record }
      }
  }
}

extension Registry.Contents {
  /// Whether an open container has scoped services at most.
  fileprivate var isSmall: Bool {
    !isClosed && table.isEmpty && unmade == nil && stored.isEmpty && !hasParticulars
  }
}

extension CloseError {
  /// Throws if an end must be awaited: of one of these records, or one that runs in these containers.
  static func check(
    _ records: [Record], in registries: [Registry], of scope: ObjectScope? = nil
  ) throws(CloseError) {
    var keys: [ServiceKey] = []
    func add(_ key: ServiceKey) { if !keys.contains(key) { keys.append(key) } }
    for record in records
    where record.configuration.settings.disposers.contains(where: { !$0.canRunHere }) {
      add(record.key)
    }
    for end in Registry.runningEnds(of: registries) { end.keys.forEach(add) }
    for close in registries.compactMap(\.closeToWaitFor) {
      close.registry.particular { _ in close.keys }.forEach(add)
    }
    if !keys.isEmpty { throw CloseError(reason: .needsAwait(keys), of: scope?.name) }
  }
}
