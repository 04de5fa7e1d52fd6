/// Building within a cycle: transient and graph scope.
extension Request {
  /// Gives the cycle's instance, or builds one; the result is the dynamic type.
  @inline(__always)
  func buildInCycle(isShared: Bool) -> Any.Type? {
    if let known = find(arguments) { return reuse(known, isShared: isShared) }
    if resolution.pointee.cycleNumber > 0, isBuiltInSuspendedCycle { return fail(with: loop()) }
    return build(isShared: isShared)
  }

  @inline(never)
  private func reuse(_ known: Int, isShared: Bool) -> Any.Type? {
    if let dynamicType = copyInstance(known) { return dynamicType }
    guard resolution.mayBuildAgain(known) else { return fail(with: loop()) }
    return build(again: known, isShared: isShared)
  }

  @inline(__always)
  private func build(again known: Int? = nil, isShared: Bool) -> Any.Type? {
    let index = known ?? resolution.pointee.cycle.append(record, server, arguments)
    guard let dynamicType = runFactory(index) else {
      if known == nil { resolution.drop(index) }
      return nil
    }
    if resolution.pointee.cycle.entry(index).pointee.content != .building {
      return takeInstance(index, insteadOf: dynamicType)
    }
    let completes = configuration._withUnsafeGuaranteedRef { $0.hasCompletions }
    if isShared, completes || isAskedForAgain,
      record._withUnsafeGuaranteedRef({ $0.isReference(dynamicType, at: result) })
    {
      share(index)
    }
    if completes { complete(index) }
    resolution.pointee.pop()
    if known == nil, resolution.pointee.cycle.entry(index).pointee.content == .building {
      resolution.pointee.cycle.discard(index)
    }
    return dynamicType
  }

  /// Whether anybody can ask for the instance later in the cycle. Nobody can, where the cycle ends with this resolve.
  @inline(__always)
  private var isAskedForAgain: Bool {
    resolution.pointee.nesting > 1 || resolution.pointee.cycle.identifier != nil
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
