/// Building within a cycle: transient and graph scope.
extension Request {
  /// Gives the cycle's instance, or builds one.
  @inline(__always)
  func buildInCycle(isShared: Bool) -> Bool {
    // Only a joined cycle has more to look through than its own table.
    if resolution.pointee.cycleIdentifier != nil, let known = find(arguments) {
      return reuse(known, isShared: isShared)
    }
    let (index, isNew) = resolution.pointee.cycle.findOrAppend(record, server, arguments)
    guard isNew else { return reuse(index, isShared: isShared) }
    if resolution.pointee.cycleNumber > 0, isBuiltInSuspendedCycle {
      resolution.pointee.cycle.discard(index)
      return fail(with: loop())
    }
    return build(index, isShared: isShared)
  }

  @inline(never)
  private func reuse(_ known: Int, isShared: Bool) -> Bool {
    if copyInstance(known) { return true }
    guard resolution.mayBuildAgain(known) else { return fail(with: loop()) }
    return build(known, isAgain: true, isShared: isShared)
  }

  @inline(__always)
  private func build(_ index: Int, isAgain: Bool = false, isShared: Bool) -> Bool {
    guard runFactory(index) else {
      if !isAgain { resolution.drop(index) }
      return false
    }
    if resolution.pointee.cycle.entry(index).pointee.content != .building {
      return takeInstance(index)
    }
    if isShared, mode.hasCompletions || isAskedForAgain,
      record._withUnsafeGuaranteedRef({ $0.isReference(at: result) })
    {
      share(index)
    }
    if mode.hasCompletions { complete(index) }
    resolution.pointee.pop()
    if !isAgain, resolution.pointee.cycle.entry(index).pointee.content == .building {
      resolution.pointee.cycle.discard(index)
    }
    return true
  }

  /// Whether anybody can ask for the instance later in the cycle.
  ///
  /// Nobody can, where the cycle ends with this resolve.
  @inline(__always)
  private var isAskedForAgain: Bool {
    resolution.pointee.nesting > 1 || resolution.pointee.cycleIdentifier != nil
  }

  /// Lets the cycle hold the instance.
  @inline(__always)
  func share(_ index: Int) {
    let size = record._withUnsafeGuaranteedRef { $0.size }
    ReferenceWords.copy(from: result, to: resolution.pointee.cycle.words(index), size: size)
    resolution.pointee.cycle.entry(index).pointee.content = .reference
    if arguments != nil { resolution.pointee.cycle.keepArguments(index) }
  }
}
