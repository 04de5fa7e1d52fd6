/// The steps that all scopes have in common.
extension Request {
  // MARK: - Find

  /// The hash of the request in the cycle.
  ///
  /// Runs `hash(into:)` of arguments, which is user code.
  @inline(never)
  func hashWithArguments() -> UInt {
    let hash = Cycle.hash(record, builder)
    // So that a recursion over thousands of different arguments does not search through all of them.
    guard let arguments, thread.pointee.cycle.count > 0 else { return hash }
    return hash ^ (record._withUnsafeGuaranteedRef { $0.recipe.arguments?.hash(arguments) } ?? 0)
  }

  /// What the cycle has for equal arguments.
  ///
  /// Runs `==` of arguments, which is user code.
  @inline(never)
  func findInCycle(_ hash: UInt) -> Int? {
    var first = 0
    return findInCycle(hash, since: &first)
  }

  /// The same among the entries since `first`, which is set to the number of those that were looked at.
  @inline(never)
  func findInCycle(_ hash: UInt, since first: inout Int) -> Int? {
    var misses = 0
    // The user's code may have added the entry.
    while case let count = thread.pointee.cycle.count, first < count {
      var limit = Int.max
      while let index = thread.pointee.cycle.candidate(record, builder, mode.scope, hash, before: limit),
        index >= first
      {
        // In a recursion that never ends, each list of arguments would be compared with all before.
        misses += 1
        if misses == 8, !isEqualToItself { return nil }
        if hasEqualArguments(thread.pointee.cycle.entry(index).pointee) {
          // The user's code may have led to the end of the entry.
          if index < thread.pointee.cycle.count,
            thread.pointee.cycle.matches(index, record, builder, mode.scope)
          {
            return index
          }
        }
        limit = index
      }
      first = count
    }
    return nil
  }

  private var isEqualToItself: Bool {
    guard let arguments else { return true }
    return record._withUnsafeGuaranteedRef { $0.recipe.arguments?.isEqualToItself(arguments) } ?? true
  }

  private func hasEqualArguments(_ entry: Cycle.Entry) -> Bool {
    guard let arguments, let known = entry.arguments,
      let operations = record._withUnsafeGuaranteedRef({ $0.recipe.arguments })
    else { return true }
    // A caller's arguments are on the stack below; a copy is held meanwhile.
    let copy = entry.ownedArguments?.takeUnretainedValue()
    return withExtendedLifetime(copy) { operations.areEqual(known, arguments) }
  }

  /// Adds an entry of the request to the cycle.
  @inline(never)
  func append(_ hash: UInt) -> Int {
    thread.pointee.cycle.append(record, builder, arguments, mode.scope, hash)
  }

  /// Whether a block that joined another cycle is asked for what is being built around it.
  func isBuiltInRestingCycle(_ hash: UInt) -> Bool {
    guard thread.pointee.frameCount > 0 else { return false }
    return thread.pointee.resting.indices.contains { number in
      guard let resting = thread.pointee.resting[number] else { return false }
      var limit = Int.max
      while let index = resting.cycle.candidate(record, builder, mode.scope, hash, before: limit) {
        if hasEqualArguments(resting.cycle.entry(index).pointee),
          thread.hasFrame(of: index, in: number, where: { $0 == .building })
        {
          return true
        }
        limit = index
      }
      return false
    }
  }

  // MARK: - Reuse

  /// Copies the instance that the cycle has to the result; false if it is still being built.
  @_optimize(speed)
  func copyInstance(_ index: Int) -> Bool {
    let entry = thread.pointee.cycle.entry(index)
    switch entry.pointee.content {
    case .reference:
      let size = record._withUnsafeGuaranteedRef { $0.recipe.size }
      ReferenceWords.copy(from: Cycle.words(entry), to: result, size: size)
    case .instance:
      entry.pointee.instance._withUnsafeGuaranteedRef { $0.copyStorage(to: result) }
    case .building, .dead, .stored:
      return false
    }
    if thread.pointee.keptFrameCount | thread.pointee.weakFrameCount > 0 { thread.noteCapture(of: index) }
    if thread.pointee.child != nil { thread.noteReuse(of: index) }
    return true
  }

  // MARK: - Build

  /// Begins a frame.
  @inline(__always)
  func begin(_ index: Int, _ scope: ScopeKind = .transient) {
    thread.pointee.push(
      Frame(
        registration: registration, entry: index, cycleNumber: thread.pointee.cycleNumber, scope: scope)
    )
  }

