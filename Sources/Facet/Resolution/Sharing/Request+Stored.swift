/// Custom scopes, whose storage decides what is shared.
///
/// A storage is asked before a build, and once more after the factory has returned, for that may have led to a second build of
/// the service. Then it is handed the instance.
extension Request {
  @inline(never)
  @_optimize(speed)
  func resolveStored() -> Outcome {
    // The scope may have been changed since the resolve began.
    guard let slot else {
      return with(Mode(.graph, hasCompletions: mode.hasCompletions)).resolveInLargerCycle()
    }
    guard thread.hasStackLeft else { return tooDeep() }
    let graph = thread.identifier
    while true {
      // Or since the last turn: by the storage, or by another thread, whose instance this one would look for here for ever.
      if hasOtherScope(than: slot) { return resolveInPresentScope() }
      let count = slot.instanceCount
      // A storage may resolve: then it is a part of the path.
      begin(Frame.noEntry)
      let stored = slot.instance(inGraph: graph, by: thread)
      thread.pointee.pop()
      if let stored, take(stored, slot) {
        if record._withUnsafeGuaranteedRef({ $0.isBeingBuilt }), isToBeAskedAgain(for: stored) { continue }
        // What the cycle has already was called at its end, or is going to be.
        let hash = hashWithArguments()
        if findInCycle(hash) == nil { noteUse(append(hash)) }
        noteHalfBuilt()
        return .reusedFromStorage
      }
      let hash = hashWithArguments()
      let known = findInCycle(hash)
      // An awaited one goes to the storage when it is complete; until then the cycle has it.
      if let known, copyInstance(known) { return .reusedFromCycle }
      if known.map(isLoop) ?? isBuiltInRestingCycle(hash) { return .failed(loop()) }
      switch Flights.claim(record.takeUnretainedValue(), for: thread) {
      case .granted(let flight):
        // Another thread may have built it since the storage was asked.
        if slot.instanceCount != count {
          Flights.end([flight])
        } else if let outcome = build(known, slot, graph, flight) {
          end(flight, outcome, slot, count)
          return outcome
        }
      case .own:
        // The build around this one ends the flight.
        if let outcome = build(known, slot, graph, nil) {
          noteHalfBuilt()
          return outcome
        }
      case .ended:
        continue
      case .halfBuilt(let flight, let instance, let dependent):
        noteBorrowed(flight, dependent)
        instance.copyStorage(to: result)
        return .reusedFromStorage
      case .closed:
        return .failed(closed())
      case .loop(let otherPath):
        return .failed(loop(otherPath: otherPath))
      }
    }
  }

  /// Waits, if another thread has not completed yet what the storage gave; then the storage is to be asked again.
  ///
  /// In a circle of threads, this one goes on with it as it is.
  @inline(never)
  private func isToBeAskedAgain(for stored: Any) -> Bool {
    let record = record.takeUnretainedValue()
    guard let address = ReferenceWords.address(of: stored),
      let claim = Flights.waitForCompletion(ofObjectAt: address, by: record, thread)
    else { return false }
    if case .halfBuilt(let flight, _, let dependent) = claim {
      noteBorrowed(flight, dependent)
      return false
    }
    OpaqueValue.destroy(record.serviceType, at: result)
    return true
  }

  private func hasOtherScope(than slot: StorageSlot) -> Bool {
    record._withUnsafeGuaranteedRef { $0.storageSlot } !== slot
  }

  private func resolveInPresentScope() -> Outcome {
    with(record._withUnsafeGuaranteedRef { $0.mode }).resolveOutOfLine()
  }

  private func end(_ flight: Flight, _ outcome: Outcome, _ slot: StorageSlot, _ count: Int) {
    guard !outcome.isSuccess else { return finish(flight, nil, withdrawal: withdrawal(slot)) }
    // A second build within this one has failed with it.
    if slot.instanceCount != count { slot.removeInstance(by: thread) }
    abandon(flight)
  }

