extension Resolution.Pointer {
  /// Ends the running cycle: what may be joined later is noted weakly, and everything is released.
  ///
  /// Releasing runs `deinit`s, which may resolve: they find a cycle that is still running, and shrinking.
  @inline(never)
  func endCycle() {
    puttingErrorAside { releaseCycle() }
  }

  private func releaseCycle() {
    // What is released last may begin anew.
    repeat {
      if pointee.cycleIdentifier != nil {
        // Without another owner of the identifier nobody can join the cycle.
        if !isKnownUniquelyReferenced(&pointee.cycleIdentifier) { noteSurvivors() }
        tellStorages()
      }
      while pointee.cycle.count > 0 {
        let last = pointee.cycle.count - 1
        if pointee.cycle.entry(last).pointee.content == .stored { tellStorage(at: last) }
        release(last)
      }
      // A storage that uses its own service above has no build around it whose end publishes what was put off.
      if pointee.lowestHalfBuilt != .max, pointee.frameCount == 0 { endDeferred() }
      pointee.cycleIdentifier = nil
    } while pointee.cycle.count > 0 || pointee.cycleIdentifier != nil
    pointee.cycle.trim()
  }

  /// Tells the custom storages that were used, also for those that are used meanwhile.
  ///
  /// The entries stay, so that two storages that use one another do not take turns for ever.
  private func tellStorages() {
    var index = 0
    while index < pointee.cycle.count {
      if pointee.cycle.entry(index).pointee.content == .stored { tellStorage(at: index) }
      index += 1
    }
  }

  private func tellStorage(at index: Int) {
    withStorage(of: pointee.cycle.entry(index).pointee.record.takeUnretainedValue()) { storage in
      storage.graphResolutionCompleted()
    }
    pointee.cycle.entry(index).pointee.content = .building
  }

  private func noteSurvivors() {
    guard let survivors = pointee.cycleIdentifier?.survivors else { return }
    for index in 0..<pointee.cycle.count {
      let entry = pointee.cycle.entry(index).pointee
      guard entry.publication == nil, let object = entry.object else { continue }
      survivors.insert(
        object, arguments: entry.ownedArguments?.takeUnretainedValue(), for: entry.survivorKey)
    }
  }
}

extension Resolution.Pointer {
  /// Takes an entry out of the cycle, and then releases what it held: a `deinit` may resolve.
  func drop(_ index: Int) {
    puttingErrorAside { release(index) }
  }

  @inline(__always)
  private func release(_ index: Int) {
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
}

extension Cycle.Entry {
  /// The instance that `words` hold.
  var instance: Unmanaged<SharedInstance> { Cycle.Entry.instance(at: words.0) }

  /// The object that the cycle holds, if the content is one.
  fileprivate var object: AnyObject? {
    switch content {
    case .reference: ReferenceWords.object(words.0).takeUnretainedValue()
    case .instance: instance._withUnsafeGuaranteedRef { $0.heldObject }
    case .dead, .building, .stored: nil
    }
  }

  fileprivate static func instance(at address: UInt) -> Unmanaged<SharedInstance> {
    // Content `instance` says that the first word is the address of one.
    .fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped)
  }

  fileprivate var survivorKey: SurvivorTable.Key {
    SurvivorTable.Key(record: record.takeUnretainedValue().order, server: server.takeUnretainedValue().number)
  }
}
