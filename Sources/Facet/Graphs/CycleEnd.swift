extension Thread {
  /// Ends the running cycle: notes the instances that may be joined later, and releases everything.
  ///
  /// Releasing runs `deinit`s, which may resolve: they find a running cycle that shrinks.
  @inline(never)
  func endCycle() {
    // A `deinit` that runs here may resolve, and so add entries to the cycle.
    repeat {
      if state.cycleIdentifier != nil {
        // Without another owner of the identifier, the cycle cannot be joined.
        if !isKnownUniquelyReferenced(&state.cycleIdentifier) { noteSurvivors() }
        tellStorages()
      }
      while state.cycle.count > 0 {
        let last = state.cycle.count - 1
        if state.cycle[last].content == .stored { tellStorage(at: last) }
        drop(last)
      }
      // A storage that resolved its own service above has no enclosing build to publish the deferred builds. Neither has a service of
      // graph scope that took a half-built instance of another thread.
      if state.frames.count == 0, !state.halfBuilt.isEmpty { endDeferred() }
      let identifier = exchange(&state.cycleIdentifier, with: nil)
      identifier?.survivors.forgetGone()
    } while state.cycle.count > 0 || state.cycleIdentifier != nil
    if state.hasNeeds { endNeeds() }
    state.cycle.trim()
  }

  /// Calls the custom storages that were used, and those that are used meanwhile.
  ///
  /// The entries stay, so that two storages that use one another do not alternate forever.
  private func tellStorages() {
    var index = 0
    while index < state.cycle.count {
      if state.cycle[index].content == .stored { tellStorage(at: index) }
      index += 1
    }
  }

  @inline(never)
  private func tellStorage(at index: Int) {
    let record = state.cycle[index].record.object
    if let slot = record.storageSlot { slot.call(by: self) { $0.usedStorage?.graphResolutionCompleted() } }
    state.cycle[index].content = .building
  }

  /// Takes an entry out of the cycle, and then releases its content: a `deinit` may resolve.
  func drop(_ index: Int) {
    let arguments = exchange(&state.cycle[index].ownedArguments, with: nil)
    let instance = exchange(&state.cycle[index].instance, with: nil)
    if state.cycle[index].content == .service {
      let (cell, type) = state.cycle.place(index)
      cell.move(type) { state.cycle.discard(index) }
    } else {
      state.cycle.discard(index)
    }
    instance?.release()
    arguments?.release()
  }

  /// Takes an instance out of its entry, which then counts as being built.
  func takeBack(_ index: Int) {
    let instance = exchange(&state.cycle[index].instance, with: nil)
    if state.cycle[index].content == .service {
      let (cell, type) = state.cycle.place(index)
      cell.move(type) { state.cycle[index].content = .building }
    } else {
      state.cycle[index].content = .building
    }
    instance?.release()
  }
}
