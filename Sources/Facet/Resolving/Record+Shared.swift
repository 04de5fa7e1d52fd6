/// Shared instances: those that are kept in a home.
///
/// Those who build are parties: threads, and awaited builds. They follow nine rules:
///
/// 1. *private*: What a party builds, it alone sees until it is published; so nothing half-built ever changes hands. (Here.)
/// 2. *claim*: Who is first to ask claims the service until the lowest frame of the build ends; others wait for that, and look again. (Here,
///    `Publication`.)
/// 3. *rival*: Who would close a circle by waiting goes on alone, and builds the service, too. (Here, `Waits`.)
/// 4. *low*: A frame notes the lowest frame whose half-built instance it has, and is published with that one. (`Resolution+Frames`, `Graph`.)
/// 5. *validate*: A publication is all or nothing: if one of its services was published since its build began, or a container was closed, all
///    is taken back, and the frame begins anew. (`Build`, `Publication`, `Resolution+Frames`.)
/// 6. *take back*: A completion that fails, or loses, takes back its instance and what was built since, which ends unseen; a factory that fails
///    takes back nothing. (`Resolution+Frames`, `Publication`.)
/// 7. *first*: If a completion has a service built again whose factory still runs, the instance that is stored first counts, and the other
///    ends. (Here, `Record+Graph`.)
/// 8. *give up*: A reset, and a close, forget instance and claim, and count; a build that counted less belongs to who asked, is not kept, and
///    ends no other claim. (`Closing`, `Build`.)
/// 9. *turn*: A storage is used in turns: it is asked before the claim, which is made in one step with the end of that turn; who has published
///    tells it while the claim lasts, and a reset counts and empties it in one turn. (`Publication`, `Record+Storage`, `Closing`.)
extension Record {
  func shared(_ request: Request, from asked: Registry) throws(ResolutionError) -> Answer {
    let values = request.kind == .perArgument ? KeptArguments.keep(request.arguments, key.signature) : nil
    guard let home = home(request.kind, asked, values) else {
      throw request.thread.closed(request.registration.object, asked)
    }
    return .instance(try shared(request, in: home))
  }
  func shared(_ request: Request, in home: Home) throws(ResolutionError) -> Instance {
    while true {
      switch try next(request, in: home) {
      case .have(let instance): return instance
      case .make(let build, let isOwn):
        let answer = try make(
          request, for: .all(build, isOwn: isOwn), by: home.owner.ownContainer, to: nil)
        // If it has lost (rule 5), look again.
        if case .instance(let instance) = answer { return instance }
      }
    }
  }

  private enum Step {
    case have(Instance)
    /// Build it; `isOwn` if a lower frame builds it, too, and goes on with the claim if this fails.
    case make(Build, isOwn: Bool)
  }
  /// Claims the service, or waits for who has.
  @inline(never)
  private func next(_ request: Request, in home: Home) throws(ResolutionError) -> Step {
    let (thread, kind) = (request.thread, request.kind.inHome)
    while true {
      let own = thread.ownBuild(home)
      var turn: Build?
      if kind == .custom, own?.hasLost ?? true {
        switch try askStorage(request) {
        case .stored(let stored):
          thread.state.outcome = .reusedFromStorage
          return .have(stored)
        case .nothing(let mine): turn = mine
        }
      }
      switch home.claim(self, kind, thread.state.party, own: own, after: turn) {
      case .kept(let instance):
        thread.state.outcome = kind == .weak ? .reusedWeakly : .reusedFromContainer
        return .have(instance)
      case .closed: throw thread.closed(request.registration.object, home.owner)
      case .storage: throw thread.error(.loop, request.registration.object)

      case .own(let own):
        // Rule 1: who builds it may have it half-built.
        if let instance = own.instance {
          thread.inherit(own.low)
          thread.state.outcome = .reusedFromCycle
          return .have(instance)
        }
        try checkLoop(request, in: home)
        // One for other arguments, within the build of the one that the storage keeps, belongs to who asked.
        if kind == .custom, !thread.isBuilding(own, request.arguments) {
          let other = home.owner.contents.withLock { _ in
            Build(self, in: home, thread.state.party, .transient)
          }
          return .make(other, isOwn: false)
        }
        // Rule 7: no loop, for a completion lies between. If it fails, the lower frame still has the claim (rule 2).
        return .make(own, isOwn: true)

      case .others(let others):
        if others.isAwaited {
          try checkLoop(request, in: home)
          throw thread.error(.needsAwait, request.registration.object)
        }
        // Rule 2: look again; or rule 3: go on as a rival.
        guard case .circle = thread.wait(for: others),
          let rival = home.rival(self, of: others, kind, thread.state.party)
        else { continue }
        return .make(rival, isOwn: false)

      case .new(let new): return .make(new, isOwn: false)
      }
    }
  }
}
extension Build {
  /// Whether another party was faster: a storage may have the instance.
  fileprivate var hasLost: Bool { instance == nil && home.owner.contents.read { _ in isLost } }
}

// MARK: - Claims

extension Home {
  enum Claim {
    case kept(Instance), closed
    /// The asking party uses the storage: that asks for what it stores.
    case storage
    /// The asking party builds it already.
    case own(Build)
    /// Another party builds it.
    case others(Build)
    /// Nobody does: the asking party builds it from now on.
    case new(Build)
  }

  /// Rule 2, claim.
  ///
  /// An awaited build is a party of its own.
  func claim(
    _ record: Record, _ kind: ScopeKind, _ party: Party, own: Build?, after turn: Build? = nil,
    isAwaited: Bool = false
  ) -> Claim {
    var hasWaiters = false
    let claim = owner.contents.withLock { contents -> Claim in
      if let turn { hasWaiters = turn.ends() }
      if contents.isClosed, !isPrivate { return .closed }
      if let instance { return .kept(instance) }
      if let turn = self.turn, turn.party === party { return .storage }
      // One that has lost is nobody's any more; if a storage keeps the instance, that was asked before.
      if let own, own.instance != nil || !own.isLost { return .own(own) }
      if let build { return .others(build) }
      let new = Build(record, in: self, party, kind, isAwaited: isAwaited)
      // What nobody is to keep is nobody's claim.
      if new.isWanted { build = new }
      return .new(new)
    }
    if let turn, hasWaiters { Waits.wakeAll(for: turn) }
    return claim
  }
  fileprivate func rival(_ record: Record, of claim: Build, _ kind: ScopeKind, _ party: Party) -> Build? {
    owner.contents.withLock { _ in build === claim ? Build(record, in: self, party, kind) : nil }
  }
}

// MARK: - A thread as a party

extension Resolution {
  /// The build of this thread for a home: of an open frame, or deferred.
  func ownBuild(_ home: Home) -> Build? {
    // It may stand for one of an open frame, which has lost.
    state.deferred.last { $0.home === home }
      ?? state.frames.last { $0.build?.read { $0.home === home } == true }?.build?.object
  }
  /// Blocks the thread until the build ends, unless that would close a circle.
  func wait(for build: Build) -> Wait.Answer {
    var parties = [state.party]
    if let awaited = AwaitedResolver.running?.party, awaited !== state.party { parties.append(awaited) }
    return Waits.block(parties, for: build, path: path)
  }
}
