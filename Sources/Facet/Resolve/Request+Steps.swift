/// The common parts of the ways of a resolve.
extension Request {
  // MARK: - Find

  /// The hash of the request in the cycle.
  ///
  /// Runs `hash(into:)` of arguments, which is user code.
  @inline(never)
  func hashWithArguments() -> UInt {
    let hash = Cycle.hash(record, graphOwner)
    // So that a recursion with thousands of different arguments does not search all of them.
    guard let arguments, thread.state.cycle.count > 0 else { return hash }
    return hash ^ (record.read { $0.recipe.arguments?.hash(arguments) } ?? 0)
  }

  /// The cycle's entry for equal arguments, among the entries from `first` on; sets `first` to the number of visited entries.
  ///
  /// Runs `==` of arguments, which is user code.
  @inline(never)
  func findInCycle(_ hash: UInt, since first: inout Int) -> Int? {
    let owner = graphOwner
    var misses = 0
    // The user's code may have added the entry.
    while case let count = thread.state.cycle.count, first < count {
      var limit = Int.max
      while let index = thread.state.cycle.candidate(record, owner, mode.scope, hash, before: limit),
        index >= first
      {
        // In an endless recursion, each list of arguments would be compared with all earlier ones.
        misses += 1
        if misses == 8, !isEqualToItself { return nil }
        if hasEqualArguments(thread.state.cycle[index]), index < thread.state.cycle.count,
          // The user's code may have ended the entry.
          thread.state.cycle.matches(index, record, owner, mode.scope)
        {
          return index
        }
        limit = index
      }
      first = count
    }
    return nil
  }

  @inline(never)
  func findInCycle(_ hash: UInt) -> Int? {
    var first = 0
    return findInCycle(hash, since: &first)
  }

  private var isEqualToItself: Bool {
    guard let arguments else { return true }
    return record.read { $0.recipe.arguments?.isEqualToItself(arguments) } ?? true
  }

  func hasEqualArguments(_ entry: Cycle.Entry) -> Bool {
    guard let arguments, let known = entry.arguments, let operations = record.read({ $0.recipe.arguments })
    else { return true }
    // The caller's arguments are further down the stack; a copy is held meanwhile.
    let copy = entry.ownedArguments?.borrowed.object
    return withExtendedLifetime(copy) { operations.areEqual(known, arguments) }
  }

  /// Adds an entry of the request to the cycle.
  @inline(never)
  func append(_ hash: UInt) -> Int {
    thread.state.cycle.append(record, graphOwner, arguments, mode.scope, hash)
  }

  /// Whether code that joined another cycle resolves a service that is being built around it.
  func isBuiltInRestingCycle(_ hash: UInt) -> Bool {
    guard thread.state.frames.count > 0 else { return false }
    let owner = graphOwner
    return thread.state.resting.indices.contains { number in
      guard let resting = thread.state.resting[number] else { return false }
      var limit = Int.max
      while let index = resting.cycle.candidate(record, owner, mode.scope, hash, before: limit) {
        let isAround =
          thread.lastFrame {
            $0.entry == index && $0.cycleNumber == number && $0.phase == .building
          } != nil
        if isAround, hasEqualArguments(resting.cycle[index]) { return true }
        limit = index
      }
      return false
    }
  }

  // MARK: - Reuse

  /// Copies the cycle's instance to the slot; false if it is still being built.
  func copyInstance(_ index: Int) -> Bool {
    guard thread.state.cycle.copy(index, to: slot) else { return false }
    if thread.state.child != nil { thread.noteDepth(thread.state.cycle[index].depth) }
    return true
  }

  // MARK: - Build

  /// Begins a frame.
  @inline(__always)
  func begin(_ index: Int, _ scope: ScopeKind = .transient) {
    thread.state.frames.append(
      Frame(
        registration: registration, record: record, builder: builder, entry: index,
        cycleNumber: thread.state.cycleNumber,
        scope: scope))
  }

