/// One running resolve: the requested key, the asking code, and the slot for the service.
///
/// Passed by value; holds nothing. This is the way of transient and graph scope, whose instances end with the cycle. Instances that
/// other cycles also see use `KeptRequest`.
struct Request {
  let registration: Borrowed<Registration>
  let record: Borrowed<Record>
  let mode: Mode
  /// The registry whose container builds, and passes itself to the factory.
  let builder: Borrowed<Registry>
  let arguments: Arguments?
  /// A slot for the record's service type.
  let slot: Slot
  let thread: Thread

  /// Chooses the way of the scope.
  @inline(__always)
  func resolve() -> Outcome {
    if mode.endsWithCycle { return resolveInCycle() }
    return reuseShared() ?? resolveBeyondCycle()
  }

  /// Copies the record's shared instance, if there is one.
  @inline(__always)
  func reuseShared() -> Outcome? {
    guard let shared = record.read({ $0.shared }) else { return nil }
    let outcome = shared.read { $0.copy(to: slot) }
    guard outcome.isSuccess else { return nil }
    if shared.read({ $0.needs != nil }) { thread.noteNeed(shared.read { $0.number }) }
    return outcome
  }

  /// The same out of line: the rarely used ways share one copy of it.
  @inline(never)
  func resolveOutOfLine() -> Outcome { resolve() }

  /// Builds an instance that other cycles also see, with the services of the container that owns the record.
  ///
  /// A long-lived object must not capture a service of a child.
  @inline(never)
  private func resolveBeyondCycle() -> Outcome {
    if mode.isScope(.scoped) { return resolveScoped() }
    let request = with(mode, builder: record.read { $0.borrowedOwner })
    return mode.isScope(.perArgument) ? request.resolvePerArgument() : request.resolveKept()
  }

  /// Builds an instance that outlives the cycle, or waits for it.
  func resolveKept() -> Outcome {
    var kept = KeptRequest(self)
    return kept.resolve()
  }

  /// The same request in another mode, of another container, or for another record.
  func with(_ mode: Mode, builder: Borrowed<Registry>? = nil, record: Borrowed<Record>? = nil) -> Request {
    Request(
      registration: registration, record: record ?? self.record, mode: mode, builder: builder ?? self.builder,
      arguments: arguments, slot: slot, thread: thread)
  }

  /// The same request for another slot.
  @inline(__always)
  func with(slot: Slot) -> Request {
    Request(
      registration: registration, record: record, mode: mode, builder: builder, arguments: arguments,
      slot: slot, thread: thread)
  }

  // MARK: - The usual way

  /// Returns the cycle's instance, or builds one.
  @inline(__always)
  func resolveInCycle() -> Outcome {
    switch beginInCycle() {
    case .isLarger: return resolveInLargerCycle()
    case .known(let index): return reuse(index)
    case .new(let index):
      // The slot is mostly on the caller's stack, so its address shows how much stack is left.
      guard thread.state.stack.isKnownToHaveRoom(at: slot.position) || thread.hasStackLeft else {
        return giveUp(index, tooDeepError())
      }
      do {
        try callFactory()
      } catch {
        return giveUp(index, throwing: error)
      }
      return end(index)
    }
  }

  private enum Beginning {
    case isLarger
    /// The cycle has the service, or builds it.
    case known(Int)
    case new(Int)
  }

  @inline(__always)
  private func beginInCycle() -> Beginning {
    guard hasPlainCycle else { return .isLarger }
    let owner = graphOwner
    let hash = Cycle.hash(record, owner)
    if let known = thread.state.cycle.candidate(record, owner, mode.scope, hash) { return .known(known) }
    let index = thread.state.cycle.append(record, owner, arguments, mode.scope, hash)
    begin(index)
    return .new(index)
  }

  /// Whether it is enough to search the cycle's own table and to compare addresses.
  @inline(__always)
  private var hasPlainCycle: Bool {
    thread.state.cycle.count == 0 && thread.state.cycleIdentifier == nil && thread.state.cycleNumber == 0
      || arguments == nil && thread.state.child == nil && thread.state.cycleIdentifier == nil
        && thread.state.cycleNumber == 0
  }

  /// The registry under which the cycle knows the instance.
  @inline(__always)
  var graphOwner: Borrowed<Registry> { builder.read { $0.graphOwner } }

