/// Shared instances: those that are kept in a home.
///
/// Threads and awaited builds are the parties that build, by the nine rules of *Inside a resolve*. Where their code is:
///
/// - *private*, *claim*, *rival*, *first*: here; a claim ends in `Publication`, `Waits` finds the circle that makes a rival, `Record+Build` and
///   `Record+Graph` have *first*, too.
/// - *low*: `Resolution+Frames`, `Graph`.
/// - *validate*, *take back*: `Build`, `Publication`, `Resolution+Frames`.
/// - *give up*: `Closing`, `Build`, `Publication`.
/// - *turn*: `Record+Storage`, `Publication`, `Closing`.
extension Record {
  func shared(_ request: Request, from asked: Registry) throws(ResolutionError) -> Answer {
    let values = request.kind == .perArgument ? KeptArguments.keep(request.arguments) : nil
    while true {
      guard let home = home(request.kind, for: values, askedBy: asked) else {
        throw request.thread.closed(request.registration.object, in: asked)
      }
      if let instance = try shared(request, in: home) { return .instance(instance) }
    }
  }
  /// Returns `nil` if the home was forgotten meanwhile.
  func shared(_ request: Request, in home: Home) throws(ResolutionError) -> Instance? {
    var request = request
    // Homes keep boxes.
    request.slot = nil
    while true {
      switch try next(request, in: home) {
      case .have(let instance): return instance
      case .forgotten: return nil
      case .make(let build, let isSecondRun):
        let receiver = Receiver.all(build, isSecondRun: isSecondRun)
        let answer = try make(request, for: receiver, by: home.owner.ownContainer)
        if case .instance(let instance) = answer { return instance }
        // It has lost (rule 5), or was given up in part (rule 8): look again.
        request.isAgain = true
      }
    }
  }

  private enum Step {
    case have(Instance), forgotten
    /// Build it; in a second run, a lower frame runs the factory in the same build, and goes on with the claim if this one fails.
    case make(Build, isSecondRun: Bool)
  }
  /// Claims the service, or waits for the claimant.
  @inline(never)
  private func next(_ request: Request, in home: Home) throws(ResolutionError) -> Step {
    let thread = request.thread
    let asker = Asker(
      record: self, kind: request.kind.inHome, party: thread.state.party,
      outer: thread.innermostBuild)
    while true {
      let own = thread.ownBuild(home)
      // What the party builds itself, and has not lost, is not in the storage.
      let asksStorage = asker.kind == .custom && own?.hasLost ?? true
      if asksStorage, let stored = try askStorage(request) {
        thread.state.outcome = .reusedFromStorage
        return .have(stored)
      }
      switch home.claim(by: asker, own: own, endsTurn: asksStorage) {
      case .kept(let instance):
        thread.state.outcome = asker.kind.reuse
        return .have(instance)
      case .closed: throw thread.closed(request.registration.object, in: home.owner)
      case .storage: throw thread.storageLoop(request)
      case .forgotten: return .forgotten

      case .own(let own):
        // Rule 1: the party that builds it may have it half-built.
        if let instance = own.instance {
          thread.inherit(own.low)
          thread.state.outcome = .reusedFromCycle
          return .have(instance)
        }
        try checkLoop(request, in: home)
        // One for other arguments, within the build of the one that the storage keeps, belongs to its caller.
        if asker.kind == .custom, !thread.isBuilding(own, request.arguments) {
          let new = home.owner.contents.withReadLock { Build(by: asker, in: home, $0, isForCaller: true) }
          return .make(new, isSecondRun: false)
        }
        // Rule 7: no loop, for a completion lies between. If it fails, the lower frame still has the claim (rule 2).
        return .make(own, isSecondRun: true)

      case .others(let others):
        if others.party.isAwaited {
          // In a visit, the frames of awaited builds are on this thread, too.
          try checkLoop(request, in: home)
          throw thread.error(.needsAwait, about: request.registration.object)
        }
        // Rule 2: look again; or rule 3: go on as a rival.
        guard case .circle = thread.wait(for: others), let rival = home.rival(of: others, by: asker) else {
          continue
        }
        return .make(rival, isSecondRun: false)

      case .new(let new): return .make(new, isSecondRun: false)
      }
    }
  }
}
extension Build {
  /// Whether another party was faster: a storage may have the instance.
  fileprivate var hasLost: Bool { instance == nil && home.owner.contents.withReadLock { isLost($0) } }
}

// MARK: - Claims

extension Home {
  enum Claim {
    case kept(Instance), closed, forgotten
    /// The claimant uses the storage: that asks for what it stores.
    case storage
    /// The claimant builds it already.
    case own(Build)
    /// Another party builds it.
    case others(Build)
    /// Nobody does: the claimant builds it from now on.
    case new(Build)
  }

  /// Rule 2, claim, in one step with the end of the turn in which the storage was asked.
  func claim(by asker: Asker, own: Build? = nil, endsTurn: Bool = false) -> Claim {
    if endsTurn { return asker.record.endTurn(self) { next(for: asker, own, &$0) } }
    return owner.contents.withLock { next(for: asker, own, &$0) }
  }
  private func next(for asker: Asker, _ own: Build?, _ contents: inout Registry.Contents) -> Claim {
    if contents.isClosed, !isPrivate { return .closed }
    let (isForgotten, instance) = read(contents) { ($0.isForgotten, $0.instance) }
    if isForgotten { return .forgotten }
    if let instance { return .kept(instance) }
    let (running, holder) = read(contents) { ($0.build, $0.turnHolder) }
    if holder === asker.party { return .storage }
    // A build that has lost does not count; if a storage keeps the instance, that was asked before.
    if let own, own.instance != nil || !own.isLost(contents) { return .own(own) }
    if let running { return .others(running) }
    let new = Build(by: asker, in: self, contents)
    // What is not to be kept is no claim: no party waits for it, but a close does. A claim forgets what an earlier instance needed.
    if new.isWanted(contents) {
      change(&contents) { ($0.build, $0.uses) = (new, []) }
    } else if !isPrivate {
      contents.givenUp.append(new)
    }
    return .new(new)
  }
  /// Rule 3, rival; `nil` if the claim has ended meanwhile.
  fileprivate func rival(of claim: Build, by asker: Asker) -> Build? {
    owner.contents.withLock { contents in
      guard read(contents, { $0.build === claim }) else { return nil }
      change(&contents) { $0.hasRival = true }
      return Build(by: asker, in: self, contents)
    }
  }
}

// MARK: - A thread as a party

extension Resolution {
  fileprivate var innermostBuild: Build? {
    if state.frames.isEmpty { return nil }
    return state.frames.last { $0.build != nil }?.build?.object
  }
  /// The build of this thread for a home: of an open frame, or deferred.
  func ownBuild(_ home: Home) -> Build? {
    if state.frames.isEmpty { return nil }
    // Deferred ones first: an open frame whose build has lost may have had a second build below a completion.
    return state.deferred.last { $0.home === home }
      ?? state.frames.last { $0.build?.read { $0.home === home } == true }?.build?.object
  }
  /// Blocks the thread until the build ends, unless that would close a circle.
  func wait(for build: Build) -> Wait.Answer {
    var parties = [state.party]
    if let awaited = AwaitedResolver.running?.party, awaited !== state.party { parties.append(awaited) }
    return Waits.block(Waiter(parties: parties, path: path), for: build)
  }
}