  /// Runs the factory in its own frame, which stays after a success; returns the error after a failure.
  @inline(never)
  func runFactory(_ index: Int) -> ResolutionError? {
    let scope = mode.frameScope
    begin(index, scope)
    var error: ResolutionError?
    // Before a storage was asked at about this depth, the stack was checked.
    if mode.isScope(.custom) || thread.hasStackLeft {
      thread.countFrame(scope, by: 1)
      do { try callFactory() } catch let thrown { error = failure(thrown) }
      thread.countFrame(scope, by: -1)
    } else {
      error = tooDeepError()
    }
    if error != nil { thread.popDropped() }
    return error
  }

  /// Ends a build whose factory led to a second build of the same service, through an `initCompleted`: that build counts.
  @inline(never)
  func takeOther(_ index: Int) -> Outcome {
    slot.clear(record.read { $0.serviceType })
    thread.popDropped()
    guard copyInstance(index) else { return .failed(loop()) }
    if Needs.areUsed.load(ordering: .relaxed) { thread.noteNeed(ofEntry: index) }
    return .reusedFromCycle
  }

  // MARK: - Complete

  /// Runs the record's completions on the service in the slot, in the frame of the service.
  ///
  /// If one throws, it returns the error; only the service's entry in the cycle is left, and counts as being built.
  @inline(never)
  func runCompletions(_ index: Int) -> ResolutionError? {
    let completions = completions
    guard !completions.isEmpty else { return nil }
    let before = thread.beginCompletions(index)
    thread.countFrame(mode.frameScope, by: 1)
    let container = builder.read { $0.container.object }
    var error: ResolutionError?
    do {
      // Without an iterator, which would use stack.
      var number = 0
      while number < completions.count {
        try completions[number](container, slot, arguments)
        number &+= 1
      }
    } catch let thrown {
      error = failure(CompletionFailure.wrapping(thrown))
    }
    thread.countFrame(mode.frameScope, by: -1)
    if error != nil { undo(index, before) }
    return error
  }

  /// Takes back the service whose completion failed, with everything made since; leaves the frame.
  @inline(never)
  private func undo(_ index: Int, _ before: BeforeCompletions) {
    // While others still find it under construction: who is given it waits, and asks again.
    if mode.isScope(.custom) { record.read { $0.storageSlot }?.removeInstance(by: thread) }
    slot.clear(record.read { $0.serviceType })
    thread.popDropped()
    if !mode.endsWithCycle { WaitGraph.setInstance(nil, of: record.object, by: thread) }
    thread.takeBack(index)
    thread.forget(since: before)
  }

  private var completions: [Settings.Completion] {
    record.read { $0.configuration.read { $0.settings.completions } }
  }

  // MARK: - Report

  @inline(never)
  func loop(otherPath: [PathStep] = [], isAwaited: Bool = false) -> ResolutionError {
    ResolutionError(
      .loop, key: registration.read { $0.key }, enclosing: thread.path, otherPath: otherPath,
      location: record.read { $0.location }, isAwaited: isAwaited)
  }

  @inline(never)
  func closed() -> ResolutionError {
    let closing = record.read { $0.owner.closing } ?? builder.read { $0.closing }
    return ResolutionError(
      .containerClosed, key: registration.read { $0.key }, enclosing: thread.path, closing: closing)
  }

  @inline(never)
  func needsAwait() -> ResolutionError {
    ResolutionError(
      .needsAwait, key: registration.read { $0.key }, enclosing: thread.path,
      location: record.read { $0.location })
  }

  @inline(never)
  func tooDeep() -> ResolutionError {
    ResolutionError(
      .tooDeep, key: registration.read { $0.key }, enclosing: thread.path,
      location: record.read { $0.location })
  }

  /// The same within the frame of the service.
  @inline(never)
  func tooDeepError() -> ResolutionError {
    ResolutionError(.tooDeep, path: thread.path)
  }

  /// The error of a factory, with its location; in the frame of the service.
  ///
  /// A missing dependency already has its reason, and needs no second one.
  @inline(never)
  func failure(_ error: any Error) -> ResolutionError {
    if let error = error as? ResolutionError { return error }
    return ResolutionError(.factoryFailed, path: thread.path, underlyingError: error)
  }
}