  /// Builds an instance and hands it to the storage; `nil` if another thread took the build over.
  private func build(
    _ known: Int?, _ slot: StorageSlot, _ graph: GraphIdentifier, _ flight: Flight?
  ) -> Outcome? {
    let index = known ?? append(hashWithArguments())
    let resetCount = thread.resetCount(of: record)
    let outcome = runFactory(index)
    guard outcome.isSuccess else {
      if known == nil { thread.drop(index) }
      return outcome
    }
    let type = record.takeUnretainedValue().serviceType
    let stored = slot.instance(inGraph: graph, by: thread)
    if let stored, OpaqueValue.isValue(stored, of: type) {
      // The factory led to a second build of the same service, over an `initCompleted`: that one counts.
      OpaqueValue.destroy(type, at: result)
      thread.pointee.pop()
      noteUse(index)
      return take(stored, slot) ? .reusedFromStorage : .failed(loop())
    }
    let instance = sharedInstance()
    guard offer(instance, flight) else {
      OpaqueValue.destroy(type, at: result)
      thread.pointee.pop()
      if known == nil { thread.drop(index) }
      if let flight { Flights.end([flight]) }
      return nil
    }
    slot.call(by: thread) { $0.storage.setInstance(OpaqueValue.boxed(type, at: result), inGraph: graph) }
    slot.noteInstance(number: instance.number)
    noteUse(index)
    runCompletions(index)
    thread.pointee.pop()
    flight?.hasLoan = thread.hasLoan(index)
    // Reset meanwhile: the caller has the instance, and nobody else is to get it.
    if record._withUnsafeGuaranteedRef({ $0.resetCount }) != resetCount {
      slot.removeInstance(by: thread)
    }
    return outcome
  }

  /// Takes the instance out of the storage, if what it refers to could not be built.
  private func withdrawal(_ slot: StorageSlot) -> Flight.Withdrawal {
    { [thread] in slot.removeInstance(by: thread) }
  }

  /// Lets the end of the cycle call the storage; the service counts as built from now on.
  private func noteUse(_ index: Int) {
    if arguments != nil { thread.pointee.cycle.keepArguments(index) }
    thread.pointee.cycle.entry(index).pointee.content = .stored
  }

  private func isLoop(_ known: Int) -> Bool {
    thread.hasFrame(of: known, in: thread.pointee.cycleNumber) && !thread.mayBuildAgain(known)
  }

  /// Uses what a storage gave, if it is a service of the record's type.
  private func take(_ stored: Any, _ slot: StorageSlot) -> Bool {
    if let object = ReferenceWords.address(of: stored), slot.casts.write(object, to: result) {
      ReferenceWords.retain(object)
      return true
    }
    let record = record.takeUnretainedValue()
    guard OpaqueValue.write(stored, as: record.serviceType, to: result) else { return false }
    if let object = ReferenceWords.address(of: stored), record.form(at: result) == .reference {
      slot.casts.learn(record.serviceType, size: record.recipe.size, at: result, from: object)
    }
    return true
  }
}

extension StorageSlot {
  @inline(never)
  func instance(inGraph graph: GraphIdentifier, by thread: ThreadState.Pointer) -> Any? {
    call(by: thread) { $0.storage.instance(inGraph: graph) }
  }

  /// Takes the instance out of the storage.
  func takeInstance(by thread: ThreadState.Pointer) -> Any? {
    call(by: thread) { slot in
      let instance = slot.usedStorage?.instance
      slot.usedStorage?.instance = nil
      return instance
    }
  }

  @inline(never)
  func removeInstance(by thread: ThreadState.Pointer) {
    call(by: thread) { $0.usedStorage?.instance = nil }
  }

  /// Calls the storage while no other thread does.
  ///
  /// Where that would wait in a circle of threads, the call goes ahead: the other thread is at rest.
  @inline(__always)
  func call<Result>(by thread: ThreadState.Pointer, _ body: (StorageSlot) -> Result) -> Result {
    let turn = Flights.take(turn, of: self, thread, isOptional: true)
    let result = body(self)
    if case .taken = turn { Flights.giveBack(self.turn, of: self) }
    return result
  }
}
