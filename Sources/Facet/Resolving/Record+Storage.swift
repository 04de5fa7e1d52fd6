// Custom scopes: the instance is kept by a storage of the user's. Rule 9, one call at a time: no other lock is held meanwhile, and who is in a call
// waits for no other storage.
extension Record {
  /// Asks the storage; if it has nothing, claims the service before another party can ask.
  func claimByStorage(
    _ request: Request, in home: Home, by asker: Asker, _ own: Build?
  ) throws(ResolutionError) -> Home.Claim {
    let thread = request.thread
    guard let storage = storage(in: home) else { return home.claim(by: asker, own: own) }
    if thread.isCalling(storage) { throw thread.storageLoop(request) }
    try thread.enter(Frame(request, of: self, using: home))
    defer { thread.leaveFrame() }
    noteUse(thread)
    thread.begin(storage, self, home)
    defer { thread.end(storage) }
    guard let stored = storage.find(self, in: thread.identifier) else {
      return home.claim(by: asker, own: own)
    }
    // A storage may keep what a close has ended.
    return owner.contents.withReadLock { $0.refusesBuilds } ? .closed : .kept(stored)
  }
  /// The storage hears of the end of the graph.
  func noteUse(_ thread: Resolution) {
    if !thread.state.storages.contains(where: { $0 === self }) { thread.state.storages.append(self) }
  }
  /// The storage of the user's, which is made at the first use or reset; `nil` if the home does what it would do.
  fileprivate func storage(in home: Home) -> GuardedStorage? {
    if let known = home.withReadLock({ $0.storage }) { return known.custom }
    let scope = settings.scope
    guard scope.kind == .custom, let new = Storage(scope) else { return nil }
    return owner.contents.withLock { contents in
      // Unless another thread has made it, or changed the scope.
      if let known = home.read(contents, { $0.storage }) { return known.custom }
      guard read(contents, { $0.configuration.settings.scope === scope }) else { return nil }
      home.change(&contents) { $0.storage = new }
      if !new.isHome { contents.stored.append(self) }
      return new.custom
    }
  }
}

extension Registry {
  /// Makes the storages of a scope, here and in the parents: what nobody has asked for may be there all the same.
  func makeStorages(of scope: AnyObject) {
    guard (scope as? any ObjectScopeProtocol)?.kind == .custom else { return }
    for record in line.flatMap({ $0.registrations() }).map(\.record) where record.settings.scope === scope {
      _ = record.storage(in: record.ownHome)
    }
  }
}

extension Storage {
  fileprivate init?(_ scope: any ObjectScopeProtocol) {
    var storage: (any InstanceStorage)? = scope.makeStorage()
    if var permanent = storage as? PermanentStorage {
      storage = nil
      if isKnownUniquelyReferenced(&permanent), permanent.instance == nil {
        self = .home
        return
      }
      storage = permanent
    }
    self = .custom(GuardedStorage(storage!))
  }
}

extension Build {
  /// Tells the storage what was published, and gives back the claim.
  ///
  /// The home keeps it until then, and goes on to keep it if the thread is in a call of the storage.
  func tellStorage(_ thread: Resolution) {
    if let storage = home.withReadLock({ $0.storage?.custom }), !thread.isCalling(storage) {
      thread.begin(storage, record, home)
      // Not if it was given up since it was published.
      let (kept, _) = home.owner.contents.withLock {
        contents -> (Instance?, [(forward: Int, instance: Instance)]) in
        if isStale(contents) { return (nil, []) }
        return life.change(&contents) { (exchange(&$0.kept, with: nil), exchange(&$0.conversions, with: [])) }
      }
      if let kept { storage.tell(kept, of: life, in: thread.identifier) }
      thread.end(storage)
    }
    leave()
  }
}

// MARK: - Calls

extension Resolution {
  func isCalling(_ storage: GuardedStorage) -> Bool { state.calls.contains { $0.storage === storage } }
  fileprivate func begin(_ storage: GuardedStorage, _ record: Record, _ home: Home) {
    state.calls.append((storage, record))
    storage.begin(for: record, in: home)
  }
  fileprivate func end(_ storage: GuardedStorage) {
    storage.end()
    state.calls.removeLast()
    while state.calls.isEmpty, !state.afterCalls.isEmpty { state.afterCalls.removeFirst()() }
  }
  /// Empties storages that were given up, and returns what they had; a thread that is in a call leaves that for later.
  func empty(_ storages: [StoredRecord]) -> [Life] {
    guard state.calls.isEmpty else {
      state.afterCalls.append { [self] in storages.first?.home.owner.end(empty(storages).inEndOrder) }
      return []
    }
    return storages.compactMap { one in
      begin(one.storage, one.record, one.home)
      let emptied = one.storage.takeEmptied()
      end(one.storage)
      return emptied
    }
  }
  /// A storage asks for what it stores.
  func storageLoop(_ request: Request) -> ResolutionError {
    error(.loop, about: request.registration.object, with: ResolutionError.Extras(isOfStorage: true))
  }
  /// Tells storages that the top-level resolve has ended.
  func tell(_ storages: [Record]) {
    for record in storages {
      guard let home = record.withReadLock({ $0.home }),
        let storage = home.withReadLock({ $0.storage?.custom }),
        !isCalling(storage)
      else { continue }
      begin(storage, record, home)
      storage.tellEnd()
      end(storage)
    }
  }
}
