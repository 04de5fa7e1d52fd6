/// A cycle that rests while a block joins another one.
struct SuspendedCycle {
  let cycle: Cycle
  let identifier: GraphIdentifier?
}

/// Joining a cycle that has ended, or that rests.
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
      guard share(object, of: record, at: index) else {
        pointee.cycle.discard(index)
        continue
      }
      pointee.cycle.keepArguments(index)
      return index
    }
    return nil
  }

  /// Lets the cycle hold an object as a service of a record; false if it is none.
  private func share(_ object: AnyObject, of record: ServiceRecord, at index: Int) -> Bool {
    let service = OpaqueValue.allocate(record.serviceType)
    defer { service.deallocate() }
    guard OpaqueValue.write(object, as: record.serviceType, to: service) else { return false }
    defer { OpaqueValue.destroy(record.serviceType, at: service) }
    share(.passUnretained(record), record.form(at: service), from: service, at: index)
    return true
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
  ///
  /// If that rests in the same thread, it goes on meanwhile.
  func withCycle<Result>(_ identifier: GraphIdentifier, _ body: () throws -> Result) rethrows -> Result {
    guard pointee.isInside else {
      return try inOneCycle {
        pointee.cycleIdentifier = identifier
        return try body()
      }
    }
    if pointee.cycleIdentifier === identifier { return try body() }
    let number = pointee.cycleNumber
    let known = pointee.suspended.firstIndex { $0?.identifier === identifier }
    suspendCycle()
    if let known {
      resumeCycle(known)
      defer {
        suspendCycle()
        resumeCycle(number)
      }
      return try body()
    }
    pointee.suspended.append(SuspendedCycle(cycle: Cycle(), identifier: identifier))
    resumeCycle(pointee.suspended.count - 1)
    defer {
      endCycle()
      pointee.cycle.deallocate()
      pointee.suspended.removeLast()
      resumeCycle(number)
    }
    return try inOneCycle(body)
  }

  private func suspendCycle() {
    if pointee.suspended.isEmpty { pointee.suspended.append(nil) }
    pointee.suspended[pointee.cycleNumber] = SuspendedCycle(
      cycle: pointee.cycle, identifier: pointee.cycleIdentifier)
  }

  private func resumeCycle(_ number: Int) {
    guard let suspended = pointee.suspended[number] else { return }
    pointee.suspended[number] = nil
    (pointee.cycle, pointee.cycleIdentifier) = (suspended.cycle, suspended.identifier)
    pointee.cycleNumber = number
  }
}
