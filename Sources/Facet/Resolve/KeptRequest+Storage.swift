/// Custom scopes, whose storage decides which instances are shared.
///
/// A storage is asked before a build. It is asked again after the factory has returned, because the factory may have led to a second build
/// of the service. Then it receives the instance. Calls of one storage take turns; a thread that would wait in a circle gets `.loop`.
extension KeptRequest {
  // Small functions, each of which ends before the next one calls user code: they limit how deeply services may be nested.

  mutating func reuse(from storage: StorageSlot) -> Outcome? {
    instanceCount = storage.instanceCount
    let withdrawalCount = storage.withdrawalCount
    var stored: StorageSlot.Stored?
    guard ask(storage, for: &stored) else { return .failed(circle(at: storage)) }
    return use(stored, of: storage, withdrawalCount)
  }

  /// Asks a storage as a part of the path: it may resolve.
  private func ask(_ storage: StorageSlot, for stored: inout StorageSlot.Stored?) -> Bool {
    request.begin(Frame.noEntry)
    let isAsked = storage.ask(for: &stored, by: request.thread)
    request.thread.pop()
    return isAsked
  }

  private mutating func use(
    _ stored: StorageSlot.Stored?, of storage: StorageSlot, _ withdrawalCount: Int
  ) -> Outcome? {
    if let stored, request.slot.put(stored.service, as: record.read({ $0.serviceType })) {
      if record.read({ $0.isBeingBuilt }), isToBeAskedAgain(for: stored.service) {
        return reuse(from: storage)
      }
      if storage.withdrawalCount != withdrawalCount {
        request.slot.clear(record.read { $0.serviceType })
        return reuse(from: storage)
      }
      // Storages of the cycle's existing entries were or will be called at its end.
      let hash = request.hashWithArguments()
      if request.findInCycle(hash) == nil { noteUse(request.append(hash)) }
      thread.noteHalfBuilt(record)
      if stored.number > 0 { thread.noteNeed(stored.number) }
      return .reusedFromStorage
    }
    let hash = request.hashWithArguments()
    guard let known = request.findInCycle(hash) else {
      return request.isBuiltInRestingCycle(hash) ? .failed(request.loop()) : nil
    }
    let isLoop = thread.hasFrame(of: known, in: thread.state.cycleNumber) && !thread.mayBuildAgain(known)
    return isLoop ? .failed(request.loop()) : nil
  }

  /// The error if the wait for a storage's turn would close a circle.
  private func circle(at storage: StorageSlot) -> ResolutionError {
    request.loop(otherPath: storage.turn.holder?.thread?.path ?? [])
  }

  /// Waits if another thread has not yet completed the storage's instance; then the storage must be asked again.
  ///
  /// In a circle of threads, this thread goes on with the incomplete instance.
  private func isToBeAskedAgain(for stored: Any) -> Bool {
    guard let object = reference(in: stored),
      let claim = WaitGraph.waitForCompletion(of: object, by: record.object, thread.party)
    else { return false }
    switch claim {
    case .halfBuilt(let build, let instance, let dependent):
      thread.noteBorrowed(instance, of: build, dependent)
      return false
    case .wait(let wait):
      if case .offer(let instance, let dependent) = wait.block(), let build = wait.work as? Build,
        !WaitGraph.isOver(build)
      {
        thread.noteBorrowed(instance, of: build, dependent)
        return false
      }
    default: break
    }
    request.slot.clear(record.read { $0.serviceType })
    return true
  }

  /// Builds an instance and passes it to the storage; `nil` if it must be searched for again.
  func make(_ build: Build, for storage: StorageSlot) -> Outcome? {
    // Another thread may have built it since the storage was asked.
    guard storage.instanceCount == instanceCount else {
      WaitGraph.end([build])
      return nil
    }
    guard let outcome = fill(storage, in: build) else { return nil }
    if end(build, storage, outcome) { return outcome }
    request.slot.clear(record.read { $0.serviceType })
    return nil
  }

  /// False if the service was built on a failed service of another thread.
  private func end(_ build: Build, _ storage: StorageSlot, _ outcome: Outcome) -> Bool {
    let thread = thread
    if outcome.isSuccess {
      return thread.finish(build, nil) { storage.removeInstance(by: thread) }
    }
    // A second build within this one has failed with it.
    if storage.instanceCount != instanceCount { storage.removeInstance(by: thread) }
    thread.abandon(build)
    return true
  }

