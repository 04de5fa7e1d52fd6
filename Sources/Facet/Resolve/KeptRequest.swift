/// A resolve on the calling thread whose instance outlives the cycle: container, weak and custom scopes.
///
/// One thread builds, with no lock held. The instance is published after its `initCompleted`, so no other thread sees a half-built
/// one. See `WaitGraph` and `HalfBuilt`. Each way to an instance notes its user, because the record may have another one a moment later.
struct KeptRequest: Steps {
  let request: Request
  /// The storage of a custom scope.
  let storage: StorageSlot?
  /// Whether a task that builds with `await` looks for an existing instance.
  private let isWithinTask: Bool
  /// How many instances the storage had received when it was last asked.
  var instanceCount = 0

  init(_ request: Request, isWithinTask: Bool = false) {
    self.request = request
    self.isWithinTask = isWithinTask
    storage = request.mode.isScope(.custom) ? request.record.read { $0.storageSlot } : nil
  }

  var thread: Thread { request.thread }
  var record: Borrowed<Record> { request.record }

  // MARK: - Reuse

  mutating func reuse() -> Outcome? {
    // A task builds in the scope that it began with, and searches again.
    guard isInPresentScope else { return isWithinTask ? nil : resolveInPresentScope() }
    guard thread.hasStackLeft else { return .failed(request.tooDeep()) }
    var found: Outcome?
    if let storage { found = reuse(from: storage) } else { found = reuseShared() }
    if case .none = found { found = refusal() }
    return found
  }

  /// Whether the scope is unchanged since the resolve began.
  private var isInPresentScope: Bool {
    record.read { $0.presentMode.scope } == request.mode.scope
      && (!request.mode.isScope(.custom) || storage != nil && record.read { $0.storageSlot } === storage)
  }

  private func resolveInPresentScope() -> Outcome {
    // A build in the previous scope that encloses this one goes on.
    if isBuiltInCycle, !request.mode.isScope(.custom) { return buildInOtherScope() }
    return request.with(record.read { $0.presentMode }).resolveOutOfLine()
  }

  /// The reason why a thread cannot build a service that must be awaited; `nil` if it can.
  private func refusal() -> Outcome? {
    guard !isWithinTask, record.read({ $0.isSpecialNow && $0.isAwaited }) else { return nil }
    return .failed(isBuiltAround ? request.loop(isAwaited: true) : request.needsAwait())
  }

  private func reuseShared() -> Outcome? {
    guard let known = findInCycle() else { return request.reuseShared() }
    if request.copyInstance(known) {
      thread.noteHalfBuilt(record)
      noteNeed(ofEntry: known)
      return .reusedFromCycle
    }
    return thread.mayBuildAgain(known) ? withOwnNeeds { buildAgain(known) } : .failed(request.loop())
  }

  private func noteNeed(ofEntry index: Int) {
    if let instance = thread.state.cycle.instance(index) {
      thread.noteNeed(instance.object, of: record.object)
    }
  }

  /// The cycle's instance of the service, unless the record was reset since, or another thread took the build over.
  private func findInCycle() -> Int? {
    let known = thread.state.cycle.candidate(
      record, request.builder, request.mode.scope, Cycle.hash(record, request.builder))
    guard let known else { return nil }
    if thread.state.cycle[known].content == .building, WaitGraph.running(record.object)?.thread != thread {
      return nil
    }
    let publication = thread.state.cycle[known].publication
    guard publication >= 0, publication != record.read({ $0.resetCount }) else { return known }
    thread.drop(known)
    return nil
  }

  // MARK: - Claim

  func claim() -> WaitGraph.Claim { WaitGraph.claim(record.object, by: thread.party) { thread.party } }

  func takeOwn(_ build: Build) -> Outcome {
    if storage != nil { return makeWithinOwn() }
    guard let instance = build.instance else {
      return isBuiltInCycle ? buildInOtherScope() : .failed(request.loop())
    }
    thread.noteHalfBuilt(record)
    return take(instance)
  }

  func borrow(_ instance: Instance, of build: Build, dependent: Record?) -> Outcome {
    thread.noteBorrowed(instance, of: build, dependent)
    return take(instance)
  }

  func failure(_ reason: Refusal) -> ResolutionError {
    switch reason {
    case .closed: request.closed()
    case .loop(let otherPath): request.loop(otherPath: otherPath)
    }
  }

  /// Goes on after a wait; `nil` if the service must be searched for again.
  func goOn(with answer: Wait.Answer, _ wait: Wait) -> Outcome? {
    switch answer {
    case .takeOver(let build): return make(build)
    case .offer(let instance, let dependent):
      guard let build = wait.work as? Build, !WaitGraph.isOver(build) else { return nil }
      return borrow(instance, of: build, dependent: dependent)
    default: return nil
    }
  }

  private func take(_ instance: Instance) -> Outcome {
    _ = instance.copy(to: request.slot)
    thread.noteNeed(instance, of: record.object)
    guard storage == nil else { return .reusedFromStorage }
    let index = append()
    thread.state.cycle.hold(instance, at: index)
    thread.notePublication(index, record.read { $0.resetCount })
    return .reusedFromCycle
  }

