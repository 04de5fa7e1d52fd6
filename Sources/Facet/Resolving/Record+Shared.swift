/// Shared instances: those that are kept in a home.
///
/// Threads and awaited builds are the parties that build, by the rules of `Sources/Facet/README.md`. Where their code is:
///
/// - *private*, *claim*, *rival*, *first*: here; a claim ends in `Publication`, `Waits` finds the circle that makes a rival, `Record+Build` and
///   `Record+Graph` have *first*, too.
/// - *low*: `Resolution+Frames`, `Graph`.
/// - *validate*, *take back*: `Build`, `Publication`, `Resolution+Frames`.
/// - *life*: `Life`, `Build`, `Publication`, `GivingUp`.
/// - *storage*: `Storage`, `Record+Storage`.
/// - *order*: `Needs`, `Ending+Order`, `Resolution+Got`; *close*: `Closing`; *once*: `Once`.
extension Record {
  func shared(_ request: Request, from asked: Registry) throws(ResolutionError) -> Answer {
    var request = request
    // Homes keep boxes.
    request.slot = nil
    let values = request.kind == .perArgument ? KeptArguments.keep(request.arguments) : nil
    // Rule 11, drain: a build lasts until its party has looked again.
    var lost: Build?
    defer { lost?.leave() }
    while true {
      guard let home = try home(request.kind, for: values, askedBy: asked) else {
        throw request.thread.closed(request.registration.object, in: asked)
      }
      let step = try next(request, in: home)
      exchange(&lost, with: nil)?.leave()
      switch step {
      case .have(let instance): return .instance(instance)
      case .lookAgain: continue
      case .make(let build, let isSecondRun):
        let receiver = Receiver.all(build, isSecondRun: isSecondRun)
        let answer = try make(request, for: receiver, by: home.owner.ownContainer)
        // Rule 5: if it is lost, look again.
        if case .instance = answer { return answer }
        lost = isSecondRun ? nil : build
      }
    }
  }

  private enum Step {
    case have(Instance), lookAgain
    /// Build it; in a second run, a lower frame runs the factory in the same build, and goes on with the claim if this one fails.
    case make(Build, isSecondRun: Bool)
  }
  /// Claims the service, or waits for the claimant.
  @inline(never)
  private func next(_ request: Request, in home: Home) throws(ResolutionError) -> Step {
    let thread = request.thread
    let asker = Asker(
      record: self, kind: request.kind.inHome, party: thread.state.party, outer: thread.innermostBuild)
    let own = thread.ownBuild(home)
    switch try claim(request, in: home, by: asker, own) {
    case .kept(let instance):
      thread.state.outcome = request.kind.reuse
      thread.note(instance)
      return .have(instance)
    case .closed: throw thread.closed(request.registration.object, in: home.owner)
    case .forgotten: return .lookAgain
    case .own(let own):
      // Rule 1: the party that builds it may have it half-built.
      if let instance = own.instance {
        thread.inherit(own.low)
        thread.note(own.life)
        thread.state.outcome = .reusedFromCycle
        return .have(instance)
      }
      try checkLoop(request, in: home)
      // An instance for other arguments, within the build of the one that the storage keeps, belongs to its caller.
      if asker.kind == .custom, !thread.isBuilding(own, request.arguments) {
        return .make(home.begin(asker, isForCaller: true), isSecondRun: false)
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
      guard case .circle = Waits.block(thread.waiter, for: others),
        let rival = home.rival(of: others, by: asker)
      else {
        return .lookAgain
      }
      return .make(rival, isSecondRun: false)
    case .new(let new): return .make(new, isSecondRun: false)
    }
  }
  /// A storage is asked first, unless the party builds what that does not have.
  private func claim(
    _ request: Request, in home: Home, by asker: Asker, _ own: Build?
  ) throws(ResolutionError) -> Home.Claim {
    guard asker.kind == .custom, own?.hasLost != false else { return home.claim(by: asker, own: own) }
    return try claimByStorage(request, in: home, by: asker, own)
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
    /// The claimant builds it already.
    case own(Build)
    /// Another party builds it.
    case others(Build)
    /// Nobody does: the claimant builds it from now on.
    case new(Build)
  }
  /// Rule 2, claim.
  func claim(by asker: Asker, own: Build? = nil) -> Claim {
    owner.contents.withLock { contents in
      if contents.refusesBuilds { return .closed }
      let (isForgotten, life) = read(contents) { ($0.isForgotten, $0.life) }
      if isForgotten { return .forgotten }
      if let instance = life?.instance(contents) { return .kept(instance) }
      // A build that has lost does not count; if a storage keeps the instance, that was asked before.
      if let own, own.instance != nil || !own.isLost(contents) { return .own(own) }
      if let running = life?.read(contents, { $0.build }) { return .others(running) }
      return .new(
        begin(asker, isForCaller: !asker.record.isKept(in: self, as: asker.kind, contents), &contents))
    }
  }
  /// Begins a build in the life of the home; one for its caller alone has a life that no home has, and is no claim: no party waits for it.
  private func begin(_ asker: Asker, isForCaller: Bool, _ contents: inout Registry.Contents) -> Build {
    let known = isForCaller ? nil : read(contents) { $0.life }
    // An instance that was kept weakly, or by a storage, is gone.
    let old = known.flatMap { life in life.read(contents) { $0.isPublished } ? life : nil }
    old?.giveUp(&contents)
    let life = (old == nil ? known : nil) ?? Life(of: asker.record, in: self, handsOn: asker.kind == .weak)
    let build = Build(by: asker, of: life, contents)
    if let old { build.former = old.change(&contents) { exchange(&$0.needs, with: Needs()).all } }
    if !isForCaller { change(&contents) { $0.life = life } }
    life.change(&contents) { $0.build = build }
    life.settle(&contents)
    return build
  }
  func begin(_ asker: Asker, isForCaller: Bool) -> Build {
    owner.contents.withLock { begin(asker, isForCaller: isForCaller, &$0) }
  }
  /// Rule 3, rival; `nil` if the claim has ended meanwhile.
  fileprivate func rival(of claim: Build, by asker: Asker) -> Build? {
    owner.contents.withLock { contents in
      guard let life = read(contents, { $0.life }), life.read(contents, { $0.build }) === claim else {
        return nil
      }
      let rival = Build(by: asker, of: life, contents)
      life.change(&contents) { $0.rivals.append(rival) }
      return rival
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
  /// The thread as one that waits.
  var waiter: Waiter {
    var parties = [state.party]
    if let awaited = AwaitedResolver.running { parties += awaited.parties }
    return Waiter(parties: parties, path: path)
  }
}