  /// Builds within a build of the calling thread, which ends that build.
  func makeWithinOwn() -> Outcome {
    withOwnNeeds {
      guard let storage, let outcome = fill(storage, in: nil) else {
        var again = KeptRequest(request)
        return again.resolve()
      }
      thread.noteHalfBuilt(record)
      return outcome
    }
  }

  /// Builds, and passes the instance to the storage.
  private func fill(_ storage: StorageSlot, in build: Build?) -> Outcome? {
    let (index, isNew) = place()
    let resetCount = record.read { $0.resetCount }
    if let error = request.runFactory(index) {
      if isNew { thread.drop(index) }
      return .failed(error)
    }
    var other: StorageSlot.Stored?
    guard storage.ask(for: &other, by: thread) else {
      dropResult()
      if isNew { thread.drop(index) }
      return .failed(circle(at: storage))
    }
    if let other, let outcome = take(other, index) { return outcome }
    guard let instance = offered(build) else {
      dropResult()
      if isNew { thread.drop(index) }
      if let build { WaitGraph.end([build]) }
      return nil
    }
    hand(instance, to: storage)
    noteUse(index)
    if let error = request.runCompletions(index) {
      if isNew { thread.drop(index) }
      // The build around this one goes on.
      if build == nil { storage.removeInstance(by: thread) }
      return .failed(error)
    }
    thread.pop()
    // Reset meanwhile: only the caller gets the instance.
    let isReset = record.read { $0.resetCount } != resetCount
    if isReset { storage.removeInstance(by: thread) }
    noteNeed(instance, isReset: isReset)
    return .built
  }

  /// Notes the new instance; its needs if the storage did not keep it.
  @inline(never)
  private func noteNeed(_ instance: Instance, isReset: Bool) {
    if let needs = WaitGraph.needsToKeep(of: record.object) {
      thread.note(isReset ? .needs(needs) : .instance(instance.number))
    }
  }

  /// The entry of the service in the cycle, and whether it is new.
  private func place() -> (index: Int, isNew: Bool) {
    let hash = request.hashWithArguments()
    if let known = request.findInCycle(hash) { return (known, false) }
    return (request.append(hash), true)
  }

  /// Takes the storage's instance after the factory.
  ///
  /// The factory led to a second build of the same service, through an `initCompleted`, and that build counts.
  private func take(_ other: StorageSlot.Stored, _ index: Int) -> Outcome? {
    let type = record.read { $0.serviceType }
    guard isService(other.service, type) else { return nil }
    dropResult()
    noteUse(index)
    if other.number > 0 { thread.noteNeed(other.number) }
    return request.slot.put(other.service, as: type) ? .reusedFromStorage : .failed(request.loop())
  }

  /// The new instance, offered to threads that would wait in a circle; `nil` if another thread took the build over.
  private func offered(_ build: Build?) -> Instance? {
    let instance = Instance(of: record.object, from: request.slot)
    return offer(instance, build) ? instance : nil
  }

  @inline(never)
  private func hand(_ instance: Instance, to storage: StorageSlot) {
    let needs = WaitGraph.needsToKeep(of: record.object)
    let (graph, service) = (thread.identifier, request.slot.boxed(instance.type))
    storage.call(by: thread) { $0.store(service, inGraph: graph, number: instance.number, needs) }
  }

  /// Lets the end of the cycle call the storage; from now on the service counts as built.
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
  @inline(never)
  func removeInstance(by thread: Thread) {
    call(by: thread) { slot in
      slot.usedStorage?.instance = nil
      slot.forgetInstance()
    }
  }

  /// An instance of the storage, and its number; zero if its users need not end before it.
  struct Stored {
    let service: Any
    let number: Int
  }

  /// Asks the storage for the instance of the running cycle, while no other thread calls it; false if the wait would close a circle of
  /// threads.
  func ask(for stored: inout Stored?, by thread: Thread) -> Bool {
    let graph = thread.identifier
    switch turn.take(for: thread, of: self) {
    case .circle: return false
    case .own: stored = instance(in: graph)
    case .taken:
      defer { turn.giveBack(of: self) }
      stored = instance(in: graph)
    }
    return true
  }

  private func instance(in graph: GraphIdentifier) -> Stored? {
    storage.instance(inGraph: graph).map { Stored(service: $0, number: numberToNote) }
  }

  /// Calls the storage for a step that cannot fail: in a circle the call goes ahead, because the other thread waits.
  func call<Value>(by thread: Thread, _ body: (StorageSlot) -> Value) -> Value {
    let outcome = turn.take(for: thread, of: self, isOptional: true)
    defer { if case .taken = outcome { turn.giveBack(of: self) } }
    return body(self)
  }
}
