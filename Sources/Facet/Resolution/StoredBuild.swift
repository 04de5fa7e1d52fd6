/// Building for custom scopes, whose storage decides what is shared.
///
/// A storage is user code that need not be safe for threads: whoever calls it has the flight of the record. So a storage is
/// called by one thread at a time with no lock held, and building is single-flight here too.
extension Request {
  @inline(never)
  func buildStored() -> Bool {
    // The scope may have been changed since the resolve began.
    guard let storage = configuration.storage else { return inGraphScope.buildInCycle() }
    while true {
      switch Flights.claim(record.takeUnretainedValue(), for: resolution) {
      case .granted(let flight):
        return takeOrBuild(flight, storage)
      case .own(let flight):
        return takeOrBuild(flight, storage, isNested: true)
      case .over:
        continue
      case .halfBuilt(let flight, let instance, let dependent):
        adopt(flight, dependent)
        instance.copyStorage(to: result)
        return true
      case .loop(let otherPath):
        return fail(with: loop(otherPath: otherPath))
      }
    }
  }

  private func takeOrBuild(
    _ flight: Flight, _ storage: any InstanceStorage, isNested: Bool = false
  ) -> Bool {
    let graph = resolution.identifier
    let stored = storage.instance(inGraph: graph)
    let known = resolution.pointee.cycle.find(record, server, arguments, .custom)
    if take(stored) {
      if known == nil { noteUse(nil) }
      if isNested { noteHalfBuilt() } else { Flights.end([flight]) }
      return true
    }
    if known.map(isLoop) ?? isBuiltInSuspendedCycle {
      let loop = loop()
      if !isNested { Flights.end([flight]) }
      return fail(with: loop)
    }
    let outcome = build(flight, known, storage, graph)
    if isNested { return outcome }
    if outcome { finish(flight, nil) } else { abandon(flight) }
    return outcome
  }

  private func build(
    _ flight: Flight, _ known: Int?, _ storage: any InstanceStorage, _ graph: GraphIdentifier
  ) -> Bool {
    let index = known ?? resolution.pointee.cycle.append(record, server, arguments, .custom)
    let resetCount = record._withUnsafeGuaranteedRef { $0.resetCount }
    guard runFactory(index) else {
      if known == nil { resolution.drop(index) }
      return false
    }
    let type = record.takeUnretainedValue().serviceType
    if let stored = storage.instance(inGraph: graph), OpaqueValue.isValue(stored, of: type) {
      // The factory led to a second build of the same service, over an `initCompleted`: that one counts.
      OpaqueValue.destroy(type, at: result)
      resolution.pointee.pop()
      noteUse(index)
      return take(stored)
    }
    storage.setInstance(OpaqueValue.boxed(type, at: result), inGraph: graph)
    Flights.setInstance(sharedInstance(), of: flight)
    if storage.instance(inGraph: graph) != nil { noteUse(index) }
    complete(index)
    resolution.pointee.pop()
    noteUse(index)
    // Reset meanwhile: who asked has the instance, and nobody else is to get it.
    if record._withUnsafeGuaranteedRef({ $0.resetCount }) != resetCount { storage.instance = nil }
    return true
  }

  /// Lets the storage be told of the end of the cycle; the service counts as built from now on.
  private func noteUse(_ known: Int?) {
    let index = known ?? resolution.pointee.cycle.append(record, server, arguments, .custom)
    if arguments != nil { resolution.pointee.cycle.keepArguments(index) }
    resolution.pointee.cycle.entry(index).pointee.content = .stored
  }

  private func isLoop(_ known: Int) -> Bool {
    resolution.hasFrame(of: known, in: resolution.pointee.cycleNumber) && !resolution.mayBuildAgain(known)
  }

  /// Uses what a storage gave, if it is a service of the record's type.
  private func take(_ stored: Any?) -> Bool {
    guard let stored else { return false }
    return OpaqueValue.write(stored, as: record.takeUnretainedValue().serviceType, to: result)
  }
}

// MARK: - Outside a resolve of the record

extension Resolution.Pointer {
  /// Calls the storage of a record while no other thread does.
  ///
  /// Where that would wait in a circle of threads, the call goes ahead: the other thread is at rest.
  func withStorage(of record: ServiceRecord, _ body: (any InstanceStorage) -> Void) {
    guard let storage = record.withConfiguration(\.storage) else { return }
    while true {
      switch Flights.claim(record, for: self) {
      case .granted(let flight):
        body(storage)
        return Flights.end([flight])
      case .own, .halfBuilt, .loop:
        return body(storage)
      case .over:
        continue
      }
    }
  }
}
