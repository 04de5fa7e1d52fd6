// Custom scopes: the instance is kept by a storage of the user's. Rule 9, turn: it is used in turns, which are user code, so no lock is held.

extension Record {
  /// What a storage says.
  enum Stored {
    case stored(Instance)
    /// The turn goes on, until the claim is made in one step with its end: so nobody publishes in between.
    case nothing(Build)
  }
  func askStorage(_ request: Request) throws(ResolutionError) -> Stored {
    let thread = request.thread
    noteUse(thread)
    guard let turn = beginTurn(thread) else { throw thread.error(.loop, request.registration.object) }
    do throws(ResolutionError) { try thread.begin(Frame(request, turn)) } catch {
      turn.end()
      throw error
    }
    defer { thread.end() }
    let stored = (currentStorage ?? makeStorage())?.instance(inGraph: thread.identifier)
    guard let instance = stored.flatMap({ Instance.box($0, as: serviceType) }) else { return .nothing(turn) }
    turn.end()
    // A storage may keep what a close has ended.
    if owner.isClosed {
      throw thread.error(.containerClosed, ResolutionError.Extras(closing: owner.closing))
    }
    return .stored(instance)
  }
  /// The storage hears of the end of the graph.
  func noteUse(_ thread: Resolution) {
    if !thread.state.storages.contains(where: { $0 === self }) { thread.state.storages.append(self) }
  }
  /// Tells the storage what was published, and gives back the claim.
  func tell(_ build: Build, _ thread: Resolution) {
    let instance = build.instance!
    inTurn(thread) {
      let (isWanted, isClosed) = owner.contents.read { (build.isWanted($0), build.isClosed($0)) }
      if isWanted { currentStorage?.setInstance(instance.any, inGraph: thread.identifier) }
      if isClosed {
        // A close has passed by, and found the storage without it.
        currentStorage?.instance = nil
        build.end(unseen: instance)
      } else if !isWanted {
        build.outlive()
      }
    }
    build.end()
  }

  var currentStorage: (any InstanceStorage)? { read { $0.home }?.read { $0.storage } }
  private func makeStorage() -> (any InstanceStorage)? {
    let (scope, home) = (settings.scope, ownHome)
    if scope.kind != .custom { return nil }
    let new = scope.makeStorage()
    // Unless the scope was changed meanwhile.
    owner.contents.withLock { contents in
      if read(contents, { $0.configuration.settings.scope === scope }) {
        home.change(&contents) { $0.storage = new }
      }
    }
    return new
  }

  /// Runs `body` in a turn; not at all, and returns `nil`, if all would wait for ever.
  @discardableResult
  func inTurn<Result>(_ thread: Resolution, _ body: () -> Result) -> Result? {
    guard let turn = beginTurn(thread) else { return nil }
    defer { turn.end() }
    return body()
  }
  private func beginTurn(_ thread: Resolution) -> Build? {
    let home = ownHome
    while true {
      let (turn, isMine) = owner.contents.withLock { contents -> (Build, Bool) in
        if let others = home.read(contents, { $0.turn }) { return (others, false) }
        let new = Build(by: Claimant(record: self, kind: .custom, party: thread.state.party), in: home, contents)
        home.change(&contents) { $0.turn = new }
        return (new, true)
      }
      if isMine { return turn }
      if case .circle = thread.wait(for: turn) { return nil }
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