  /// Runs the factory in a frame of its own, which stays if that succeeds.
  @inline(never)
  func runFactory(_ index: Int, in frameScope: ScopeKind? = nil) -> Outcome {
    let scope = frameScope ?? mode.frameScope
    begin(index, scope)
    // Custom scopes have looked already, before they called the storage.
    guard mode.isScope(.custom) || thread.hasStackLeft else {
      let error = tooDeepError()
      thread.pointee.pop()
      return .failed(error)
    }
    thread.countFrame(scope, by: 1)
    defer { thread.countFrame(scope, by: -1) }
    do {
      try record._withUnsafeGuaranteedRef { record in
        try record.build(builder._withUnsafeGuaranteedRef { $0.resolver }, arguments, result)
      }
      return .built
    } catch {
      let reason = failure(error)
      thread.leaveFrame(hasFailed: true)
      return .failed(reason)
    }
  }

  /// Ends a build whose factory led to a second one of the same service, over an `initCompleted`: that one counts.
  @inline(never)
  func takeOther(_ index: Int) -> Outcome {
    OpaqueValue.destroy(record.takeUnretainedValue().serviceType, at: result)
    thread.leaveFrame()
    return copyInstance(index) ? .reusedFromCycle : .failed(loop())
  }

  // MARK: - Complete

  /// Runs the record's completions on the result, in the frame of the service.
  @inline(never)
  func runCompletions(_ index: Int) {
    // What a service needs of the stack while its completions run is what limits a chain: so no iterator, and one call with a copy of
    // the request.
    let completions = beginCompletions(index)
    guard !completions.isEmpty else { return }
    let resolver = builder._withUnsafeGuaranteedRef { $0.resolver }
    var number = 0
    while number < completions.count {
      completions[number](resolver, result, arguments)
      number &+= 1
    }
    thread.countFrame(mode.frameScope, by: -1)
  }

  /// Begins the completions, and gives them; none if the instance is one that was awaited, and so is complete.
  @inline(never)
  private func beginCompletions(_ index: Int) -> [Settings.Completion] {
    if thread.ready(record.takeUnretainedValue())?.isTaken == true { return [] }
    let completions = record._withUnsafeGuaranteedRef {
      $0.configuration._withUnsafeGuaranteedRef { $0.settings.completions }
    }
    guard !completions.isEmpty else { return [] }
    let isFound = thread.pointee.cycle.entry(index).pointee.content != .building
    let frame = thread.pointee.frame(thread.pointee.frameCount - 1)
    frame.pointee.phase = isFound ? .completing : .completingUnseen
    thread.countFrame(mode.frameScope, by: 1)
    return completions
  }

  // MARK: - Tell

  @inline(never)
  func loop(otherPath: [ServiceKey] = []) -> ResolutionError {
    let key = registration.takeUnretainedValue().key
    return ResolutionError(
      .loop, key: key, enclosing: thread.pointee.path, otherPath: otherPath,
      location: record.takeUnretainedValue().location)
  }

  @inline(never)
  func closed() -> ResolutionError {
    ResolutionError(
      .containerClosed, key: registration.takeUnretainedValue().key, enclosing: thread.pointee.path)
  }

  func tooDeep() -> Outcome { Request.tooDeep(registration, record, thread) }

  @inline(never)
  static func tooDeep(
    _ registration: Unmanaged<Registration>, _ record: Unmanaged<Record>, _ thread: ThreadState.Pointer
  ) -> Outcome {
    .failed(
      ResolutionError(
        .tooDeep, key: registration.takeUnretainedValue().key, enclosing: thread.pointee.path,
        location: record.takeUnretainedValue().location))
  }

  /// The same within the frame of the service.
  @inline(never)
  func tooDeepError() -> ResolutionError {
    ResolutionError(
      .tooDeep, path: thread.pointee.path, location: record.takeUnretainedValue().location)
  }

  /// What a factory threw, with its place; in the frame of the service.
  ///
  /// The reason why a dependency is missing needs no second one.
  @_optimize(speed)
  func failure(_ error: any Error) -> ResolutionError {
    if let error = error as? ResolutionError { return error }
    return ResolutionError(
      .factoryFailed, path: thread.pointee.path, location: record.takeUnretainedValue().location,
      underlyingError: error)
  }
}
