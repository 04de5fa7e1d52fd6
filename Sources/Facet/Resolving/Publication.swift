extension Build {
  /// An instance is stored; until the frame ends, it is half-built.
  func store(_ instance: Instance, low: Low) {
    (self.instance, self.low, number) = (instance, low, creations.next())
  }

  /// Makes the instances visible for all, in one step.
  ///
  /// Returns false, and does nothing, if one of them is lost (rule 5, validate), or if some were given up and others were not (rule 8, give up).
  /// If the latter happens again, all are given up: nobody keeps any, and the caller has a consistent whole.
  static func publish(_ all: [Build], isAgain: Bool, _ thread: Resolution) -> Bool {
    if all.count == 1 { return all[0].publishAlone(thread) }
    // In the order in which they were stored.
    let builds = all.inOrder { $0.number }
    // Prepared here, so that under the locks only references change hands.
    for build in builds where build.kind == .weak {
      build.weakly = build.instance.flatMap(WeakInstance.init)
    }
    var (toWake, toTell, unkept) = ([Build](), [Build](), [Build]())
    let isPublished = Registry.withLocks(of: builds.map(\.home.owner)) {
      let verdict = verdict(builds, isAgain)
      if verdict == .lost { return false }
      for build in builds {
        build.home.owner.contents.whileLocked { contents in
          let isKept = verdict == .kept && build.isWanted(contents)
          let (isWaitedFor, rival) = build.settle(isKept: isKept, &contents)
          toWake += [isWaitedFor ? build : nil, rival].compactMap(\.self)
          if !isKept { unkept.append(build) } else if build.kind == .custom { toTell.append(build) }
        }
      }
      return true
    }
    if isPublished {
      // What is published with its user needs it, too.
      let all = Set(builds.map(ObjectIdentifier.init))
      for build in builds where build.outer.map({ all.contains(ObjectIdentifier($0)) }) != true {
        build.noteUser()
      }
    }
    for build in unkept { build.forgetOutlived() }
    for build in toWake { Waits.wakeAll(for: build) }
    for build in toTell { build.record.tell(build, thread) }
    return isPublished
  }
  /// Makes an instance visible for all that waits for no other one.
  func publishAlone(_ thread: Resolution) -> Bool {
    if kind == .weak { weakly = instance.flatMap(WeakInstance.init) }
    var verdict = Verdict.lost
    var (isWaitedFor, rival) = (false, nil as Build?)
    home.owner.contents.withLock { contents in
      if isLost(contents) { return }
      verdict = isWanted(contents) ? .kept : .unkept
      (isWaitedFor, rival) = settle(isKept: verdict == .kept, &contents)
    }
    if verdict != .lost { noteUser() }
    if verdict == .unkept { forgetOutlived() }
    if isWaitedFor { Waits.wakeAll(for: self) }
    if let rival { Waits.wakeAll(for: rival) }
    if verdict == .kept, kind == .custom { record.tell(self, thread) }
    return verdict != .lost
  }
  /// The instance is in its home, or is its caller's.
  ///
  /// Returns whether parties wait for this build, and the claim that it was a rival of, if parties wait for that.
  @inline(__always)
  private func settle(
    isKept: Bool, _ contents: inout Registry.Contents
  ) -> (isWaitedFor: Bool, rival: Build?) {
    (number, low) = (creations.next(), .none)
    guard isKept else {
      outlive(&contents)
      return (giveBackClaim(&contents), nil)
    }
    let rival = keep(&contents)
    if kind != .custom { return (giveBackClaim(&contents), rival) }
    // Rule 9: it is the claim until the storage has been told, which is user code.
    home.change(&contents) { $0.build = self }
    return (false, rival)
  }
  /// What is built for another service ends after that, also if that came by a `Lazy`.
  private func noteUser() {
    guard kind != .weak, let user = outer else { return }
    if !user.home.isPrivate { return user.home.withLock { _ = $0.uses.insert(.part(number)) } }
    user.home.userWhileBuilding?.withLock { _ = $0.uses.insert(.forLazy(number)) }
  }
  private enum Verdict {
    /// Nothing can be published: the frame begins anew.
    case lost
    case kept
    /// Nobody keeps the instances: they go to their callers.
    case unkept
  }

  /// What becomes of builds that are published together.
  private static func verdict(_ builds: [Build], _ isAgain: Bool) -> Verdict {
    var (wanted, givenUp) = (false, false)
    for build in builds {
      let isLost = build.home.owner.contents.whileLocked { contents in
        if build.isLost(contents) { return true }
        // One for its caller alone, with other arguments, is not shared.
        if build.isForCaller { return false }
        if build.isWanted(contents) { wanted = true } else { givenUp = true }
        return false
      }
      if isLost { return .lost }
    }
    return wanted && givenUp ? isAgain ? .unkept : .lost : .kept
  }
  /// Rule 8: nobody keeps the instance, which goes to its caller.
  ///
  /// It ends when the service is given up again, at the latest with the container.
  func outlive(_ contents: inout Registry.Contents) {
    guard kind != .weak, !home.isPrivate, let instance else { return }
    contents.outlived.append(Ending(instance: instance, record: record, owner: home.owner, number: number))
  }
  /// Without actions for its end, nothing has to hold the instance.
  func forgetOutlived() {
    guard record.settings.disposers.isEmpty else { return }
    // Released outside the lock.
    _ = home.owner.contents.withLock { contents in
      contents.outlived.firstIndex { $0.instance === instance && $0.record === record }.map {
        contents.outlived.remove(at: $0)
      }
    }
  }

  /// Makes the home keep the instance.
  ///
  /// Returns the claim that this build was a rival of, if a party waits for it.
  private func keep(_ contents: inout Registry.Contents) -> Build? {
    let claim = home.change(&contents) { home in
      switch kind {
      case .weak: home.keptWeakly = weakly
      case .custom: break
      default: home.kept = instance
      }
      home.creation = number
      return home.build
    }
    // Those that wait look again, and find this instance. The claimant notices that it has lost.
    guard let claim, claim !== self, claim.giveBackClaim(&contents) else { return nil }
    return claim
  }

  /// Rule 6, take back: the instance, which nobody has seen, ends.
  ///
  /// So does the build, unless a lower frame goes on with it (rule 2, claim).
  func drop(_ thread: Resolution) {
    if let unseen = dropped(thread) { unseen.owner.end([unseen]) }
  }
  /// Takes back, and returns what is to end.
  func dropped(_ thread: Resolution) -> Ending? {
    let unseen = exchange(&instance, with: nil)
    let isOpen = thread.state.frames.contains { $0.build?.isSame(self) == true }
    if !isOpen { giveBackClaim() }
    guard kind != .weak, let unseen else { return nil }
    return Ending(instance: unseen, record: record, owner: home.owner, number: number)
  }
  /// An instance ends that nobody has seen; what is kept weakly never does.
  func endUnseen(_ instance: Instance) {
    guard kind != .weak else { return }
    home.owner.end([Ending(instance: instance, record: record, owner: home.owner)])
  }
  /// The build ends: those that wait look again.
  func giveBackClaim() {
    if home.owner.contents.withLock({ giveBackClaim(&$0) }) { Waits.wakeAll(for: self) }
  }
}

extension Registry {
  /// Takes the locks of all containers concerned, in the order of their numbers: so threads that take several never wait for one another.
  static func withLocks<Result>(of registries: [Registry], _ body: () -> Result) -> Result {
    var seen = Set<ObjectIdentifier>()
    let owners = registries.filter { seen.insert(ObjectIdentifier($0)).inserted }.inOrder { $0.number }
    for owner in owners { owner.contents.lock() }
    defer { for owner in owners { owner.contents.unlock() } }
    return body()
  }
}
