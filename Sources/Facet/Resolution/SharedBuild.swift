/// Building what outlives the cycle: container and weak scope.
///
/// One thread builds (`Flights`), with no lock held, and the instance is published when its `initCompleted` is
/// through: no other thread sees a half-built one. Two things make that harder than it sounds.
///
/// On one thread, services that complete one another see each other half-built. If B was given a half-built A, B must
/// not be published before A is. `lowestHalfBuilt` is the lowest frame whose half-built instance was handed out; what
/// finishes above it is deferred and published together with it.
///
/// Over two threads, one may be given the half-built instance of the other, where both would wait for ever. It then
/// waits, before it publishes, until the other has finished.
extension Request {
  @inline(never)
  func buildShared() -> Any.Type? {
    while true {
      if let known = findShared() {
        if let dynamicType = copyInstance(known) {
          noteHalfBuilt()
          return dynamicType
        }
        guard resolution.mayBuildAgain(known) else { return fail(with: loop()) }
        return buildAgain(known)
      }
      let subject = record.takeUnretainedValue()
      switch Flights.claim(subject, for: resolution, unless: { subject.liveInstance }) {
      case .granted(let flight):
        return build(flight)
      case .over:
        if let dynamicType = copyPublished() { return dynamicType }
      case .halfBuilt(let flight, let instance):
        resolution.pointee.adopted.append(flight)
        return take(instance)
      case .own(let flight):
        guard let instance = flight.instance else { return fail(with: loop()) }
        noteHalfBuilt()
        return take(instance)
      case .loop(let otherPath):
        return fail(with: loop(otherPath: otherPath))
      }
    }
  }

  // MARK: - Reusing

  /// What the cycle has of the service, unless the record was reset since.
  private func findShared() -> Int? {
    guard let known = resolution.pointee.cycle.find(record, server, nil) else { return nil }
    let entry = resolution.pointee.cycle.entry(known)
    if let publication = entry.pointee.publication,
      publication != record._withUnsafeGuaranteedRef({ $0.resetCount })
    {
      resolution.drop(known)
      return nil
    }
    return known
  }

  private func copyPublished() -> Any.Type? {
    guard let shared = record._withUnsafeGuaranteedRef({ $0.shared }) else { return nil }
    let instance = shared.takeUnretainedValue()
    return instance.withValue { source in
      guard let source else { return nil }
      instance.copy(from: source, to: result)
      return instance.dynamicType
    }
  }

  /// Goes on with an instance that is still being completed elsewhere.
  private func take(_ instance: SharedInstance) -> Any.Type? {
    let index = resolution.pointee.cycle.append(record, server, nil)
    resolution.pointee.cycle.hold(instance, at: index)
    resolution.pointee.cycle.entry(index).pointee.publication =
      record._withUnsafeGuaranteedRef { $0.resetCount }
    instance.copy(from: instance.storage, to: result)
    return instance.dynamicType
  }

  // MARK: - Building

  private func build(_ flight: Flight) -> Any.Type? {
    let index = resolution.pointee.cycle.append(record, server, nil)
    let resetCount = record._withUnsafeGuaranteedRef { $0.resetCount }
    guard let dynamicType = runFactory(index) else {
      resolution.drop(index)
      abandon(flight)
      return nil
    }
    let outcome: Any.Type?
    if resolution.pointee.cycle.entry(index).pointee.content == .building {
      hold(index, dynamicType, flight)
      complete(index)
      resolution.pointee.pop()
      outcome = dynamicType
    } else {
      outcome = takeInstance(index, insteadOf: dynamicType)
    }
    let entry = resolution.pointee.cycle.entry(index)
    entry.pointee.publication = resetCount
    finish(flight, publication(of: entry.pointee.instance.takeUnretainedValue(), resetCount))
    return outcome
  }

  /// Builds a second time within the build of the same service; the outer build publishes the outcome.
  private func buildAgain(_ index: Int) -> Any.Type? {
    guard let dynamicType = runFactory(index) else { return nil }
    guard resolution.pointee.cycle.entry(index).pointee.content == .building else {
      return takeInstance(index, insteadOf: dynamicType)
    }
    hold(index, dynamicType, nil)
    complete(index)
    resolution.pointee.pop()
    noteHalfBuilt()
    return dynamicType
  }

  /// Lets the cycle hold the instance, and offers it to threads that would wait in a circle.
  private func hold(_ index: Int, _ dynamicType: Any.Type, _ flight: Flight?) {
    let instance = sharedInstance(dynamicType)
    resolution.pointee.cycle.hold(instance, at: index)
    if let flight { Flights.setInstance(instance, of: flight) }
  }

  /// How the instance becomes visible to all threads; `nil` for a value in weak scope, which is not shared.
  private func publication(of instance: SharedInstance, _ resetCount: Int) -> Flight.Publication? {
    let record = record.takeUnretainedValue()
    if configuration.takeUnretainedValue().kind == .container {
      return { record.publish(instance, since: resetCount) }
    }
    guard instance.isReference else { return nil }
    return {
      let weak = SharedInstance(
        instance.type, size: instance.size, dynamicType: instance.dynamicType, isReference: true,
        isWeak: true, from: instance.storage)
      return record.publish(weak, since: resetCount)
    }
  }
}

extension ServiceRecord {
  /// What other threads find, held while they look.
  fileprivate var liveInstance: AnyObject? { shared?.takeUnretainedValue().owner }
}
