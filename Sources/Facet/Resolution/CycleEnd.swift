extension Resolution.Pointer {
  /// Ends the running cycle: what may be joined later is noted weakly, and everything is released.
  ///
  /// Releasing runs `deinit`s, which may resolve: they find a cycle that is still running, and shrinking.
  @inline(never)
  func endCycle() {
    let error = pointee.error
    if pointee.cycleIdentifier != nil {
      // Without another owner of the identifier nobody can join the cycle.
      if !isKnownUniquelyReferenced(&pointee.cycleIdentifier) { noteSurvivors() }
      tellStorages()
    }
    while pointee.cycle.count > 0 {
      let last = pointee.cycle.count - 1
      if pointee.cycle.entry(last).pointee.content == .stored { tellStorage(at: last) }
      drop(last)
    }
    // A storage that uses its own service above has no build around it whose end publishes what was put off.
    if pointee.lowestHalfBuilt != .max, pointee.frameCount == 0 { endDeferred() }
    pointee.cycleIdentifier = nil
    pointee.cycle.trim()
    pointee.error = error
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
      guard entry.content == .reference, entry.publication == nil else { continue }
      survivors.insert(
        ReferenceWords.object(entry.words.0).takeUnretainedValue(),
        arguments: entry.ownedArguments?.takeUnretainedValue(), for: entry.survivorKey)
    }
  }
}

extension Resolution.Pointer {
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
}

// MARK: - Joining an ended cycle

extension Resolution.Pointer {
  /// Looks for an instance of the joined cycle that somebody still holds, and makes it part of the running one.
  @inline(never)
  func adoptSurvivor(
    _ record: ServiceRecord, _ server: Registry, _ arguments: UnsafeRawPointer?
  ) -> Int? {
    guard let survivors = pointee.cycleIdentifier?.survivors else { return nil }
    for survivor in survivors.find(SurvivorTable.Key(record: record.order, server: server.number)) {
      guard let object = survivor.object else { continue }
      if let operations = record.arguments, let arguments, let known = survivor.arguments {
        guard operations.areEqual(known.pointer, arguments) else { continue }
      }
      let index = pointee.cycle.append(
        .passUnretained(record), .passUnretained(server), arguments, .graph)
      guard OpaqueValue.write(object, as: record.serviceType, to: Cycle.words(pointee.cycle.entry(index)))
      else {
        pointee.cycle.discard(index)
        continue
      }
      pointee.cycle.keepArguments(index)
      pointee.cycle.entry(index).pointee.content = .reference
      return index
    }
    return nil
  }

  /// The identity of the running cycle.
  var identifier: GraphIdentifier {
    if let identifier = pointee.cycleIdentifier { return identifier }
    let identifier = GraphIdentifier()
    pointee.cycleIdentifier = identifier
    return identifier
  }

  /// The identity of the running cycle, or of a new one that has not begun.
  var runningIdentifier: GraphIdentifier {
    pointee.isInside ? identifier : GraphIdentifier()
  }

  /// Runs `body` as a part of the cycle with the given identity.
  func withCycle<Result>(_ identifier: GraphIdentifier, _ body: () throws -> Result) rethrows -> Result {
    if pointee.isInside, pointee.cycleIdentifier === identifier { return try body() }
    guard pointee.isInside else {
      return try inOneCycle {
        pointee.cycleIdentifier = identifier
        return try body()
      }
    }
    let suspended = (pointee.cycle, pointee.cycleIdentifier)
    pointee.cycle = Cycle()
    pointee.cycleIdentifier = identifier
    pointee.cycleNumber += 1
    defer {
      endCycle()
      pointee.cycle.deallocate()
      (pointee.cycle, pointee.cycleIdentifier) = suspended
      pointee.cycleNumber -= 1
    }
    return try inOneCycle(body)
  }
}

extension Cycle.Entry {
  /// The instance that `words` hold.
  var instance: Unmanaged<SharedInstance> { Cycle.Entry.instance(at: words.0) }

  fileprivate static func instance(at address: UInt) -> Unmanaged<SharedInstance> {
    // Content `instance` says that the first word is the address of one.
    .fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped)
  }

  fileprivate var survivorKey: SurvivorTable.Key {
    SurvivorTable.Key(record: record.takeUnretainedValue().order, server: server.takeUnretainedValue().number)
  }
}
