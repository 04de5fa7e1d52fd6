/// The order of creation of shared instances, given when they are published: what a completion got is older.
let creations = Counter()

extension Build {
  /// An instance is stored; until the frame ends, it is half-built.
  func store(_ instance: Instance, low: Low) {
    (self.instance, self.low, number) = (instance, low, creations.next())
  }

  /// Rule 5, validate: makes the instances visible for all, in one step.
  ///
  /// If one of them is lost, does nothing, and returns false.
  static func publish(_ all: [Build], _ thread: Resolution) -> Bool {
    // In the order in which they were stored.
    let builds = all.inOrder { $0.number }
    // Prepared here, so that under the locks only references change hands.
    for build in builds where build.kind == .weak {
      build.weakly = build.instance.flatMap(WeakInstance.init)
    }
    var toWake: [Build] = []
    var toTell: [Build] = []
    let isPublished = Registry.withLocks(of: builds) {
      if builds.contains(where: \.isLost) { return false }
      for build in builds {
        (build.number, build.low) = (creations.next(), .none)
        if build.isWanted {
          if let claim = build.keep() { toWake.append(claim) }
          if build.kind == .custom {
            // Rule 9: it is the claim until the storage has been told, which is user code.
            build.home.build = build
            toTell.append(build)
            continue
          }
        }
        if build.ends() { toWake.append(build) }
      }
      return true
    }
    for build in toWake { Waits.wakeAll(for: build) }
    for build in toTell { build.record.tell(build, thread) }
    return isPublished
  }

  /// Makes the home keep the instance.
  ///
  /// Returns the claim that this one was a rival of, if somebody waits for it. Call it with the lock.
  private func keep() -> Build? {
    switch kind {
    case .weak: home.keptWeakly = weakly
    case .custom: break
    default: home.kept = instance
    }
    home.creation = number
    // Who waits for that looks again, and finds this instance. Its party notices that it has lost.
    guard let claim = home.build, claim !== self, claim.ends() else { return nil }
    return claim
  }

  /// Rule 6, take back: the instance, which nobody has seen, ends.
  ///
  /// So does the build, unless a lower frame goes on with it (rule 2, claim).
  func drop(_ thread: Resolution) {
    let unseen = exchange(&instance, with: nil)
    let isOpen = thread.state.frames.contains { $0.build?.isSame(self) == true }
    if !isOpen { end() }
    if let unseen { end(unseen: unseen) }
  }
  /// An instance ends that nobody has seen; what is kept weakly never does.
  func end(unseen instance: Instance) {
    if kind != .weak { home.owner.end([Ending(record: record, home: home, instance: instance)]) }
  }
  /// Who waits looks again.
  func end() {
    if home.owner.contents.withLock({ _ in ends() }) { Waits.wakeAll(for: self) }
  }
}

extension Registry {
  /// Takes the locks of all containers concerned, in the order of their numbers, so that nobody who takes several waits for another in a circle.
  fileprivate static func withLocks<Result>(of builds: [Build], _ body: () -> Result) -> Result {
    if builds.count == 1 { return builds[0].home.owner.contents.withLock { _ in body() } }
    var owners: [Registry] = []
    for build in builds where !owners.contains(where: { $0 === build.home.owner }) {
      owners.append(build.home.owner)
    }
    return withLocks(owners.inOrder { $0.number }[...], body)
  }
  private static func withLocks<Result>(_ owners: ArraySlice<Registry>, _ body: () -> Result) -> Result {
    guard let first = owners.first else { return body() }
    return first.contents.withLock { _ in withLocks(owners.dropFirst(), body) }
  }
}
