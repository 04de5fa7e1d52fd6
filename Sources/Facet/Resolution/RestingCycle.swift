/// A cycle that rests while a block joins another one.
final class RestingCycle {
  var cycle = Cycle()
  var identifier: GraphIdentifier?

  init(_ identifier: GraphIdentifier?) {
    self.identifier = identifier
  }
}

/// Which cycle a block joins; `from` is the number of the one that rests meanwhile, `keeperCount` the number of its keepers when the block
/// began.
private enum Join {
  /// One that ended, with nothing around the block.
  case outermost
  /// The running one.
  case running
  case resting(from: Int)
  case ended(from: Int, keeperCount: Int)
}

/// Joining a cycle that has ended, or that rests.
extension ThreadState.Pointer {
  /// The identity of the running cycle.
  var identifier: GraphIdentifier {
    if let identifier = pointee.cycleIdentifier { return identifier }
    let identifier = GraphIdentifier()
    pointee.cycleIdentifier = identifier
    return identifier
  }

  /// Whether there is a cycle that others can be a part of: a factory or a block encloses the caller.
  var isInCycle: Bool { pointee.frameCount > 0 || pointee.blockCount > 0 }

  /// Runs `body` as a part of the cycle with the given identity.
  ///
  /// If that rests in the same thread, it goes on meanwhile.
  func withCycle<Result>(
    _ identifier: GraphIdentifier, asking registry: Registry?, _ body: () throws -> Result
  ) rethrows -> Result {
    let join = beginJoin(identifier, asking: registry)
    defer { endJoin(join) }
    return try body()
  }

  private func beginJoin(_ identifier: GraphIdentifier, asking registry: Registry?) -> Join {
    if !pointee.isInside {
      enter(asking: registry)
      pointee.blockCount += 1
      pointee.cycleIdentifier = identifier
      return .outermost
    }
    if pointee.cycleIdentifier === identifier { return .running }
    let number = pointee.cycleNumber
    if pointee.resting.isEmpty { pointee.resting.append(nil) }
    for (known, resting) in pointee.resting.enumerated() where resting?.identifier === identifier {
      goOn(with: known)
      return .resting(from: number)
    }
    pointee.resting.append(RestingCycle(identifier))
    goOn(with: pointee.resting.count - 1)
    pointee.blockCount += 1
    return .ended(from: number, keeperCount: pointee.keepers.count)
  }

  private func endJoin(_ join: Join) {
    switch join {
    case .outermost:
      pointee.blockCount -= 1
      leave()
    case .running: break
    case .resting(let number): goOn(with: number)
    case .ended(let number, let keeperCount):
      pointee.blockCount -= 1
      endCycle(withinOther: keeperCount)
      goOn(with: number)
      pointee.resting.removeLast()
    }
  }

  /// Lets the running cycle rest, and goes on with another one.
  private func goOn(with number: Int) {
    guard let other = pointee.resting[number] else { return }
    swap(&pointee.cycle, &other.cycle)
    swap(&pointee.cycleIdentifier, &other.identifier)
    pointee.resting[number] = nil
    pointee.resting[pointee.cycleNumber] = other
    pointee.cycleNumber = number
  }

  // MARK: - Survivors

  /// Looks for an instance of the joined cycle that somebody still holds, and makes it part of the running one.
  @inline(never)
  func joinSurvivor(_ request: Request) -> Int? {
    guard let identifier = pointee.cycleIdentifier else { return nil }
    let (record, builder) = (request.record.takeUnretainedValue(), request.builder.takeUnretainedValue())
    let known = identifier.survivors.find(Survivors.Key(record: record.order, builder: builder.number))
    guard !known.isEmpty else { return nil }
    let values = request.arguments.flatMap { record.recipe.arguments?.values($0) }
    for survivor in known {
      guard let object = survivor.object else { continue }
      if let values, survivor.arguments?.areEqual(to: values) != true { continue }
      let index = request.append(request.hashWithArguments())
      guard share(object, of: record, at: index) else {
        pointee.cycle.discard(index)
        continue
      }
      pointee.cycle.keepArguments(index)
      if survivor.isOutside { noteCapture(of: nil) }
      return index
    }
    return nil
  }

  /// Lets the cycle hold an object as a service of a record; false if it is none.
  private func share(_ object: AnyObject, of record: Record, at index: Int) -> Bool {
    let service = OpaqueValue.allocate(record.serviceType)
    defer { service.deallocate() }
    guard OpaqueValue.write(object, as: record.serviceType, to: service) else { return false }
    defer { OpaqueValue.destroy(record.serviceType, at: service) }
    share(.passUnretained(record), record.form(at: service), from: service, at: index)
    return true
  }

  /// Notes, for code that may join the cycle later, what it built and somebody may still hold.
  func noteSurvivors(isOutside: Bool) {
    guard let identifier = pointee.cycleIdentifier else { return }
    var index = 0
    // By number: a value of the user's may have a mirror, which is user code and may add entries.
    while index < pointee.cycle.count {
      let entry = pointee.cycle.entry(index).pointee
      index += 1
      guard entry.publication < 0, !entry.isShownByFlight, let object = entry.object else { continue }
      identifier.survivors.insert(
        object, of: entry.record.takeUnretainedValue(), builtBy: entry.builder.takeUnretainedValue(),
        entry.ownedArguments?.takeUnretainedValue(), isOutside: isOutside)
    }
  }
}

extension Cycle.Entry {
  /// The object that the cycle holds, if the content is one.
  var object: AnyObject? {
    switch content {
    case .reference: ReferenceWords.object(words.0).takeUnretainedValue()
    case .instance: instance._withUnsafeGuaranteedRef { $0.heldObject }
    case .dead, .building, .stored: nil
    }
  }
}
