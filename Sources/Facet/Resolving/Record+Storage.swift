// Custom scopes: the instance is kept by a storage of the user's. Rule 9, turn: it is used in turns, which are user code, so no lock is held.

extension Record {
  /// Asks the storage, in a turn.
  ///
  /// If it has nothing, the turn goes on, until the claim is made in one step with its end: so nobody publishes in between.
  func askStorage(_ request: Request) throws(ResolutionError) -> Instance? {
    let (thread, home) = (request.thread, ownHome)
    guard beginTurn(home, thread) else { throw thread.storageLoop(request) }
    do throws(ResolutionError) { try thread.enter(Frame(request, of: self, using: home)) } catch {
      endTurn(home)
      throw error
    }
    defer { thread.leaveFrame() }
    guard let instance = stored(in: home, thread) else { return nil }
    // A storage may keep what a close has ended.
    if endTurn(home) {
      throw thread.error(.containerClosed, with: ResolutionError.Extras(closing: owner.closing))
    }
    return instance
  }
  private func stored(in home: Home, _ thread: Resolution) -> Instance? {
    let (known, isPlain, boxType) = home.withReadLock { ($0.storage, $0.hasPlainStorage, $0.boxType) }
    guard let storage = known ?? makeStorage(in: home) else { return nil }
    // `PermanentStorage` and `WeakStorage` do not ask for the graph.
    if !isPlain { noteUse(thread) }
    let stored = isPlain ? storage.instance : storage.instance(inGraph: thread.identifier)
    guard let stored else { return nil }
    return boxType?.box(stored) ?? Instance.box(stored, as: serviceType)
  }
  /// The storage hears of the end of the graph.
  func noteUse(_ thread: Resolution) {
    if !thread.state.storages.contains(where: { $0 === self }) { thread.state.storages.append(self) }
  }
  /// Tells the storage what was published, and gives back the claim.
  func tell(_ build: Build, _ thread: Resolution) {
    let (instance, home) = (build.instance!, build.home)
    let isInTurn = beginTurn(home, thread)
    let (isKept, isClosed) = owner.contents.withLock { contents in
      let isClosed = build.isClosed(contents)
      let hasStorage = home.change(&contents) { state in
        state.boxType = type(of: instance)
        return state.storage != nil
      }
      let isKept = isInTurn && hasStorage && build.isWanted(contents)
      // Given up since it was published, or no storage can be told.
      if !isKept, !isClosed { build.outlive(&contents) }
      return (isKept, isClosed)
    }
    if isKept { currentStorage?.setInstance(instance.any, inGraph: thread.identifier) }
    if !isKept, !isClosed { build.forgetOutlived() }
    if isClosed {
      // A close has passed by, and found the storage without it.
      if isInTurn { currentStorage?.instance = nil }
      build.endUnseen(instance)
    }
    if isInTurn { endTurn(home) }
    build.giveBackClaim()
  }

  var currentStorage: (any InstanceStorage)? { withReadLock { $0.home }?.withReadLock { $0.storage } }
  private func makeStorage(in home: Home) -> (any InstanceStorage)? {
    let scope = settings.scope
    if scope.kind != .custom { return nil }
    let new = scope.makeStorage()
    let isPlain = new is PermanentStorage || new is WeakStorage
    // Unless the scope was changed meanwhile.
    owner.contents.withLock { contents in
      if read(contents, { $0.configuration.settings.scope === scope }) {
        home.change(&contents) { ($0.storage, $0.hasPlainStorage) = (new, isPlain) }
      }
    }
    return new
  }

  /// Waits until it is the turn of the thread; returns false if all would wait for ever.
  func beginTurn(_ home: Home, _ thread: Resolution) -> Bool {
    while true {
      let others = home.owner.contents.withLock { contents -> Build? in
        let holder = home.change(&contents) { state in
          if state.turnHolder == nil {
            state.turnHolder = thread.state.party
          } else {
            return state.turnHolder
          }
          return nil
        }
        guard let holder else { return nil }
        // Parties wait for a build: the turn has one from now on.
        if let turn = home.read(contents, { $0.turn }) { return turn }
        let turn = Build(by: Asker(record: self, kind: .custom, party: holder), in: home, contents)
        home.change(&contents) { $0.turn = turn }
        return turn
      }
      guard let others else { return true }
      if case .circle = thread.wait(for: others) { return false }
    }
  }
}

extension Record {
  /// A thread that gives up the instances of the record has no turn with the storage, because it could not wait for one, or because the storage was
  /// made a moment ago.
  ///
  /// Returns whether it has a turn from now on; else the party whose turn it is empties the storage at its end.
  func takeTurn(_ contents: inout Registry.Contents, _ thread: Resolution, isLast: Bool) -> Bool {
    guard let home = read(contents, { $0.home }) else { return false }
    return home.change(&contents) { state in
      if state.storage == nil { return false }
      if state.turnHolder == nil {
        state.turnHolder = thread.state.party
        return true
      }
      state.emptying = state.emptying == .last || isLast ? .last : .again
      return false
    }
  }
  /// Ends a turn; returns whether the container has been closed.
  @discardableResult
  func endTurn(_ home: Home) -> Bool { endTurn(home) { $0.isClosed } }
  /// Ends a turn, and does in the same step what follows.
  ///
  /// Before that, the party empties the storage, if a reset has left it that.
  func endTurn<Result>(_ home: Home, then next: (inout Registry.Contents) -> Result) -> Result {
    var taken: [Ending] = []
    while true {
      let ended = owner.contents.withLock { contents -> (turn: Build?, result: Result)? in
        if home.read(contents, { $0.emptying != nil }) { return nil }
        return (home.endTurn(&contents), next(&contents))
      }
      if let (turn, result) = ended {
        if let turn { Waits.wakeAll(for: turn) }
        owner.end(taken)
        return result
      }
      taken += takeOutOfStorage(isLast: false)
    }
  }
}

extension Home {
  /// Ends a turn within the lock; returns its build, if parties wait for that.
  fileprivate func endTurn(_ contents: inout Registry.Contents) -> Build? {
    let turn = change(&contents) { state in
      state.turnHolder = nil
      return exchange(&state.turn, with: nil)
    }
    guard let turn, turn.giveBackClaim(&contents) else { return nil }
    return turn
  }
}

extension Resolution {
  /// A storage asks for what it stores.
  func storageLoop(_ request: Request) -> ResolutionError {
    error(.loop, about: request.registration.object, with: ResolutionError.Extras(isOfStorage: true))
  }
  /// Tells storages that the top-level resolve has ended.
  func tell(_ storages: [Record]) {
    // Not if all would wait for ever.
    for record in storages where record.beginTurn(record.ownHome, self) {
      record.currentStorage?.graphResolutionCompleted()
      record.endTurn(record.ownHome)
    }
  }
}
