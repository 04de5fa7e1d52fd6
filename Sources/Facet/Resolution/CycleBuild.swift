/// Building within a cycle: transient and graph scope.
extension Registry {
  /// Gives the cycle's instance, or builds one.
  @inline(__always)
  func buildInCycle(
    _ registration: Unmanaged<Registration>, _ record: Unmanaged<ServiceRecord>,
    _ mode: ServiceConfiguration.Mode, _ arguments: UnsafeRawPointer?,
    _ result: UnsafeMutableRawPointer, _ resolution: Resolution.Pointer
  ) -> Bool {
    // Made where it is needed, to keep the rest in registers.
    var request: Request {
      Request(
        registration: registration, record: record, mode: mode, server: .passUnretained(self),
        arguments: arguments, result: result, resolution: resolution)
    }
    if resolution.pointee.isJoined { return request.buildInCycle() }
    let (index, isNew) = resolution.pointee.cycle.findOrAppend(
      record, .passUnretained(self), arguments, mode.scope)
    guard isNew else { return request.reuse(index) }
    resolution.pointee.push(Frame(registration: registration, entry: index, cycleNumber: 0))
    // The result mostly is on the caller's stack, so its address says how much of that is left.
    guard resolution.pointee.stack.isAwayFromEnd(result) else { return request.buildAwayFromEnd(index) }
    do {
      try record._withUnsafeGuaranteedRef { try $0.build(resolver, arguments, result) }
    } catch {
      return request.endBuild(index, with: error)
    }
    guard resolution.pointee.cycle.entry(index).pointee.content == .building else {
      return request.takeInstance(index)
    }
    if mode.hasCompletions { return request.endBuild(index) }
    if mode.isScope(.graph), resolution.pointee.isAskedForMore {
      let form = record._withUnsafeGuaranteedRef { $0.form(at: result) }
      // What is left here needs no call, and so no registers saved around it.
      guard form == .reference, record._withUnsafeGuaranteedRef({ $0.size <= ReferenceWords.storageSize })
      else { return request.endBuild(index) }
      resolution.share(record, form, from: result, at: index)
      if arguments != nil { resolution.pointee.cycle.keepArguments(index) }
    } else {
      resolution.pointee.cycle.discard(index)
    }
    resolution.pointee.pop()
    return true
  }
}

extension Resolution {
  /// Whether the cycle has more to look through than its own table: it joins another one, or another one was put
  /// aside for it.
  @inline(__always)
  fileprivate var isJoined: Bool { cycleIdentifier != nil || cycleNumber > 0 }

  /// Whether the cycle goes on after the service that is being built.
  @inline(__always)
  fileprivate var isAskedForMore: Bool { frameCount > 1 || blockCount > 0 || cycleIdentifier != nil }
}

extension Request {
  /// The same for a cycle that may have more to look through than its own table.
  @inline(never)
  func buildInCycle() -> Bool {
    if let known = find(arguments) { return reuse(known) }
    if isBuiltInSuspendedCycle { return fail(with: loop()) }
    let index = resolution.pointee.cycle.append(record, server, arguments, mode.scope)
    return build(index)
  }

  @inline(never)
  fileprivate func reuse(_ known: Int) -> Bool {
    if copyInstance(known) { return true }
    guard resolution.mayBuildAgain(known) else { return fail(with: loop()) }
    return build(known, isAgain: true)
  }

  private func build(_ index: Int, isAgain: Bool = false) -> Bool {
    guard runFactory(index) else {
      if !isAgain { resolution.drop(index) }
      return false
    }
    return endBuild(index, isAgain: isAgain)
  }

  /// Goes on where the frame of the service is there, but the stack may not suffice.
  @inline(never)
  fileprivate func buildAwayFromEnd(_ index: Int) -> Bool {
    guard runFactoryAwayFromEnd() else {
      resolution.drop(index)
      return false
    }
    return endBuild(index)
  }

  @inline(never)
  fileprivate func endBuild(_ index: Int, with error: any Error) -> Bool {
    noteFailure(error)
    resolution.drop(index)
    return false
  }

  /// Completes an instance that the factory has made, and shares it in the cycle if that is its scope.
  @inline(never)
  fileprivate func endBuild(_ index: Int, isAgain: Bool = false) -> Bool {
    guard resolution.pointee.cycle.entry(index).pointee.content == .building else {
      return takeInstance(index)
    }
    if mode.isScope(.graph), mode.hasCompletions || resolution.pointee.isAskedForMore,
      case let form = record._withUnsafeGuaranteedRef({ $0.form(at: result) }), form != .value
    {
      resolution.share(record, form, from: result, at: index)
      if arguments != nil { resolution.pointee.cycle.keepArguments(index) }
    }
    if mode.hasCompletions { complete(index) }
    resolution.pointee.pop()
    if !isAgain, resolution.pointee.cycle.entry(index).pointee.content == .building {
      resolution.pointee.cycle.discard(index)
    }
    return true
  }
}

extension Resolution.Pointer {
  /// Lets the cycle hold the object at `source`.
  @inline(__always)
  func share(
    _ record: Unmanaged<ServiceRecord>, _ form: ServiceForm, from source: UnsafeRawPointer, at index: Int
  ) {
    let size = record._withUnsafeGuaranteedRef { $0.size }
    guard form == .reference, size <= ReferenceWords.storageSize else {
      return shareOnHeap(record, form, from: source, at: index)
    }
    let entry = pointee.cycle.entry(index)
    ReferenceWords.copy(from: source, to: Cycle.words(entry), size: size)
    entry.pointee.content = .reference
  }

  @inline(never)
  private func shareOnHeap(
    _ record: Unmanaged<ServiceRecord>, _ form: ServiceForm, from source: UnsafeRawPointer, at index: Int
  ) {
    let record = record.takeUnretainedValue()
    let instance = SharedInstance(record.serviceType, size: record.size, form: form, from: source)
    pointee.cycle.hold(instance, at: index)
  }
}
