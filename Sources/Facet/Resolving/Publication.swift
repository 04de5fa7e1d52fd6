extension Build {
  /// An instance is stored; until the frame ends, it is half-built.
  func store(_ instance: Instance, low: Low) {
    (self.instance, self.low, number) = (instance, low, creations.next())
  }
  /// Makes the instances visible for all, in one step.
  ///
  /// Returns false, and does nothing, if one of them is lost (rule 5, validate). If one is stale, nobody keeps any of them, and they end (rule 8,
  /// life): as if they were given up right after.
  static func publish(_ all: [Build], _ thread: Resolution) -> Bool {
    // In the order in which they were stored.
    let builds = all.inOrder { $0.number }
    // Prepared here, so that under the locks only references change hands.
    for build in builds where build.kind == .weak {
      build.weakly = build.instance.flatMap(WeakInstance.init)
    }
    var (isKept, toWake) = (true, [Build]())
    let isPublished = Registry.withLocks(of: builds.map(\.home.owner)) {
      for build in builds {
        let isLost = build.home.owner.contents.whileLocked { contents in
          if build.isStale(contents) { isKept = false }
          return build.isLost(contents)
        }
        if isLost { return false }
      }
      for build in builds {
        build.home.owner.contents.whileLocked { contents in
          toWake += build.settle(isKept: isKept, &contents)
        }
      }
      return true
    }
    if isPublished { settle(builds, isKept: isKept, toWake, thread) }
    return isPublished
  }
  /// Makes an instance visible for all that waits for no other one.
  func publishAlone(_ thread: Resolution) -> Bool {
    if kind == .weak { weakly = instance.flatMap(WeakInstance.init) }
    var (isPublished, isKept, toWake) = (false, false, [Build]())
    home.owner.contents.withLock { contents in
      if isLost(contents) { return }
      (isPublished, isKept) = (true, !isStale(contents))
      toWake = settle(isKept: isKept, &contents)
    }
    if isPublished, !isKept {
      Build.settle([self], isKept: false, toWake, thread)
    } else if isPublished {
      for build in toWake { Waits.wakeAll(for: build) }
      if kind == .custom { tellStorage(thread) }
    }
    return isPublished
  }
  /// The steps after a publication, without the locks.
  private static func settle(_ builds: [Build], isKept: Bool, _ toWake: [Build], _ thread: Resolution) {
    // Others may have waited for what a task built: they get it, too, and find it ended, as this party does.
    if !isKept { builds[0].home.owner.end(builds.compactMap { $0.ending(of: $0.instance!) }.inEndOrder) }
    for build in toWake { Waits.wakeAll(for: build) }
    if isKept { for build in builds where build.kind == .custom { build.tellStorage(thread) } }
  }
  /// The instance is in its home, or is its caller's.
  ///
  /// Returns the builds that other parties wait for: this one, and the claim that it was a rival of.
  private func settle(isKept: Bool, _ contents: inout Registry.Contents) -> [Build] {
    (number, low) = (creations.next(), .none)
    guard isKept else {
      // Gives up this life, because one of the same publication was given up.
      life.giveUp(&contents)
      return leave(&contents) ? [self] : []
    }
    let claim = life.change(&contents) { life in
      switch kind {
      case .weak: life.keptWeakly = weakly
      default: life.kept = instance
      }
      (life.number, life.needs.parts) = (number, got)
      return life.build
    }
    instance!.life = life
    // The parties that wait look again, and find this instance. The claimant notices that it has lost.
    let rival = claim.flatMap { $0 !== self && $0.lose(&contents) ? [$0] : nil } ?? []
    guard kind == .custom else { return leave(&contents) ? rival + [self] : rival }
    // Rule 9: it is the claim until the storage has been told, which is user code.
    life.change(&contents) { life in
      life.rivals.removeAll { $0 === self }
      life.build = self
    }
    return rival
  }

  // MARK: - What ends

  /// Rule 6, take back: the instance, which nobody has seen, ends.
  ///
  /// So does the build, unless a lower frame goes on with it (rule 2, claim).
  func drop(_ thread: Resolution) {
    let unseen = dropped(thread)
    unseen.first?.owner.end(unseen)
  }
  /// Takes back, and returns what is to end.
  func dropped(_ thread: Resolution, isLost: Bool = false) -> [Life] {
    let unseen = takeUnfinished() + [exchange(&instance, with: nil).flatMap(ending)].compactMap(\.self)
    let isOpen = thread.state.frames.contains { $0.build?.isSame(self) == true }
    if !isOpen { isLost ? lose() : leave() }
    return unseen
  }
  /// Takes the instances for which decorators failed.
  func takeUnfinished() -> [Life] {
    if unfinished.isEmpty { return [] }
    return exchange(&unfinished, with: []).compactMap { ending(of: $0) }
  }
  /// The end of an instance that nobody keeps; what is kept weakly has none.
  private func ending(of instance: Instance) -> Life? {
    if kind == .weak { return nil }
    return Life(
      of: record, in: home, Life.State(kept: instance, number: number, needs: Needs(got), isOver: true))
  }
  /// An instance ends that nobody has seen.
  func endUnseen(_ instance: Instance) { home.owner.end([ending(of: instance)].compactMap(\.self)) }
  /// The build ends: those that wait look again.
  func leave() {
    if home.owner.contents.withLock({ leave(&$0) }) { Waits.wakeAll(for: self) }
  }
  private func lose() {
    if home.owner.contents.withLock({ lose(&$0) }) { Waits.wakeAll(for: self) }
  }
}

extension Registry {
  /// Takes the locks of all containers concerned, in the order of their numbers: so threads that take several never wait for one another.
  static func withLocks<Result>(of registries: [Registry], _ body: () -> Result) -> Result {
    let owners = registries.eachOnce
    for owner in owners { owner.contents.lock() }
    defer { for owner in owners { owner.contents.unlock() } }
    return body()
  }
}

extension [Registry] {
  /// Each once, in the order of their numbers.
  var eachOnce: [Registry] {
    var seen = Set<ObjectIdentifier>()
    return filter { seen.insert(ObjectIdentifier($0)).inserted }.inOrder { $0.number }
  }
}
