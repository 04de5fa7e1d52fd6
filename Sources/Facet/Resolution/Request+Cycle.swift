/// Transient and graph scope: the instance goes with the cycle.
extension Request {
  /// Gives the cycle's instance, or builds one.
  #if compiler(>=6.3)
    @inline(always)
  #else
    @inline(__always)
  #endif
  func resolveInCycle() -> Outcome {
    guard hasPlainCycle else {
      return Request.resolveInLargerCycle((registration, record, mode, builder, arguments, result, thread))
    }
    let hash = Cycle.hash(record, builder)
    if let known = thread.pointee.cycle.candidate(record, builder, mode.scope, hash) {
      return Request.reuse(known, (registration, record, mode, builder, arguments, result, thread))
    }
    // A relative may have built it.
    if thread.pointee.child != nil, thread.pointee.cycle.count > 0 {
      return Request.resolveInLargerCycle((registration, record, mode, builder, arguments, result, thread))
    }
    let index = thread.pointee.cycle.append(record, builder, arguments, mode.scope, hash)
    begin(index)
    // The result mostly is on the caller's stack, so its address says how much of that is left.
    guard thread.pointee.stack.isKnownToHaveRoom(at: result) || thread.hasStackLeft else {
      return Request.giveUpTooDeep(index, (registration, record, mode, builder, arguments, result, thread))
    }
    do {
      try record._withUnsafeGuaranteedRef { record in
        try record.build(builder._withUnsafeGuaranteedRef { $0.resolver }, arguments, result)
      }
    } catch {
      return Request.giveUp(
        index, throwing: error, (registration, record, mode, builder, arguments, result, thread))
    }
    return end(index)
  }

  /// Whether only the cycle's own table is to be looked through, and only addresses compared.
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
      return Request.complete(
        index, isAgain: false, (registration, record, mode, builder, arguments, result, thread))
    }
    if self.mode.isScope(.graph), goesOn {
      let form = record._withUnsafeGuaranteedRef { $0.form(at: result) }
      // What is left here needs no call, and so no registers saved around it.
      guard form == .reference,
        record._withUnsafeGuaranteedRef({ $0.recipe.size <= ReferenceWords.storageSize })
      else {
        return Request.complete(
          index, isAgain: false, (registration, record, mode, builder, arguments, result, thread))
      }
      thread.share(record, form, from: result, at: index)
      if arguments != nil { thread.pointee.cycle.keepArguments(index) }
    } else {
      thread.pointee.cycle.discard(index)
    }
    thread.pointee.pop()
    return .built
  }

  /// Lets the cycle hold the instance, if it goes on or if there are completions.
  @inline(never)
  func share(_ index: Int, hasCompletions: Bool) {
    guard hasCompletions || goesOn, case let form = record._withUnsafeGuaranteedRef({ $0.form(at: result) }),
      form != .value
    else { return }
    thread.share(record, form, from: result, at: index)
    if arguments != nil { thread.pointee.cycle.keepArguments(index) }
  }

  /// Gives what the cycle has, or builds a second time within the build of the same service.
  @inline(never)
  @_optimize(speed)
  func reuse(_ known: Int) -> Outcome {
    if copyInstance(known) { return .reusedFromCycle }
    guard thread.mayBuildAgain(known) else { return .failed(loop()) }
    return build(known, isAgain: true)
  }

  /// The same for a cycle that may have more to look through than its own table, or has arguments to compare.
  @inline(never)
  func resolveInLargerCycle() -> Outcome {
    if mode.isScope(.graph), let cycle = thread.pointee.cycleIdentifier, let resolve = cycle.resolveShared {
      return resolve(self, cycle)
    }
    let hash = hashWithArguments()
    var first = 0
    if let known = findInCycle(hash, since: &first) ?? survivor()
      ?? (thread.pointee.child == nil ? nil : relative(hash))
    {
      return reuse(known)
    }
    if isBuiltInRestingCycle(hash) { return .failed(loop()) }
    // These have compared arguments, too.
    if let known = findInCycle(hash, since: &first) { return reuse(known) }
    return build(append(hash))
  }

  private func survivor() -> Int? {
    guard mode.isScope(.graph), thread.pointee.cycleIdentifier != nil else { return nil }
    return thread.joinSurvivor(self)
  }

  func build(_ index: Int, isAgain: Bool = false) -> Outcome {
    let outcome = runFactory(index)
    guard case .built = outcome else {
      if !isAgain { thread.drop(index) }
      return outcome
    }
    return Request.complete(
      index, isAgain: isAgain, (registration, record, mode, builder, arguments, result, thread))
  }

  /// Leaves a build that failed.
  func giveUp(_ index: Int, throwing error: any Error) -> Outcome {
    let reason = failure(error)
    return giveUp(index, .failed(reason))
  }

  /// The same for which there is no stack left.
  func giveUpTooDeep(_ index: Int) -> Outcome { giveUp(index, .failed(tooDeepError())) }

  func giveUp(_ index: Int, _ outcome: Outcome) -> Outcome {
    thread.leaveFrame(hasFailed: true)
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
