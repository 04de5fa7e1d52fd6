/// What is taken back where a factory or a completion fails: nothing that may refer to the failed service is kept.
extension Thread {
  /// Ends a build whose factory failed, and with it what may refer to its half-built instance: nothing is published, and the cycle
  /// forgets it.
  ///
  /// Where one further down was handed out, what was made before the factory ran stays put off.
  func abandon(_ build: Build) {
    var abandoned: [Build] = []
    if state.halfBuilt.lowestFrame >= state.frames.count {
      abandoned = takeDeferred()
    } else {
      abandoned = takeDeferred(since: build.beginning)
      forgetSecondBuilds(since: build.beginning)
    }
    WaitGraph.end(abandoned + [build])
    withdraw(abandoned)
  }

  /// Forgets what was built since the completions of a service began, one of which failed: it may refer to that service.
  func forget(since before: BeforeCompletions) {
    let abandoned = takeDeferred(since: before.lastInstance)
    if !abandoned.isEmpty { WaitGraph.end(abandoned) }
    withdraw(abandoned)
    forgetEntries(from: before.entryCount)
    forgetSecondBuilds(since: before.lastInstance, orOfCycle: true)
  }

  /// Drops the instances that the cycle got since it had so many entries; none of them is being built.
  func forgetEntries(from first: Int) {
    // What is released may resolve: the number of entries is looked at each time.
    var index = state.cycle.count - 1
    while index >= first {
      if index < state.cycle.count, hasInstance(index) { drop(index) }
      index -= 1
    }
  }

  /// Drops the deferred builds, for a half-built instance of another thread that they refer to was taken back.
  func abandonDeferred() {
    let borrowed = state.halfBuilt.borrowed
    let abandoned = takeDeferred()
    WaitGraph.end(abandoned)
    withdraw(abandoned)
    for instance in borrowed { forget(instance.build.record) }
  }

  /// Takes the deferred builds of instances that were made since a number.
  private func takeDeferred(since number: Int) -> [Build] {
    let isNew = { (build: Build) in build.instance.map { $0.number > number } ?? false }
    let new = state.halfBuilt.deferred.filter(isNew)
    state.halfBuilt.deferred.removeAll(where: isNew)
    return new
  }

  /// Forgets builds that have ended without an instance.
  private func withdraw(_ abandoned: [Build]) {
    for build in abandoned {
      forget(build.record)
      build.withdrawal?()
    }
  }

  private func hasInstance(_ index: Int) -> Bool {
    state.cycle[index].content == .instance || state.cycle[index].content == .service
  }

  /// Takes the shared instances of a record out of the cycle, but for one whose build goes on.
  private func forget(_ record: Record) {
    // What is released may resolve: the number of entries is looked at each time.
    var index = state.cycle.count - 1
    while index >= 0 {
      if index < state.cycle.count, state.cycle[index].record == Borrowed(record),
        hasInstance(index), !hasFrame(of: index, in: state.cycleNumber)
      {
        drop(index)
      }
      index -= 1
    }
  }

  /// Drops the instances of second builds that were made since a number and so may refer to what failed; the first builds go on.
  ///
  /// Those that end with the cycle, or that a storage has, have no number.
  private func forgetSecondBuilds(since number: Int, orOfCycle: Bool = false) {
    for frame in 0..<state.frames.count {
      let frame = state.frames[frame]
      guard frame.phase == .building, frame.cycleNumber == state.cycleNumber, frame.entry >= 0 else {
        continue
      }
      let content = state.cycle[frame.entry].content
      let isNew =
        state.cycle.instance(frame.entry)?.read { $0.number > number }
        ?? (orOfCycle && (content == .service || content == .stored))
      guard isNew else { continue }
      if content == .stored { frame.record.object.storageSlot?.removeInstance(by: self) }
      WaitGraph.setInstance(nil, of: frame.record.object, by: self)
      takeBack(frame.entry)
    }
  }
}

/// What there was before the completions of a service: what comes after it may refer to the service.
struct BeforeCompletions {
  /// How many entries the cycle had.
  let entryCount: Int
  /// The number of the instance that was made last.
  let lastInstance: Int
}
