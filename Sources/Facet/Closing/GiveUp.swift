// Rule 8, give up: instances that leave their homes.

extension Home {
  /// Forgets the instance and the claim, and counts.
  ///
  /// What it returns is released, or ends, without the lock.
  func take(_ contents: inout Registry.Contents, of record: Record) -> Ending? {
    let (ending, build) = change(&contents) { state in
      // What conversions show is that instance.
      let ending = state.kept.map {
        Ending(
          instance: $0, record: record, owner: owner, number: state.creation, uses: state.uses,
          conversions: state.conversions.map(\.instance))
      }
      let build = exchange(&state.build, with: nil)
      state.resets += 1
      (state.kept, state.keptWeakly, state.conversions) = (nil, nil, [])
      // What a storage keeps is taken out later.
      if state.storage == nil { state.uses = [] }
      return (ending, build)
    }
    // It belongs to its caller. Who closes waits for it all the same.
    if let build, !isPrivate { contents.givenUp.append(build) }
    return ending
  }
}

extension Record.State {
  /// Whether there is something to give up.
  var hasInstances: Bool { home != nil || !homes.isEmpty || configuration.kind == .scoped }
}

/// Why the instances of records are given up.
enum GivingUp {
  /// No key leads to the record any more.
  case unused
  case reset(scope: AnyObject)
  case change(to: any ObjectScopeProtocol)
  case close

  /// Whether the reason still holds: others may have changed the record, while the reset waited for a storage's turn.
  fileprivate func holds(for record: borrowing Record.State) -> Bool {
    switch self {
    case .unused: record.keys == 0
    case .reset(let scope): record.configuration.settings.scope === scope
    case .change(let scope): record.configuration.settings.scope !== scope
    case .close: true
    }
  }
  fileprivate var newScope: (any ObjectScopeProtocol)? {
    if case .change(let scope) = self { scope } else { nil }
  }
}

extension Registry {
  /// Gives up what the homes of records keep, in one step for all of them, under the locks of all containers concerned.
  ///
  /// Instances of scoped services are given up in `places`, or else in all containers below the owners, which forget the homes, too.
  static func take(_ records: [Record], for reason: GivingUp, in places: [Registry]? = nil) -> [Ending] {
    let thread = Resolution.current
    // Rule 9: the turns with all storages come first. So who asks a storage later finds nothing old, and nothing new is taken out.
    let inTurn = records.filter { $0.currentStorage != nil }.inOrder { $0.order }
      .filter { $0.beginTurn($0.ownHome, thread) }
    var step = Step(records: records, reason: reason, places: places, inTurn: inTurn)
    step.take(by: thread)
    return step.taken
      + step.inTurn.flatMap { record in
        defer { record.endTurn(record.ownHome) }
        let isGivenUp = step.givenUp.contains(ObjectIdentifier(record))
        return isGivenUp ? record.takeOutOfStorage(isLast: reason.newScope != nil) : []
      }
  }

  /// What happens under the locks of all containers.
  private struct Step {
    let records: [Record]
    let reason: GivingUp
    let places: [Registry]?
    /// The records whose storages the thread uses.
    var inTurn: [Record]
    var givenUp = Set<ObjectIdentifier>()
    var taken: [Ending] = []
    /// Released outside the locks: arguments and scopes are the user's.
    private var released: [AnyObject] = []

    init(records: [Record], reason: GivingUp, places: [Registry]?, inTurn: [Record]) {
      (self.records, self.reason, self.places, self.inTurn) = (records, reason, places, inTurn)
    }

