/// Shared instances: container, weak and custom scope, and the members of scoped and perArgument.
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
  func shared(_ found: Found, _ thread: Resolution, _ arguments: Arguments) throws(ResolutionError)
    -> Instance?
  {
    while true {
      switch try next(found, thread, arguments) {
      case .have(let instance): return instance
      case .make(let build, let isOwn):
        // The factory and the completions run with no lock. If the build has lost (rule 5), look again.
        do {
          try begin(build, found, thread, arguments)
          let container = owner.ownContainer
          let instance =
            found.mode.isSpecial
            ? try makeSpecial(found.mode, container, arguments, nil)
            : try recipe.factory(container, arguments, nil)
          if let instance = try end(build, instance!, found, thread, arguments) { return instance }
        } catch {
          throw fail(build, isOwn: isOwn, error, thread)
        }
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
  private func next(_ found: Found, _ thread: Resolution, _ arguments: Arguments) throws(ResolutionError)
    -> Step
  {
    while true {
      let own = thread.ownBuild(self)
      var turn: Build?
      if found.mode.kind == .custom, own.map(hasLost) ?? true {
        let asked = try askStorage(found, thread, arguments)
        if let stored = asked.stored {
          thread.state.outcome = .reusedFromStorage
          return .have(stored)
        }
        turn = asked.turn
      }
      switch claim(found.mode.kind, thread.state.party, own: own, after: turn) {
      case .kept(let instance):
        thread.state.outcome = found.mode.kind == .weak ? .reusedWeakly : .reusedFromContainer
        return .have(instance)
      case .closed: throw thread.closed(found.registration, owner)
      case .storage: throw thread.error(.loop, found.registration)

      case .own(let own):
        // Rule 1: who builds it may have it half-built.
        if let instance = own.instance {
          thread.inherit(own.low)
          thread.state.outcome = .reusedFromCycle
          return .have(instance)
        }
        try thread.checkLoop(found, self, arguments)
        // One for other arguments, within the build of the one that the storage keeps, belongs to who asked.
        if found.mode.kind == .custom, !thread.isBuilding(own, arguments) {
          return .make(
            owner.contents.withLock { _ in Build(self, thread.state.party, .transient) }, isOwn: false)
        }
        // Rule 7: no loop, for a completion lies between. If it fails, the lower frame still has the claim (rule 2).
        return .make(own, isOwn: true)

      case .others(let others):
        if others.isAwaited {
          try thread.checkLoop(found, self, arguments)
          throw thread.error(.needsAwait, found.registration)
        }
        // Rule 2: look again; or rule 3: go on as a rival.
        guard case .circle = thread.wait(for: others),
          let rival = rival(of: others, found.mode.kind, thread.state.party)
        else { continue }
        return .make(rival, isOwn: false)

      case .new(let new): return .make(new, isOwn: false)
      }
    }
  }
  /// Whether another party was faster than a build: a storage may have the instance.
  private func hasLost(_ own: Build) -> Bool {
    own.instance == nil && owner.contents.read { _ in own.isLost }
  }

  @inline(never)
  func begin(
    _ build: Build, _ found: Found, _ thread: Resolution, _ arguments: Arguments
  ) throws(ResolutionError) {
    try thread.begin(
      Frame(Borrowed(found.registration), Borrowed(self), Borrowed(owner), arguments, Borrowed(build))
    )
  }
  /// The factory has returned.
  @inline(never)
  private func end(
    _ build: Build, _ instance: Instance, _ found: Found, _ thread: Resolution, _ arguments: Arguments
  ) throws -> Instance? {
    if let first = build.instance {
      // Rule 7: whoever stored it publishes it. The other ends.
      thread.inherit(build.low)
      thread.end()
      if first !== instance, build.kind != .weak { owner.end([Ending(self, instance, 0)]) }
      return first
    }
    thread.beginCompletions()
    build.store(instance, low: .frame(thread.state.frames.count - 1))
    if build.kind == .weak { thread.state.graph.held.append(instance) }
    if found.mode.isCompleted { try complete(instance, owner.ownContainer, arguments) }
    return thread.finish(build) ? instance : nil
  }
  @inline(never)
  private func fail(_ build: Build, isOwn: Bool, _ error: any Error, _ thread: Resolution) -> ResolutionError
  {
    let hasFrame =
      thread.state.frames.count > 0
      && thread.state.frames[thread.state.frames.count - 1].build?.isSame(build) == true
    // Without a frame, there was no room on the stack.
    let failure = hasFrame ? thread.fail(error) : error as! ResolutionError
    // If it has an instance, that was stored by a second build, and is published, or taken back, with a lower frame.
    if !isOwn, build.instance == nil { build.drop(thread) }
    return failure
  }
}

// MARK: - Claims

extension Record {
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
    _ kind: ScopeKind, _ party: Party, own: Build?, after turn: Build? = nil, isAwaited: Bool = false
  ) -> Claim {
    var hasWaiters = false
    let claim = owner.contents.withLock { contents -> Claim in
      if let turn { hasWaiters = turn.ends() }
      if contents.isClosed, isRegistered { return .closed }
      if let kept { return .kept(kept) }
      if let kept = rare?.keptWeakly?.instance { return .kept(kept) }
      if let turn = rare?.turn, turn.party === party { return .storage }
      // One that has lost is nobody's any more; if a storage keeps the instance, that was asked before.
      if let own, own.instance != nil || !own.isLost { return .own(own) }
      if let build { return .others(build) }
      let new = Build(self, party, kind, isAwaited: isAwaited)
      // What nobody is to keep is nobody's claim.
      if new.isWanted { build = new }
      return .new(new)
    }
    if let turn, hasWaiters { Waits.wakeAll(for: turn) }
    return claim
  }
  private func rival(of claim: Build, _ kind: ScopeKind, _ party: Party) -> Build? {
    owner.contents.withLock { _ in build === claim ? Build(self, party, kind) : nil }
  }
}

// MARK: - A thread as a party

extension Resolution {
  /// The build of a service by this thread: of an open frame, or deferred.
  func ownBuild(_ record: Record) -> Build? {
    // It may stand for one of an open frame, which has lost.
    if let deferred = state.deferred.last(where: { $0.record === record }) { return deferred }
    var place = state.frames.count - 1
    while place >= 0 {
      if let build = state.frames[place].build, state.frames[place].record.isSame(record) {
        return build.object
      }
      place -= 1
    }
    return nil
  }
  /// Blocks the thread until the build ends, unless that would close a circle.
  func wait(for build: Build) -> Wait.Answer {
    var parties = [state.party]
    if let awaited = AwaitedResolver.running?.party, awaited !== state.party { parties.append(awaited) }
    return Waits.block(parties, for: build, path: path)
  }
}
