/// Custom scopes, whose storage decides what is shared.
///
/// A storage is asked before a build, and once more after the factory has returned, for that may have led to a second build of
/// the service. Then it is handed the instance. Calls of one storage take turns; who would wait for its turn in a circle gets `.loop`.
extension KeptRequest {
  mutating func reuse(from storage: StorageSlot) -> Outcome? {
    let thread = request.thread
    instanceCount = storage.instanceCount
    let stored: Any?
    do { stored = try ask(storage, isResolving: true) } catch { return .failed(error) }
    if let stored, request.slot.put(stored, as: record.read({ $0.serviceType })) {
      if record.read({ $0.isBeingBuilt }), isToBeAskedAgain(for: stored) { return reuse(from: storage) }
      // What the cycle has already was called at its end, or is going to be.
      let hash = request.hashWithArguments()
      if request.findInCycle(hash) == nil { noteUse(request.append(hash)) }
      thread.noteHalfBuilt(record)
      return .reusedFromStorage
    }
    let hash = request.hashWithArguments()
    guard let known = request.findInCycle(hash) else {
      return request.isBuiltInRestingCycle(hash) ? .failed(request.loop()) : nil
    }
    let isLoop = thread.hasFrame(of: known, in: thread.state.cycleNumber) && !thread.mayBuildAgain(known)
    return isLoop ? .failed(request.loop()) : nil
  }

  /// Asks the storage for an instance. A storage may resolve: then it is a part of the path.
  private func ask(_ storage: StorageSlot, isResolving: Bool = false) throws(ResolutionError) -> Any? {
    let graph = thread.identifier
    if isResolving { request.begin(Frame.noEntry) }
    defer { if isResolving { thread.pop() } }
    switch storage.attempt(by: thread, { $0.storage.instance(inGraph: graph) }) {
    case .success(let stored): return stored
    case .failure(let circle): throw request.loop(otherPath: circle.otherPath)
    }
  }

  /// Waits, if another thread has not completed yet what the storage gave; then the storage is to be asked again.
  ///
  /// In a circle of threads, this one goes on with it as it is.
  private func isToBeAskedAgain(for stored: Any) -> Bool {
    guard let object = reference(in: stored),
      let claim = WaitGraph.waitForCompletion(of: object, by: record.object, thread.party)
    else { return false }
    switch claim {
    case .halfBuilt(let build, _, let dependent):
      thread.noteBorrowed(build, dependent)
      return false
    case .wait(let wait):
      if case .offer(_, let dependent) = wait.block(), let build = wait.work as? Build, !build.isOver {
        thread.noteBorrowed(build, dependent)
        return false
      }
    default: break
    }
    request.slot.clear(record.read { $0.serviceType })
    return true
  }

  /// Builds an instance and hands it to the storage; `nil` if it is to be looked for again.
  func make(_ build: Build, for storage: StorageSlot) -> Outcome? {
    // Another thread may have built it since the storage was asked.
    guard storage.instanceCount == instanceCount else {
      WaitGraph.end([build])
      return nil
    }
    guard let outcome = fill(storage, in: build) else { return nil }
    if outcome.isSuccess {
      let thread = thread
      thread.finish(build, nil) { storage.removeInstance(by: thread) }
    } else {
      // A second build within this one has failed with it.
      if storage.instanceCount != instanceCount { storage.removeInstance(by: thread) }
      thread.abandon(build)
    }
    return outcome
  }

  /// Builds within a build of the calling thread, which ends that.
  func makeWithinOwn() -> Outcome {
    guard let storage, let outcome = fill(storage, in: nil) else {
      var again = KeptRequest(request)
      return again.resolve()
    }
    thread.noteHalfBuilt(record)
    return outcome
  }

  /// Builds, and hands the instance to the storage.
  private func fill(_ storage: StorageSlot, in build: Build?) -> Outcome? {
    let hash = request.hashWithArguments()
    let known = request.findInCycle(hash)
    let index = known ?? request.append(hash)
    let resetCount = record.read { $0.resetCount }
    if let error = request.runFactory(index) {
      if known == nil { thread.drop(index) }
      return .failed(error)
    }
    let type = record.read { $0.serviceType }
    let other: Any?
    do { other = try ask(storage) } catch {
      dropResult()
      if known == nil { thread.drop(index) }
      return .failed(error)
    }
    if let other, isService(other, type) {
      // The factory led to a second build of the same service, over an `initCompleted`: that one counts.
      dropResult()
      noteUse(index)
      return request.slot.put(other, as: type) ? .reusedFromStorage : .failed(request.loop())
    }
    let instance = Instance(type, from: request.slot)
    guard offer(instance, build) else {
      dropResult()
      if known == nil { thread.drop(index) }
      if let build { WaitGraph.end([build]) }
      return nil
    }
    let graph = thread.identifier
    storage.call(by: thread) { $0.storage.setInstance(request.slot.boxed(type), inGraph: graph) }
    storage.noteInstance(number: instance.number)
    noteUse(index)
    request.runCompletions(index)
    thread.pop()
    // Reset meanwhile: the caller has the instance, and nobody else is to get it.
    if record.read({ $0.resetCount }) != resetCount { storage.removeInstance(by: thread) }
    return .built
  }

  /// Lets the end of the cycle call the storage; the service counts as built from now on.
  private func noteUse(_ index: Int) {
    if request.arguments != nil { thread.state.cycle.keepArguments(index) }
    thread.noteStored(index)
  }
}

/// Whether a value is a service of a type known at run time.
func isService(_ value: Any, _ type: Any.Type) -> Bool {
  func open<Service>(_: Service.Type) -> Bool { value is Service }
  return open(type)
}

extension StorageSlot {
  /// Two threads that would wait for the turns of each other.
  struct Circle: Error {
    let otherPath: [ServiceKey]
  }

  /// Takes the instance out of the storage.
  func takeInstance(by thread: Thread) -> Any? {
    call(by: thread) { slot in
      let instance = slot.usedStorage?.instance
      slot.usedStorage?.instance = nil
      return instance
    }
  }

  @inline(never)
  func removeInstance(by thread: Thread) {
    call(by: thread) { $0.usedStorage?.instance = nil }
  }

  /// Calls the storage while no other thread does, unless that would wait in a circle of threads.
  func attempt<Value>(by thread: Thread, _ body: (StorageSlot) -> Value) -> Result<Value, Circle> {
    let outcome = turn.take(for: thread, of: self)
    if case .circle(let otherPath) = outcome { return .failure(Circle(otherPath: otherPath)) }
    defer { if case .taken = outcome { turn.giveBack(of: self) } }
    return .success(body(self))
  }

  /// The same for what cannot fail: in a circle the call goes ahead, for the other thread is at rest.
  func call<Value>(by thread: Thread, _ body: (StorageSlot) -> Value) -> Value {
    let outcome = turn.take(for: thread, of: self, isOptional: true)
    defer { if case .taken = outcome { turn.giveBack(of: self) } }
    return body(self)
  }
}