  /// Arguments do not count, because the instance is that of the first resolve.
  private func append() -> Int {
    thread.state.cycle.append(
      record, request.builder, nil, request.mode.scope, Cycle.hash(record, request.builder))
  }

  // MARK: - Build, complete, keep

  /// Builds; `nil` if another thread took the build over.
  func make(_ build: Build) -> Outcome? {
    if let storage { return make(build, for: storage) }
    let index = append()
    // Read after the build has noted the resets: a later change of scope counts as a reset, and an earlier one is seen.
    let isCurrent = record.read { $0.mode.scope } == request.mode.scope
    if let error = request.runFactory(index) {
      thread.drop(index)
      thread.abandon(build)
      return .failed(error)
    }
    guard thread.isBuilding(index) else {
      let outcome = request.takeOther(index)
      return keep(build, index, isCurrent) || !outcome.isSuccess ? outcome : lookAgain(index)
    }
    guard hold(index, build) else {
      dropResult()
      thread.drop(index)
      WaitGraph.end([build])
      return nil
    }
    if let error = request.runCompletions(index) {
      thread.drop(index)
      thread.abandon(build)
      return .failed(error)
    }
    thread.pop()
    return keep(build, index, isCurrent) ? .built : lookAgain(index)
  }

  /// Drops an instance that was built on a failed service of another thread; it must be searched for again.
  @inline(never)
  private func lookAgain(_ index: Int) -> Outcome? {
    request.slot.clear(record.read { $0.serviceType })
    thread.forgetEntries(from: index)
    return nil
  }

  /// False if the service was built on a failed service of another thread.
  @inline(never)
  private func keep(_ build: Build, _ index: Int, _ isCurrent: Bool) -> Bool {
    thread.notePublication(index, build.resets)
    let instance = thread.state.cycle.instance(index)?.object
    let isWeak = request.mode.isScope(.weak)
    let publication =
      isCurrent
      ? instance.flatMap { record.object.publication(of: $0, isWeak: isWeak, since: build.resets) } : nil
    // A value in weak scope is shared only with the resolves of its own completion.
    if isWeak, publication == nil, isCurrent { thread.drop(index) }
    guard thread.finish(build, publication) else { return false }
    if let instance { thread.noteNeed(instance, of: record.object) }
    return true
  }

  /// Runs a second build of the service, whose result counts: what the first one received is dropped with its result.
  @inline(never)
  func withOwnNeeds(_ build: () -> Outcome) -> Outcome {
    let outer = WaitGraph.exchangeNeeds(record.object, by: thread, Build.newNeeds(of: record.object))
    let outcome = build()
    if !outcome.isSuccess { _ = WaitGraph.exchangeNeeds(record.object, by: thread, outer) }
    return outcome
  }

  /// Builds a second time within the build of the same service; the outer build publishes the result.
  ///
  /// If another thread took that build over, the instance of that thread counts.
  private func buildAgain(_ index: Int) -> Outcome {
    if let error = request.runFactory(index) { return .failed(error) }
    guard thread.isBuilding(index) else {
      defer { noteNeed(ofEntry: index) }
      return request.takeOther(index)
    }
    guard hold(index, nil) else {
      dropResult()
      // In the current scope: in the previous one, a service with a changed scope would be built again and again.
      return request.with(record.read { $0.presentMode }).resolveOutOfLine()
    }
    if let error = request.runCompletions(index) { return .failed(error) }
    thread.pop()
    thread.noteHalfBuilt(record)
    noteNeed(ofEntry: index)
    return .built
  }

  /// Whether the build of the service began in the same cycle.
  private var isBuiltInCycle: Bool {
    thread.lastFrame { $0.cycleNumber == thread.state.cycleNumber && $0.record == record } != nil
  }

  /// Whether the service is being built around the running code.
  private var isBuiltAround: Bool { thread.lastFrame { $0.record == record } != nil }

  /// Builds within the build of the same service in another scope, which has changed since, for the rest of the cycle.
  private func buildInOtherScope() -> Outcome {
    let index = append()
    let resetCount = record.read { $0.resetCount }
    let outcome = withOwnNeeds { buildAgain(index) }
    if outcome.isSuccess, !thread.isBuilding(index) {
      thread.notePublication(index, resetCount)
    } else {
      thread.drop(index)
    }
    return outcome
  }

  /// Makes the cycle hold the instance, and offers it to threads that would wait in a circle; false if another thread took the
  /// build over.
  private func hold(_ index: Int, _ build: Build?) -> Bool {
    let instance = Instance(of: record.object, from: request.slot)
    let isOwn = offer(instance, build)
    if isOwn { thread.state.cycle.hold(instance, at: index) }
    return isOwn
  }

  /// Offers the new instance to threads that would wait in a circle; false if another thread took the build over.
  ///
  /// Without a build, it is the second build within the first one of the same service, which counts.
  func offer(_ instance: Instance, _ build: Build?) -> Bool {
    build.map { WaitGraph.setInstance(instance, of: $0) }
      ?? WaitGraph.setInstance(instance, of: record.object, by: thread)
  }

  /// Drops the result, because another thread took the build over; leaves the frame.
  func dropResult() {
    request.slot.clear(record.read { $0.serviceType })
    thread.pop()
  }
}
