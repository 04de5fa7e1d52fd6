/// Container and weak scope: the instance outlives the cycle.
///
/// One thread builds, with no lock held, and the instance is published when its `initCompleted` is through: no other thread sees a
/// half-built one. See `Flights` and `HalfBuilt`.
extension Request {
  @inline(never)
  func resolveShared() -> Outcome {
    while true {
      if let known = findShared() {
        if copyInstance(known) {
          noteHalfBuilt()
          return .reusedFromCycle
        }
        return thread.mayBuildAgain(known) ? buildAgain(known) : .failed(loop())
      }
      let subject = record.takeUnretainedValue()
      switch Flights.claim(subject, for: thread, unless: { subject.shared?.takeUnretainedValue().owner }) {
      case .granted(let flight):
        if let outcome = build(flight) { return outcome }
      case .ended:
        if let shared = subject.shared {
          let outcome = shared.takeUnretainedValue().copy(to: result)
          if outcome.isSuccess { return outcome }
        }
      case .halfBuilt(let flight, let instance, let dependent):
        noteBorrowed(flight, dependent)
        return take(instance)
      case .own(let flight):
        if let instance = flight.instance {
          noteHalfBuilt()
          return take(instance)
        }
        return isBuiltInCycle ? buildInOtherScope() : .failed(loop())
      case .loop(let otherPath):
        return .failed(loop(otherPath: otherPath))
      }
    }
  }

  // MARK: - Reuse

  /// What the cycle has of the service, unless the record was reset since.
  private func findShared() -> Int? {
    let hash = Cycle.hash(record, builder)
    guard let known = thread.pointee.cycle.candidate(record, builder, mode.scope, hash) else { return nil }
    let publication = thread.pointee.cycle.entry(known).pointee.publication
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
    let resetCount = record._withUnsafeGuaranteedRef { $0.resetCount }
    // Read after the count: a change of scope from here on moves that, and one before is seen.
    let isCurrent = record._withUnsafeGuaranteedRef { $0.mode.scope } == mode.scope
    var outcome = runFactory(index)
    guard outcome.isSuccess else {
      fail(flight, index, isCurrent, resetCount)
      return outcome
    }
    if thread.pointee.cycle.entry(index).pointee.content == .building {
      guard hold(index, flight) else {
        OpaqueValue.destroy(record.takeUnretainedValue().serviceType, at: result)
        thread.pointee.pop()
        thread.drop(index)
        Flights.end([flight])
        return nil
      }
      runCompletions(index)
      thread.pointee.pop()
    } else {
      outcome = takeOther(index)
    }
    let instance = keep(flight, index, isCurrent, resetCount)
    // A value in weak scope is not shared, beyond what its own completion asked for.
    if mode.isScope(.weak), instance.form == .value { thread.drop(index) }
    return outcome
  }

  /// Publishes what the cycle holds.
  @discardableResult
  private func keep(_ flight: Flight, _ index: Int, _ isCurrent: Bool, _ resetCount: Int) -> SharedInstance {
    let entry = thread.pointee.cycle.entry(index)
    entry.pointee.publication = resetCount
    let instance = entry.pointee.instance.takeUnretainedValue()
    finish(flight, isCurrent ? publication(of: instance, resetCount) : nil)
    return instance
  }

  /// Ends a build whose factory failed.
  ///
  /// A second build within it may have succeeded, and have been handed to others: then that one counts for them.
  private func fail(_ flight: Flight, _ index: Int, _ isCurrent: Bool, _ resetCount: Int) {
    guard thread.pointee.cycle.entry(index).pointee.content != .instance else {
      keep(flight, index, isCurrent, resetCount)
      return
    }
    thread.drop(index)
    abandon(flight)
  }

  /// Builds a second time within the build of the same service; the outer build publishes the outcome.
  private func buildAgain(_ index: Int) -> Outcome {
    let outcome = runFactory(index)
    guard outcome.isSuccess else { return outcome }
    guard thread.pointee.cycle.entry(index).pointee.content == .building else { return takeOther(index) }
    _ = hold(index, nil)
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
        && frame.registration.takeUnretainedValue().record === record.takeUnretainedValue()
    }
  }

  /// Builds within the build of the same service in another scope, which was changed since, for the rest of the cycle.
  private func buildInOtherScope() -> Outcome {
    let index = appendShared()
    let resetCount = record._withUnsafeGuaranteedRef { $0.resetCount }
    let outcome = buildAgain(index)
    if outcome.isSuccess {
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
    if let flight {
      guard Flights.setInstance(instance, of: flight) else { return false }
    } else {
      Flights.setInstance(instance, of: record.takeUnretainedValue(), by: thread)
    }
    thread.pointee.cycle.hold(instance, at: index)
    return true
  }

  /// How the instance becomes visible to all threads; `nil` for a value in weak scope, which is not shared.
  private func publication(of instance: SharedInstance, _ resetCount: Int) -> Flight.Publication? {
    let record = record.takeUnretainedValue()
    if mode.isScope(.container) {
      return { record.publish(instance, since: resetCount) }
    }
    guard instance.form != .value else { return nil }
    return { record.publish(SharedInstance(weak: instance), since: resetCount) }
  }
}
