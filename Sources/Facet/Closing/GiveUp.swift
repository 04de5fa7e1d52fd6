// Rule 8, give up: instances that leave their container.

extension Home {
  /// Forgets the instance and the claim, and counts.
  ///
  /// Call it with the lock; what it returns is released, or ends, without.
  func take(_ record: Record) -> Ending? {
    // What conversions show is that instance.
    let ending = exchange(&kept, with: nil).map { instance in
      Ending(
        record: record, home: self, instance: instance, number: creation, usedLazily: usedLazily,
        conversions: conversions.map(\.instance))
    }
    // A build that goes on belongs to who asked before.
    build = nil
    resets += 1
    (keptWeakly, conversions, usedLazily) = (nil, [], [])
    return ending
  }
  /// The container is gone: the instance is only released.
  func letGo(_ record: Record) {
    // Released outside the lock.
    _ = owner.contents.withLock { _ in (take(record), exchange(&storage, with: nil)) }
  }
}

extension Record {
  /// Gives up the homes of the record, and takes other settings, if there are some.
  ///
  /// Call it with the lock.
  private func takeHomes(_ new: Configuration?) -> [Ending]? {
    if let new {
      if configuration.settings.scope === new.settings.scope { return nil }
      set(new)
    }
    let all = [home].compactMap(\.self) + homes.values.joined().map(\.home)
    // Who waits for a build looks for the same home again.
    homes =
      new != nil || keys == 0
      ? [:] : homes.mapValues { $0.filter { $0.home.build != nil } }.filter { !$0.value.isEmpty }
    return all.compactMap { $0.take(self) }
  }

  /// Whether something must be given up.
  ///
  /// Call it with the lock.
  var hasInstances: Bool { home != nil || !homes.isEmpty || mode.kind == .scoped }

  /// Gives up all instances, and takes other settings, if there are some.
  func take(_ new: Configuration? = nil) -> [Ending] {
    let (storage, isScoped) = owner.contents.read { _ in (home?.storage, mode.kind == .scoped) }
    func takeNow() -> [Ending]? { owner.contents.withLock { _ in takeHomes(new) } }
    // Rule 9: in one turn. So who asks the storage later finds nothing old, and nothing new is taken out.
    let taken =
      storage.flatMap { storage in
        inTurn(.current) { takeNow().map { $0 + takeOut(of: storage, isLast: new != nil) } }
      } ?? takeNow()
    guard let taken, isScoped else { return taken ?? [] }
    return taken
      + owner.family.compactMap { registry in
        registry.contents.withLock { $0.homes.removeValue(forKey: ObjectIdentifier(self))?.home.take(self) }
      }
  }
  /// Empties a storage.
  ///
  /// Call it in a turn.
  private func takeOut(of storage: any InstanceStorage, isLast: Bool) -> [Ending] {
    let (home, settings) = (ownHome, settings)
    let old = settings.disposers.isEmpty && settings.laterEnds.isEmpty ? nil : storage.instance
    storage.instance = nil
    let number = owner.contents.withLock { _ in
      if isLast { home.storage = nil }
      return home.creation
    }
    return old.flatMap { Instance.box($0, as: serviceType) }.map {
      [Ending(record: self, home: home, instance: $0, number: number)]
    } ?? []
  }

  func setScope(_ scope: any ObjectScopeProtocol) {
    if scope.kind == .perArgument, key.argumentTypes.contains(where: { !($0 is any Hashable.Type) }) {
      stopIncomparable(scope)
    }
    let old = settings
    if old.scope === scope { return }
    let endings = take(.make(old.with(scope: scope), recipe))
    owner.end(endings)
  }
}

extension Registry {
  /// Gives up what records have in a scope: scoped services here and in the parents alone.
  func take(_ records: [Record], in scope: AnyObject) -> [Ending] {
    guard scope === ObjectScope.scoped else { return records.flatMap { $0.take() } }
    return line.flatMap { $0.take($0.homes.filter { known in records.contains { $0 === known.record } }) }
  }
  /// Gives up scoped services.
  func take(_ homes: [(record: Record, home: Home)]) -> [Ending] {
    homes.compactMap { record, home in contents.withLock { _ in home.take(record) } }
  }

  /// Ends instances that nobody finds any more: synchronous actions at once, others in a task.
  func end(_ endings: [Ending]) {
    if endings.isEmpty { return }
    let report = endNow(endings)
    tell(report.failures)
  }
  func endNow(_ endings: [Ending]) -> EndReport {
    var report = EndReport()
    var awaited: [Ending] = []
    for ending in endings.inEndOrder {
      if ending.canRunHere { report.add(ending, ending.run()) } else { awaited.append(ending) }
    }
    if !awaited.isEmpty { startEnd(awaited) }
    return report
  }
  /// The errors of what nobody waits for go to the failure handler.
  package func tell(_ failures: [CloseError.Failure]) {
    for failure in failures {
      report(ResolutionError(.endFailed, key: failure.key, underlyingError: failure.error))
    }
  }
  private func startEnd(_ endings: [Ending]) {
    let number = Registry.ends.next()
    let owners = endings.map(\.home.owner)
    let task = Task.detached { [self] in
      for ending in endings { tell(await ending.runAwaited()) }
    }
    for owner in owners { owner.extras.withLock { $0.runningEnds[number] = task } }
    Task.detached {
      await task.value
      for owner in owners { _ = owner.extras.withLock { $0.runningEnds.removeValue(forKey: number) } }
    }
  }
  private static let ends = Counter()
}
