/// Building what outlives the cycle: container and weak scope.
///
/// One thread builds (`Flights`), with no lock held, and the instance is published when its `initCompleted` is
/// through: no other thread sees a half-built one. Two things make that harder than it sounds.
///
/// On one thread, services that complete one another see each other half-built. If B was given a half-built A, B must
/// not be published before A is. `lowestHalfBuilt` is the lowest frame whose half-built instance was handed out; what
/// finishes above it is deferred and published together with it.
///
/// Over two threads, one may be given the half-built instance of the other, where both would wait for ever. What it builds
/// on that is deferred to the end of the build that the other one waits for, and before anything is published, it waits
/// until the other has finished, too.
extension Request {
  @inline(never)
  func buildShared() -> Bool {
    while true {
      if let known = findShared() {
        if copyInstance(known) {
          noteHalfBuilt()
          return true
        }
        guard resolution.mayBuildAgain(known) else { return fail(with: loop()) }
        return buildAgain(known)
      }
      let subject = record.takeUnretainedValue()
      switch Flights.claim(subject, for: resolution, unless: { subject.liveInstance }) {
      case .granted(let flight):
        return build(flight)
      case .over:
        if copyPublished() { return true }
      case .halfBuilt(let flight, let instance, let dependent):
        adopt(flight, dependent)
        return take(instance)
      case .own(let flight):
        if let instance = flight.instance {
          noteHalfBuilt()
          return take(instance)
        }
        guard isBuiltInCycle else { return fail(with: loop()) }
        return buildInOtherScope()
      case .loop(let otherPath):
        return fail(with: loop(otherPath: otherPath))
      }
    }
  }

  // MARK: - Reusing

  /// What the cycle has of the service, unless the record was reset since.
  private func findShared() -> Int? {
    guard let known = resolution.pointee.cycle.find(record, server, nil, mode.scope) else { return nil }
    let entry = resolution.pointee.cycle.entry(known)
    if let publication = entry.pointee.publication,
      publication != record._withUnsafeGuaranteedRef({ $0.resetCount })
    {
      resolution.drop(known)
      return nil
    }
    return known
  }

  private func copyPublished() -> Bool {
    guard let shared = record._withUnsafeGuaranteedRef({ $0.shared }) else { return false }
    return shared.takeUnretainedValue().copy(to: result)
  }

  /// Goes on with an instance that is still being completed elsewhere.
  private func take(_ instance: SharedInstance) -> Bool {
    let index = resolution.pointee.cycle.append(record, server, nil, mode.scope)
    resolution.pointee.cycle.hold(instance, at: index)
    resolution.pointee.cycle.entry(index).pointee.publication =
      record._withUnsafeGuaranteedRef { $0.resetCount }
    instance.copyStorage(to: result)
    return true
  }

  // MARK: - Building

  private func build(_ flight: Flight) -> Bool {
    let index = resolution.pointee.cycle.append(record, server, nil, mode.scope)
    let resetCount = record._withUnsafeGuaranteedRef { $0.resetCount }
    // Read after the count: a change of scope from here on moves that, and one before is seen.
    let isCurrent = record._withUnsafeGuaranteedRef { $0.mode.rawValue } == mode.rawValue
    guard runFactory(index) else {
      resolution.drop(index)
      abandon(flight)
      return false
    }
    var outcome = true
    if resolution.pointee.cycle.entry(index).pointee.content == .building {
      hold(index, flight)
      complete(index)
      resolution.pointee.pop()
    } else {
      outcome = takeInstance(index)
    }
    let entry = resolution.pointee.cycle.entry(index)
    entry.pointee.publication = resetCount
    let instance = entry.pointee.instance.takeUnretainedValue()
    finish(flight, isCurrent ? publication(of: instance, resetCount) : nil)
    // A value in weak scope is not shared, beyond what its own completion asked for.
    if mode.isScope(.weak), instance.form == .value { resolution.drop(index) }
    return outcome
  }

  /// Builds a second time within the build of the same service; the outer build publishes the outcome.
  private func buildAgain(_ index: Int) -> Bool {
    guard runFactory(index) else { return false }
    guard resolution.pointee.cycle.entry(index).pointee.content == .building else {
      return takeInstance(index)
    }
    hold(index, nil)
    complete(index)
    resolution.pointee.pop()
    noteHalfBuilt()
    return true
  }

  /// Whether the build of the service was begun in the same cycle.
  private var isBuiltInCycle: Bool {
    (0..<resolution.pointee.frameCount).contains { number in
      let frame = resolution.pointee.frame(number).pointee
      return frame.cycleNumber == resolution.pointee.cycleNumber
        && frame.registration.takeUnretainedValue().record === record.takeUnretainedValue()
    }
  }

  /// Builds within the build of the same service in another scope, which was changed since, for the rest of the cycle.
  private func buildInOtherScope() -> Bool {
    let index = resolution.pointee.cycle.append(record, server, nil, mode.scope)
    let resetCount = record._withUnsafeGuaranteedRef { $0.resetCount }
    guard buildAgain(index) else {
      resolution.drop(index)
      return false
    }
    resolution.pointee.cycle.entry(index).pointee.publication = resetCount
    return true
  }

  /// Lets the cycle hold the instance, and offers it to threads that would wait in a circle.
  private func hold(_ index: Int, _ flight: Flight?) {
    let instance = sharedInstance()
    resolution.pointee.cycle.hold(instance, at: index)
    if let flight { Flights.setInstance(instance, of: flight) }
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

extension ServiceRecord {
  /// What other threads find, held while they look.
  fileprivate var liveInstance: AnyObject? { shared?.takeUnretainedValue().owner }
}
