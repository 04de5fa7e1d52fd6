// Custom scopes: the instance is kept by a storage of the user's. Rule 9, turn: it is used in turns, which are user code, so no lock is held.

extension Record {
  /// Asks the storage.
  ///
  /// Call it as the claim of the record.
  func stored(_ found: Found, _ thread: Resolution) throws(ResolutionError) -> Instance? {
    if !thread.state.storages.contains(where: { $0 === self }) { thread.state.storages.append(self) }
    let answer = inTurn(thread) { (currentStorage ?? makeStorage()).instance(inGraph: thread.identifier) }
    guard let answer else { throw thread.error(.loop, found.registration) }
    return answer.flatMap { Instance.box($0, as: serviceType) }
  }
  /// Tells the storage what was published, and gives back the claim.
  func tell(_ build: Build, _ thread: Resolution) {
    let instance = build.instance!
    inTurn(thread) {
      if owner.contents.withLock({ _ in build.isWanted }) {
        currentStorage?.setInstance(instance.any, inGraph: thread.identifier)
      }
      if owner.contents.withLock({ _ in build.isClosed }) {
        // A close has passed by, and found the storage without it.
        currentStorage?.instance = nil
        owner.end([Ending(self, instance, 0)])
      }
    }
    build.end()
  }

  var currentStorage: (any InstanceStorage)? { owner.contents.withLock { _ in rare?.storage } }
  private func makeStorage() -> any InstanceStorage {
    let scope = whole.settings.scope
    let new = scope.makeStorage()
    // Unless the scope was changed meanwhile.
    owner.contents.withLock { _ in if configuration.settings.scope === scope { rarely.storage = new } }
    return new
  }

  /// Runs `body` while no other thread uses the storage.
  ///
  /// Does nothing if waiting for that would close a circle: a storage asks for what it stores.
  @discardableResult
  func inTurn<Result>(_ thread: Resolution, _ body: () -> Result) -> Result? {
    while true {
      switch beginTurn(thread.state.party) {
      case .mine(let turn):
        defer { turn.end() }
        return body()
      case .others(let turn):
        if case .circle = thread.wait(for: turn) { return nil }
      }
    }
  }
  private enum Turn { case mine(Build), others(Build) }
  private func beginTurn(_ party: Party) -> Turn {
    owner.contents.withLock { _ -> Turn in
      if let turn = rare?.turn { return .others(turn) }
      let new = Build(self, party, .custom)
      rarely.turn = new
      return .mine(new)
    }
  }
}

extension Resolution {
  /// The top-level resolve has ended.
  func tellStorages() {
    for record in exchange(&state.storages, with: []) {
      record.inTurn(self) { record.currentStorage?.graphResolutionCompleted() }
    }
  }
}
