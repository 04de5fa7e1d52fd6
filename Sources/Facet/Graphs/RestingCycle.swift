/// A cycle that rests while a block joins another one.
final class RestingCycle {
  var cycle = Cycle()
  var identifier: GraphIdentifier?

  init(_ identifier: GraphIdentifier?) {
    self.identifier = identifier
  }
}

/// The cycle that a block joins; `from` is the number of the cycle that rests meanwhile.
private enum Join {
  /// A finished cycle, with nothing around the block.
  case outermost
  /// The running one.
  case running
  case resting(from: Int)
  case ended(from: Int)
}

/// Joining a finished or resting cycle.
extension Thread {
  /// The identity of the running cycle.
  var identifier: GraphIdentifier {
    if let identifier = state.cycleIdentifier { return identifier }
    let identifier = GraphIdentifier()
    state.cycleIdentifier = identifier
    return identifier
  }

  /// Whether there is a cycle that others can join: a factory or a block encloses the caller.
  var isInCycle: Bool { state.frames.count > 0 || state.blockCount > 0 }

  /// Runs `body` as a part of the cycle with the given identity.
  ///
  /// If that cycle rests in the same thread, it goes on meanwhile.
  func withCycle<Result, Failure: Error>(
    _ identifier: GraphIdentifier, asking registry: Registry?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let join = beginJoin(identifier, asking: registry)
    defer { endJoin(join) }
    return try body()
  }

  private func beginJoin(_ identifier: GraphIdentifier, asking registry: Registry?) -> Join {
    if !state.isInside {
      enter(asking: registry)
      state.blockCount += 1
      state.cycleIdentifier = identifier
      return .outermost
    }
    if state.cycleIdentifier === identifier { return .running }
    let number = state.cycleNumber
    if state.resting.isEmpty { state.resting.append(nil) }
    for (known, resting) in state.resting.enumerated() where resting?.identifier === identifier {
      goOn(with: known)
      return .resting(from: number)
    }
    state.resting.append(RestingCycle(identifier))
    goOn(with: state.resting.count - 1)
    state.blockCount += 1
    return .ended(from: number)
  }

  private func endJoin(_ join: Join) {
    switch join {
    case .outermost:
      state.blockCount -= 1
      leave()
    case .running: break
    case .resting(let number): goOn(with: number)
    case .ended(let number):
      state.blockCount -= 1
      endCycle()
      goOn(with: number)
      state.resting.removeLast()
    }
  }

  /// Lets the running cycle rest, and goes on with another one.
  private func goOn(with number: Int) {
    guard let other = state.resting[number] else { return }
    swap(&state.cycle, &other.cycle)
    swap(&state.cycleIdentifier, &other.identifier)
    state.resting[number] = nil
    state.resting[state.cycleNumber] = other
    state.cycleNumber = number
  }

  // MARK: - Survivors

  /// Searches for a living instance of the joined cycle, and makes it a part of the running one.
  @inline(never)
  func joinSurvivor(_ request: Request) -> Int? {
    guard let identifier = state.cycleIdentifier else { return nil }
    let record = request.record.object
    let known = identifier.survivors.find(Survivors.Key(record: record.order, builder: request.graphOwner))
    guard !known.isEmpty else { return nil }
    let values = request.arguments.flatMap { record.recipe.arguments?.values($0) }
    for survivor in known {
      guard let service = survivor.service else { continue }
      if let values, survivor.arguments?.areEqual(to: values) != true { continue }
      let index = request.append(request.hashWithArguments())
      let isThere = Slot.withOpened(record.serviceType) { slot in
        guard slot.put(service, as: record.serviceType) else { return false }
        state.cycle.fill(index, from: slot)
        return true
      }
      if isThere {
        state.cycle.keepArguments(index)
        if let needs = survivor.needs { join(needs, ofEntry: index) }
        return index
      }
      state.cycle.discard(index)
    }
    return nil
  }

  /// Notes the cycle's instances that may survive, for code that joins the cycle later.
  func noteSurvivors() {
    guard let identifier = state.cycleIdentifier else { return }
    var index = 0
    // By number, because user code here may add entries.
    while index < state.cycle.count {
      let entry = state.cycle[index]
      index += 1
      guard entry.publication < 0, let service = state.cycle.boxed(index - 1) else { continue }
      identifier.survivors.insert(
        service, of: entry.record.object, builtBy: entry.builder, entry.ownedArguments?.borrowed.object,
        needs: needs(ofEntry: index - 1))
    }
  }
}