  @inline(__always)
  func callFactory() throws {
    let container = builder.read { $0.container! }
    try record.read { try $0.build(container, arguments, slot) }
  }

  /// Whether the cycle goes on after this service.
  @inline(__always)
  private var goesOn: Bool {
    thread.state.frames.count > 1 || thread.state.blockCount > 0 || thread.state.cycleIdentifier != nil
  }

  /// Keeps the result of the factory, if nothing else is to be done.
  @inline(__always)
  private func end(_ index: Int) -> Outcome {
    guard thread.isBuilding(index), record.read({ !$0.mode.hasCompletions }) else {
      return complete(index, isAgain: false)
    }
    if mode.isScope(.graph), goesOn {
      thread.state.cycle.fill(index, from: slot)
      if arguments != nil { thread.state.cycle.keepArguments(index) }
    } else {
      thread.state.cycle.discard(index)
    }
    thread.pop()
    return .built
  }

  // MARK: - Other ways

  /// Returns the cycle's instance, or builds a second time within the build of the same service.
  @inline(never)
  func reuse(_ known: Int) -> Outcome {
    if copyInstance(known) {
      if mode.hasCompletions { thread.noteHalfBuilt(entry: known) }
      if Needs.areUsed.load(ordering: .relaxed) { thread.noteNeed(ofEntry: known) }
      return .reusedFromCycle
    }
    guard thread.mayBuildAgain(known) else { return .failed(loop()) }
    return build(known, isAgain: true)
  }

  /// Searches more than the cycle's own table, or compares arguments.
  @inline(never)
  private func resolveInLargerCycle() -> Outcome {
    let hash = hashWithArguments()
    var first = 0
    if let known = findInGraph(hash, since: &first) { return reuse(known) }
    if isBuiltInRestingCycle(hash) { return .failed(loop()) }
    // These steps have compared arguments too.
    if let known = findInCycle(hash, since: &first) { return reuse(known) }
    return build(append(hash), isAgain: false)
  }

  /// The cycle's instance, from its own table, from before it ended, or from a parent or a child of the builder.
  func findInGraph(_ hash: UInt, since first: inout Int) -> Int? {
    if let known = findInCycle(hash, since: &first) { return known }
    guard mode.isScope(.graph) else { return nil }
    if thread.state.cycleIdentifier != nil, let survivor = thread.joinSurvivor(self) { return survivor }
    return thread.state.child == nil ? nil : relative(hash)
  }

  private func build(_ index: Int, isAgain: Bool) -> Outcome {
    if let error = runFactory(index) {
      if !isAgain { thread.drop(index) }
      return .failed(error)
    }
    return complete(index, isAgain: isAgain)
  }

  /// Completes and keeps the result of the factory; in the frame of the service.
  @inline(never)
  private func complete(_ index: Int, isAgain: Bool) -> Outcome {
    guard thread.isBuilding(index) else { return takeOther(index) }
    let hasCompletions = record.read { $0.mode.hasCompletions }
    if mode.isScope(.graph) { share(index, hasCompletions: hasCompletions) }
    if hasCompletions, let error = runCompletions(index) {
      if !isAgain { thread.drop(index) }
      thread.endDeferredToFrame()
      return .failed(error)
    }
    if end(index, isAgain: isAgain) { return .built }
    slot.clear(record.read { $0.serviceType })
    thread.forgetEntries(from: index)
    return resolveOutOfLine()
  }

  /// Makes the cycle hold the instance, if the cycle goes on or if there are completions.
  @inline(never)
  private func share(_ index: Int, hasCompletions: Bool) {
    guard hasCompletions || goesOn else { return }
    thread.state.cycle.fill(index, from: slot)
    if arguments != nil { thread.state.cycle.keepArguments(index) }
  }

  @inline(never)
  private func end(_ index: Int, isAgain: Bool) -> Bool {
    thread.pop()
    if !isAgain, thread.isBuilding(index) { thread.state.cycle.discard(index) }
    return thread.endDeferredToFrame()
  }

  @inline(never)
  private func giveUp(_ index: Int, throwing error: any Error) -> Outcome { giveUp(index, failure(error)) }

  @inline(never)
  private func giveUp(_ index: Int, _ error: ResolutionError) -> Outcome {
    thread.popDropped()
    thread.drop(index)
    return .failed(error)
  }
}
