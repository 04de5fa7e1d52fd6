/// Transient and graph scope: the instance goes with the cycle.
extension Request {
  /// Gives the cycle's instance, or builds one.
  #if compiler(>=6.3)
    @inline(always)
  #else
    @inline(__always)
  #endif
  func resolveInCycle() -> Outcome {
    guard hasPlainCycle else { return resolveInLargerCycle() }
    let hash = Cycle.hash(record, builder)
    if let known = thread.pointee.cycle.candidate(record, builder, mode.scope, hash) { return reuse(known) }
    if thread.pointee.cycle.count > 0, thread.pointee.child != nil, let known = relative(hash) {
      return reuse(known)
    }
    let index = thread.pointee.cycle.append(record, builder, arguments, mode.scope, hash)
    begin(index)
    // The result mostly is on the caller's stack, so its address says how much of that is left.
    guard thread.pointee.stack.isKnownToHaveRoom(at: result) || hasStackLeft else {
      return giveUp(index, .failed(tooDeepError()))
    }
    do {
      try record._withUnsafeGuaranteedRef { record in
        try record.build(builder._withUnsafeGuaranteedRef { $0.resolver }, arguments, result)
      }
    } catch {
      return giveUp(index, throwing: error)
    }
    return end(index)
  }

  /// Whether the cycle has its own table alone to look through, by addresses alone.
  @inline(__always)
  private var hasPlainCycle: Bool {
    thread.pointee.cycleIdentifier == nil && thread.pointee.cycleNumber == 0
      && (arguments == nil || thread.pointee.cycle.count == 0)
  }

  /// Whether the cycle goes on after the service that is being built.
  @inline(__always)
  private var goesOn: Bool {
    thread.pointee.frameCount > 1 || thread.pointee.blockCount > 0 || thread.pointee.cycleIdentifier != nil
  }

  /// Completes and keeps what the factory has made.
  #if compiler(>=6.3)
    @inline(always)
  #else
    @inline(__always)
  #endif
  private func end(_ index: Int) -> Outcome {
    let mode = record._withUnsafeGuaranteedRef { $0.mode }
    guard thread.pointee.cycle.entry(index).pointee.content == .building, !mode.hasCompletions else {
      return complete(index)
    }
    if self.mode.isScope(.graph), goesOn {
      let form = record._withUnsafeGuaranteedRef { $0.form(at: result) }
      // What is left here needs no call, and so no registers saved around it.
      guard form == .reference,
        record._withUnsafeGuaranteedRef({ $0.recipe.size <= ReferenceWords.storageSize })
      else { return complete(index) }
      thread.share(record, form, from: result, at: index)
      if arguments != nil { thread.pointee.cycle.keepArguments(index) }
    } else {
      thread.pointee.cycle.discard(index)
    }
    thread.pointee.pop()
    return .built
  }

  /// The same where there is more to do than to note a reference.
  @inline(never)
  private func complete(_ index: Int, isAgain: Bool = false) -> Outcome {
    guard thread.pointee.cycle.entry(index).pointee.content == .building else { return takeOther(index) }
    let hasCompletions = record._withUnsafeGuaranteedRef { $0.mode.hasCompletions }
    if mode.isScope(.graph), hasCompletions || goesOn,
      case let form = record._withUnsafeGuaranteedRef({ $0.form(at: result) }), form != .value
    {
      thread.share(record, form, from: result, at: index)
      if arguments != nil { thread.pointee.cycle.keepArguments(index) }
    }
    if hasCompletions { runCompletions(index) }
    thread.pointee.pop()
    if !isAgain, thread.pointee.cycle.entry(index).pointee.content == .building {
      thread.pointee.cycle.discard(index)
    }
    return .built
  }

  /// Gives what the cycle has, or builds a second time within the build of the same service.
  @inline(never)
  private func reuse(_ known: Int) -> Outcome {
    if copyInstance(known) { return .reusedFromCycle }
    guard thread.mayBuildAgain(known) else { return .failed(loop()) }
    return build(known, isAgain: true)
  }

  /// The same for a cycle that may have more to look through than its own table, or has arguments to compare.
  @inline(never)
  func resolveInLargerCycle() -> Outcome {
    let hash = hashWithArguments()
    if let known = findInCycle(hash) ?? survivor() ?? (thread.pointee.child == nil ? nil : relative(hash)) {
      return reuse(known)
    }
    if isBuiltInRestingCycle(hash) { return .failed(loop()) }
    return build(append(hash))
  }

  private func survivor() -> Int? {
    guard mode.isScope(.graph), thread.pointee.cycleIdentifier != nil else { return nil }
    return thread.joinSurvivor(self)
  }

  private func build(_ index: Int, isAgain: Bool = false) -> Outcome {
    let outcome = runFactory(index)
    guard case .built = outcome else {
      if !isAgain { thread.drop(index) }
      return outcome
    }
    return complete(index, isAgain: isAgain)
  }

  /// Leaves a build that failed.
  @inline(never)
  private func giveUp(_ index: Int, throwing error: any Error) -> Outcome {
    let reason = failure(error)
    return giveUp(index, .failed(reason))
  }

  @inline(never)
  private func giveUp(_ index: Int, _ outcome: Outcome) -> Outcome {
    thread.pointee.pop()
    thread.drop(index)
    return outcome
  }
}

extension ThreadState.Pointer {
  /// Lets the cycle hold the object at `source`.
  @inline(__always)
  func share(
    _ record: Unmanaged<Record>, _ form: ServiceForm, from source: UnsafeRawPointer, at index: Int
  ) {
    let size = record._withUnsafeGuaranteedRef { $0.recipe.size }
    guard form == .reference, size <= ReferenceWords.storageSize else {
      return shareOnHeap(record, form, from: source, at: index)
    }
    let entry = pointee.cycle.entry(index)
    assert(entry.pointee.content == .building)
    ReferenceWords.copy(from: source, to: Cycle.words(entry), size: size)
    entry.pointee.content = .reference
  }

  @inline(never)
  private func shareOnHeap(
    _ record: Unmanaged<Record>, _ form: ServiceForm, from source: UnsafeRawPointer, at index: Int
  ) {
    let record = record.takeUnretainedValue()
    let instance = SharedInstance(record.serviceType, size: record.recipe.size, form: form, from: source)
    pointee.cycle.hold(instance, at: index)
  }
}
