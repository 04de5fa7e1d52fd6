/// Container and weak scope: the instance outlives the cycle.
///
/// One thread builds, with no lock held, and the instance is published when its `initCompleted` is through: no other thread sees a
/// half-built one. See `Flights` and `HalfBuilt`.
extension Request {
  @inline(never)
  func resolveShared() -> Outcome {
    while true {
      if let known = findShared() { return reuseShared(known) }
      switch Flights.claim(record.takeUnretainedValue(), for: thread) {
      case .granted(let flight):
        if let outcome = build(flight) { return outcome }
      case .ended:
        let shared = record._withUnsafeGuaranteedRef { $0.shared }
        if let outcome = shared.flatMap(copyPublished) { return outcome }
      case .halfBuilt(let flight, let instance, let dependent):
        noteBorrowed(flight, dependent)
        return take(instance)
      case .own(let flight):
        if let instance = flight.instance {
          noteHalfBuilt()
          return take(instance)
        }
        return isBuiltInCycle ? buildInOtherScope() : .failed(loop())
      case .closed:
        return .failed(closed())
      case .loop(let otherPath):
        return .failed(loop(otherPath: otherPath))
      }
    }
  }

  // MARK: - Reuse

  private func reuseShared(_ known: Int) -> Outcome {
    if copyInstance(known) {
      noteHalfBuilt()
      return .reusedFromCycle
    }
    return thread.mayBuildAgain(known) ? buildAgain(known) : .failed(loop())
  }

  /// Copies an instance that all threads see; `nil` if it has died.
  func copyPublished(_ shared: Unmanaged<SharedInstance>) -> Outcome? {
    let outcome = shared._withUnsafeGuaranteedRef { $0.copy(to: result) }
    guard outcome.isSuccess else { return nil }
    if case .reusedWeakly = outcome { thread.noteKeepers(of: shared) }
    return outcome
  }

  /// What the cycle has of the service, unless the record was reset since, or another thread took the build over.
  private func findShared() -> Int? {
    let hash = Cycle.hash(record, builder)
    guard let known = thread.pointee.cycle.candidate(record, builder, mode.scope, hash) else { return nil }
    let publication = thread.pointee.cycle.entry(known).pointee.publication
    if thread.pointee.cycle.entry(known).pointee.content == .building,
      Flights.running(record.takeUnretainedValue())?.thread != thread
    {
      return nil
    }
    guard publication >= 0, publication != record._withUnsafeGuaranteedRef({ $0.resetCount }) else {
      return known
    }
    thread.drop(known)
    return nil
  }

  /// Goes on with an instance that is still being completed elsewhere.
  private func take(_ instance: SharedInstance) -> Outcome {
    let index = appendShared()
    thread.pointee.cycle.hold(instance, at: index)
    thread.pointee.cycle.entry(index).pointee.publication = record._withUnsafeGuaranteedRef { $0.resetCount }
    instance.copyStorage(to: result)
    return .reusedFromCycle
  }

  /// Arguments do not count: the instance is that of the first resolve.
  private func appendShared() -> Int {
    thread.pointee.cycle.append(record, builder, nil, mode.scope, Cycle.hash(record, builder))
  }

  // MARK: - Build, complete, keep

  /// Builds the instance of a flight; `nil` if another thread took the build over.
  private func build(_ flight: Flight) -> Outcome? {
    let index = appendShared()
    let resetCount = thread.resetCount(of: record)
    // Read after the count: a change of scope from here on moves that, and one before is seen.
    let isCurrent = record._withUnsafeGuaranteedRef { $0.mode.scope } == mode.scope
    let keeperCount = thread.pointee.keepers.count
    var outcome = runFactory(index)
    let keepers: [any ContainerKeeper]
    guard outcome.isSuccess else {
      thread.drop(index)
      abandon(flight)
      return outcome
    }
    if thread.pointee.cycle.entry(index).pointee.content == .building {
      guard hold(index, flight) else {
        drop(flight, index)
        return nil
      }
      runCompletions(index)
      keepers = keepersOfWeak(since: keeperCount)
      thread.pointee.pop()
    } else {
      keepers = keepersOfWeak(since: keeperCount)
      outcome = takeOther(index)
    }
    keep(flight, index, isCurrent, resetCount, keepers)
    return outcome
  }

