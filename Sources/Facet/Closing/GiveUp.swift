// Rule 8, give up: instances that leave their container.

extension Record {
  /// What a record kept, to be released, or to end, with no lock.
  struct Taken {
    let record: Record
    let instance: Instance?
    let number: Int
    let usedLazily: [LazyUse]
    /// What shows the instance otherwise.
    let others: [Any]

    var ending: Ending? { instance.map { Ending(record, $0, number, usedLazily: usedLazily) } }
  }

  /// Forgets the instance and the claim, and counts.
  ///
  /// Call it with the lock.
  func takeShared() -> Taken {
    let taken = Taken(
      record: self, instance: kept, number: creation, usedLazily: rare?.usedLazily ?? [],
      others: [rare?.conversions as Any, rare?.keptWeakly as Any])
    kept = nil
    // A build that goes on belongs to who asked before.
    build = nil
    resets += 1
    if let rare {
      rare.keptWeakly = nil
      rare.conversions = []
      rare.usedLazily = []
    }
    return taken
  }
  /// The same with the members.
  ///
  /// Call it with the lock.
  private func takeSharedAndMembers(_ new: Configuration?) -> [Taken] {
    if let new {
      if configuration.settings.scope === new.settings.scope { return [] }
      set(new)
    }
    let members = rare?.members ?? [:]
    // Who waits for a build looks for the same member again.
    rare?.members =
      new != nil || keys == 0
      ? [:]
      : members.compactMapValues { all in
        let running = all.filter { $0.record.build != nil }
        return running.isEmpty ? nil : running
      }
    return [takeShared()] + members.values.joined().map { $0.record.takeShared() }
  }

  /// Whether something must be given up.
  ///
  /// Call it with the lock.
  var hasInstances: Bool { kept != nil || rare != nil || build != nil || mode.kind == .scoped }

  /// Gives up all instances, and takes other settings, if there are some.
  func take(_ new: Configuration? = nil) -> [Ending] {
    let (storage, kind) = owner.contents.read { _ in (rare?.storage, mode.kind) }
    func takeNow() -> [Taken] { owner.contents.withLock { _ in takeSharedAndMembers(new) } }
    var taken: [Taken]
    if let storage {
      // Rule 9: in one turn. So who asks the storage later finds nothing old, and nothing new is taken out.
      taken =
        inTurn(.current) {
          let taken = takeNow()
          return taken.isEmpty ? [] : taken + [takeOut(of: storage, isLast: new != nil)]
        } ?? takeNow()
    } else {
      taken = takeNow()
    }
    if kind == .scoped, template == nil, !taken.isEmpty {
      taken += owner.family.compactMap { registry in
        registry.contents.withLock { contents in
          contents.members.removeValue(forKey: ObjectIdentifier(self))?.takeShared()
        }
      }
    }
    // The rest is released here.
    return taken.compactMap(\.ending)
  }
  /// Empties a storage.
  ///
  /// Call it in a turn.
  private func takeOut(of storage: any InstanceStorage, isLast: Bool) -> Taken {
    let old = settings.disposers.isEmpty && settings.laterEnds.isEmpty ? nil : storage.instance
    storage.instance = nil
    let number = owner.contents.withLock { _ in
      if isLast { rare?.storage = nil }
      return creation
    }
    return Taken(
      record: self, instance: old.flatMap { Instance.box($0, as: serviceType) }, number: number,
      usedLazily: [],
      others: [])
  }

  func setScope(_ scope: any ObjectScopeProtocol) {
    if scope.kind == .perArgument, key.argumentTypes.contains(where: { !($0 is any Hashable.Type) }) {
      stopIncomparable(scope)
    }
    let old = settings
    if old.scope === scope { return }
    let endings = take(.make(old.with(scope: scope)))
    owner.end(endings)
  }
}

extension Registry {
  func take(_ records: [Record]) -> [Ending] { records.flatMap { $0.take() } }

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
    let owners = endings.map(\.record.owner)
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