    /// Takes what the homes keep, and then what those of scoped services keep.
    mutating func take(by thread: Resolution) {
      let known = records.filter { $0.configuration.kind == .scoped }
      let containers = known.isEmpty ? [] : places ?? known.flatMap(\.owner.family)
      let scoped = Registry.withLocks(of: records.map(\.owner) + containers) {
        let scoped = takeHomes(by: thread)
        takeScoped(scoped, in: containers)
        return scoped
      }
      if scoped.isEmpty || places != nil { return }
      // Children that were made before the locks were taken have homes, too. There are no new ones, unless a record was made scoped again.
      let numbers = Set(containers.map(\.number))
      let others = scoped.flatMap(\.owner.family).filter { !numbers.contains($0.number) }
      if others.isEmpty { return }
      Registry.withLocks(of: scoped.map(\.owner) + others) {
        takeScoped(
          scoped.filter { record in !record.owner.contents.whileLocked { record.isScoped($0) } }, in: others)
      }
    }
    private mutating func takeScoped(_ scoped: [Record], in containers: [Registry]) {
      for registry in containers {
        registry.contents.whileLocked { contents in
          for record in scoped { taken += contents.takeScoped(record, isLast: places == nil) }
        }
      }
    }
    /// Returns the scoped ones of those that are given up.
    private mutating func takeHomes(by thread: Resolution) -> [Record] {
      var scoped: [Record] = []
      let waitedFor = Set(inTurn.map(ObjectIdentifier.init))
      for record in records {
        record.owner.contents.whileLocked { contents in
          guard record.read(contents, { reason.holds(for: $0) }) else { return }
          givenUp.insert(ObjectIdentifier(record))
          if record.read(contents, { $0.configuration.kind == .scoped }) { scoped.append(record) }
          let isInTurn = waitedFor.contains(ObjectIdentifier(record))
          if !isInTurn, record.takeTurn(&contents, thread, isLast: reason.newScope != nil) {
            inTurn.append(record)
          }
          released += record.read(contents) { $0.allHomes as [AnyObject] + [$0.configuration] }
          taken += record.takeHomes(&contents, reason.newScope)
        }
      }
      return scoped
    }
  }
}

extension Record {
  fileprivate func takeHomes(
    _ contents: inout Registry.Contents, _ scope: (any ObjectScopeProtocol)?
  ) -> [Ending] {
    if let scope { set(configuration(in: scope, contents), &contents) }
    let (homes, own, isLast) = read(contents) { ($0.allHomes, $0.home, scope != nil || $0.keys == 0) }
    // Others that wait for a build look for the same home again.
    let waitedFor = isLast ? [] : homes.filter { home in home.read(contents) { $0.build != nil } }
    func isWaitedFor(_ home: Home) -> Bool { waitedFor.contains { $0 === home } }
    for home in homes where home !== own && !isWaitedFor(home) {
      home.change(&contents) { home in if isLast { home.isDetached = true } else { home.isForgotten = true } }
    }
    change(&contents) { state in
      state.homes = state.homes.mapValues { $0.filter(isWaitedFor) }.filter { !$0.value.isEmpty }
    }
    return homes.compactMap { $0.take(&contents, of: self) } + contents.takeOutlived(of: self)
  }
  /// Empties the storage, in a turn; also for resets that have left it to the party meanwhile.
  func takeOutOfStorage(isLast: Bool) -> [Ending] {
    let home = ownHome
    // Released with what is returned, when all turns are over: its `deinit` may resolve.
    let storage = home.withReadLock { $0.storage }
    let old = storage?.instance
    let instance = old.flatMap { Instance.box($0, as: serviceType) }
    // What another registration keeps in the same storage stays.
    if old == nil || instance != nil { storage?.instance = nil }
    // The storage is released outside the lock.
    let (number, uses, _) = home.withLock { state in
      let isLast = exchange(&state.emptying, with: nil) == .last || isLast
      return (
        state.creation, exchange(&state.uses, with: []),
        isLast ? exchange(&state.storage, with: nil) : nil
      )
    }
    return [instance].compactMap(\.self).map {
      Ending(instance: $0, record: self, owner: owner, number: number, uses: uses)
    }
  }
}

extension Registry.Contents {
  /// The instances of a record that went to their callers, because they had been given up.
  fileprivate mutating func takeOutlived(of record: Record) -> [Ending] {
    if outlived.isEmpty { return [] }
    let taken = outlived.filter { $0.record === record }
    outlived.removeAll { $0.record === record }
    return taken
  }
  /// The instance of a scoped service.
  fileprivate mutating func takeScoped(_ record: Record, isLast: Bool) -> [Ending] {
    let home = isLast ? homes.remove(record.order) : homes.find(record.order)
    if isLast { home?.change(&self) { $0.isDetached = true } }
    return [home?.take(&self, of: record)].compactMap(\.self) + takeOutlived(of: record)
  }
}
