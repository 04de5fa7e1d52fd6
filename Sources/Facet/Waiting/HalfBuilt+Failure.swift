/// The withdrawal after a failed factory or completion: nothing that may refer to the failed service is kept.
extension Thread {
  /// Ends a build whose factory failed, and the builds that may refer to its half-built instance: nothing is published, and the
  /// cycle forgets them.
  ///
  /// If an instance further down was given out, results from before the factory stay deferred.
  func abandon(_ build: Build) {
    var abandoned: [Build] = []
    var borrowed: [BorrowedInstance] = []
    if state.halfBuilt.lowestFrame >= state.frames.count {
      borrowed = state.halfBuilt.borrowed
      abandoned = takeDeferred()
    } else {
      abandoned = takeDeferred(since: build.beginning)
      forgetSecondBuilds(since: build.beginning)
    }
    end(abandoned, with: build)
    // The cycle must not find them any more: nothing would wait for their completions.
    for instance in borrowed { forget(instance.build.record) }
  }

  /// Forgets everything that was built since the completions of a failed service began, because it may refer to the service.
  func forget(since before: BeforeCompletions) {
    let abandoned = takeDeferred(since: before.lastInstance)
    end(abandoned)
    forgetEntries(from: before.entryCount)
    forgetSecondBuilds(since: before.lastInstance, orOfCycle: true)
  }

  /// Drops the cycle's instances from an entry on; none of them is under construction.
  func forgetEntries(from first: Int) {
    // Released objects may resolve, so the number of entries is read each time.
    var index = state.cycle.count - 1
    while index >= first {
      if index < state.cycle.count, hasInstance(index) { drop(index) }
      index -= 1
    }
  }

  /// Drops the deferred builds, because a half-built instance of another thread that they refer to was taken back.
  func abandonDeferred() {
    let borrowed = state.halfBuilt.borrowed
    let abandoned = takeDeferred()
    end(abandoned)
    for instance in borrowed { forget(instance.build.record) }
  }

  /// Takes the deferred builds of instances that were made since a number.
  private func takeDeferred(since number: Int) -> [Build] {
    let isNew = { (build: Build) in build.instance.map { $0.number > number } ?? false }
    let new = state.halfBuilt.deferred.filter(isNew)
    state.halfBuilt.deferred.removeAll(where: isNew)
    return new
  }

  /// Ends builds without an instance, together with the one that failed, and lets the cycle forget them.
  ///
  /// The storages give up the instances first, before others may build.
  private func end(_ abandoned: [Build], with failed: Build? = nil) {
    for build in abandoned { build.withdrawal?() }
    let ended = failed.map { abandoned + [$0] } ?? abandoned
    if !ended.isEmpty { WaitGraph.end(ended) }
    for build in abandoned { forget(build.record) }
  }

  private func hasInstance(_ index: Int) -> Bool {
    state.cycle[index].content == .instance || state.cycle[index].content == .service
  }

  /// Takes the shared instances of a record out of the cycle, except one whose build goes on.
  private func forget(_ record: Record) {
    // Released objects may resolve, so the number of entries is read each time.
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

  /// Drops instances of second builds that were made since a number, because they may refer to the failed service; the first
  /// builds go on.
  ///
  /// Instances that end with the cycle or that a storage has have no number.
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

/// The state before the completions of a service: later results may refer to the service.
struct BeforeCompletions {
  /// How many entries the cycle had.
  let entryCount: Int
  /// The number of the last instance.
  let lastInstance: Int
}
