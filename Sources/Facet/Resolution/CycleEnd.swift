extension ThreadState.Pointer {
  /// Ends the running cycle: what may be joined later is noted weakly, and everything is released.
  ///
  /// Releasing runs `deinit`s, which may resolve: they find a cycle that is still running, and shrinking.
  ///
  /// - Parameter keeperCount: for a cycle that a block joined within another one, the number of keepers that the other one had when the block
  ///   began.
  @inline(never)
  @_optimize(speed)
  func endCycle(withinOther keeperCount: Int? = nil) {
    // What is released last may begin anew.
    repeat {
      if pointee.cycleIdentifier != nil {
        // Without another owner of the identifier nobody can join the cycle.
        if !isKnownUniquelyReferenced(&pointee.cycleIdentifier) {
          noteSurvivors(isOutside: pointee.isOutsideOfKept || pointee.keepers.count > keeperCount ?? 0)
        }
        tellStorages()
      }
      while pointee.cycle.count > 0 {
        let last = pointee.cycle.count - 1
        if pointee.cycle.entry(last).pointee.content == .stored { tellStorage(at: last) }
        drop(last)
      }
      // A storage that resolved its own service above has no enclosing build that would publish what was deferred. Nor has a service of
      // graph scope that took a half-built one of another thread.
      if pointee.frameCount == 0, !pointee.loans.isEmpty { (pointee.loans, pointee.borrowers) = ([], []) }
      if pointee.frameCount == 0, pointee.lowestHalfBuilt != .max || !pointee.borrowed.isEmpty {
        endDeferred()
      }
      let identifier = exchange(&pointee.cycleIdentifier, with: nil)
      identifier?.survivors.forgetGone()
      forgetKeepers(of: consume identifier, keeperCount)
    } while pointee.cycle.count > 0 || pointee.cycleIdentifier != nil
    pointee.cycle.trim()
  }

  /// Calls the custom storages that were used, and those that are used meanwhile.
  ///
  /// The entries stay, so that two storages that use one another do not take turns for ever.
  private func tellStorages() {
    var index = 0
    while index < pointee.cycle.count {
      if pointee.cycle.entry(index).pointee.content == .stored { tellStorage(at: index) }
      index += 1
    }
  }

  @inline(never)
  private func tellStorage(at index: Int) {
    let record = pointee.cycle.entry(index).pointee.record.takeUnretainedValue()
    if let slot = record.storageSlot {
      slot.call(by: self) { $0.usedStorage?.graphResolutionCompleted() }
    }
    pointee.cycle.entry(index).pointee.content = .building
  }

  /// Takes an entry out of the cycle, and then releases what it held: a `deinit` may resolve.
  func drop(_ index: Int) {
    let entry = pointee.cycle.entry(index)
    let (content, address, arguments) = (
      entry.pointee.content, entry.pointee.words.0, entry.pointee.ownedArguments
    )
    entry.pointee.ownedArguments = nil
    pointee.cycle.discard(index)
    switch content {
    case .reference: ReferenceWords.release(address)
    case .instance: Cycle.Entry.instance(at: address).release()
    case .building, .dead, .stored: break
    }
    arguments?.release()
  }

  /// Forgets what keeps its container: from now on only somebody who joins the cycle can lead to its capture.
  private func forgetKeepers(of identifier: consuming GraphIdentifier?, _ keeperCount: Int?) {
    let isLast = keeperCount == nil
    if isLast {
      pointee.isCaptured = false
      pointee.keeperMark = 0
    }
    guard pointee.keepers.count > keeperCount ?? 0 else { return }
    let keepers = pointee.keepers
    if isLast { pointee.keepers = [] }
    guard !isKnownUniquelyReferenced(&identifier) else { return }
    identifier?.survivors.note(Array(keepers.dropFirst(keeperCount ?? 0)))
  }
}