  private func keep(
    _ flight: Flight, _ index: Int, _ isCurrent: Bool, _ resetCount: Int, _ keepers: [any ContainerKeeper]
  ) {
    flight.hasLoan = thread.hasLoan(index)
    let entry = thread.pointee.cycle.entry(index)
    entry.pointee.publication = resetCount
    let instance = entry.pointee.instance.takeUnretainedValue()
    finish(flight, isCurrent ? publication(of: instance, resetCount, keepers) : nil)
    // A value in weak scope is not shared, beyond what its own completion asked for.
    if mode.isScope(.weak), instance.form == .value { thread.drop(index) }
  }

  /// Drops an instance whose build another thread took over meanwhile.
  private func drop(_ flight: Flight, _ index: Int) {
    OpaqueValue.destroy(record.takeUnretainedValue().serviceType, at: result)
    thread.pointee.pop()
    thread.drop(index)
    Flights.end([flight])
  }

  /// Builds a second time within the build of the same service; the outer build publishes the outcome.
  ///
  /// If another thread took that build over, the instance of that one counts.
  private func buildAgain(_ index: Int) -> Outcome {
    let outcome = runFactory(index)
    guard outcome.isSuccess else { return outcome }
    guard thread.pointee.cycle.entry(index).pointee.content == .building else { return takeOther(index) }
    guard hold(index, nil) else {
      OpaqueValue.destroy(record.takeUnretainedValue().serviceType, at: result)
      thread.pointee.pop()
      return resolveShared()
    }
    runCompletions(index)
    thread.pointee.pop()
    noteHalfBuilt()
    return .built
  }

  /// Whether the build of the service was begun in the same cycle.
  private var isBuiltInCycle: Bool {
    (0..<thread.pointee.frameCount).contains { number in
      let frame = thread.pointee.frame(number).pointee
      return frame.cycleNumber == thread.pointee.cycleNumber
        && thread.record(of: frame) === record.takeUnretainedValue()
    }
  }

  /// Builds within the build of the same service in another scope, which was changed since, for the rest of the cycle.
  private func buildInOtherScope() -> Outcome {
    let index = appendShared()
    let resetCount = record._withUnsafeGuaranteedRef { $0.resetCount }
    let outcome = buildAgain(index)
    if outcome.isSuccess, thread.pointee.cycle.entry(index).pointee.content != .building {
      thread.pointee.cycle.entry(index).pointee.publication = resetCount
    } else {
      thread.drop(index)
    }
    return outcome
  }

  /// Lets the cycle hold the instance, and offers it to threads that would wait in a circle; false if another thread took the
  /// build over.
  private func hold(_ index: Int, _ flight: Flight?) -> Bool {
    let instance = sharedInstance()
    let isOwn = offer(instance, flight)
    if isOwn { thread.pointee.cycle.hold(instance, at: index) }
    return isOwn
  }

  /// Offers what was built to threads that would wait in a circle; false if another thread took the build over.
  ///
  /// Without a flight it is the second build within the first one of the same service, whose flight counts.
  func offer(_ instance: SharedInstance, _ flight: Flight?) -> Bool {
    flight.map { Flights.setInstance(instance, of: $0) }
      ?? Flights.setInstance(instance, of: record.takeUnretainedValue(), by: thread)
  }

  /// What may have been handed to an instance of weak scope, whose frame is the last one: what was handed out within its build, or else
  /// in all of the cycle.
  private func keepersOfWeak(since keeperCount: Int) -> [any ContainerKeeper] {
    guard mode.isScope(.weak) else { return [] }
    let known = thread.pointee.keepers + (thread.ready(record.takeUnretainedValue())?.keepers ?? [])
    guard thread.pointee.frame(thread.pointee.frameCount - 1).pointee.hasCaptured else {
      return Array(known.dropFirst(keeperCount))
    }
    return known + (thread.pointee.cycleIdentifier?.survivors.keepers ?? [])
  }

  /// How the instance becomes visible to all threads; `nil` for a value in weak scope, which is not shared.
  private func publication(
    of instance: SharedInstance, _ resetCount: Int, _ keepers: [any ContainerKeeper]
  ) -> Flight.Publication? {
    let record = record.takeUnretainedValue()
    if mode.isScope(.container) {
      return { record.publish(instance, since: resetCount) }
    }
    guard instance.form != .value else { return nil }
    return { record.publish(SharedInstance(weak: instance, keepers: keepers), since: resetCount) }
  }
}
