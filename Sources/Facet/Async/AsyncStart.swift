/// What becomes of an awaited resolve at once: most find their instance, or have a synchronous factory.
@usableFromInline
enum AsyncStart {
  /// Nothing is to be awaited; if that is a success, the service is written.
  case done(Outcome)
  /// The service has to be built by `AsyncBuild.run`.
  case build(AsyncBuild)
}

extension ResolverBacking {
  /// Begins an awaited resolve, and writes the service to `result` if it is there.
  @usableFromInline
  func start(
    _ serviceType: Any.Type, _ signature: Any.Type?, _ name: String?, _ arguments: UnsafeRawPointer?,
    _ result: UnsafeMutableRawPointer
  ) -> AsyncStart {
    guard let registry = asked?.takeUnretainedValue() else { return .done(.missing) }
    let lookup = Lookup(serviceType, signature, name)
    let parent = build?.takeUnretainedValue() ?? AsyncBuild.current
    return registry.start(lookup, arguments, result, within: parent?.isOver == false ? parent : nil)
  }
}

extension Registry {
  @inline(never)
  fileprivate func start(
    _ lookup: Lookup, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer,
    within parent: AsyncBuild?
  ) -> AsyncStart {
    if let other = standIn { return other.start(lookup, arguments, result, within: parent) }
    let thread = ThreadState.current
    if !isClosed,
      let build = thread.inOneCycle(asking: self, { build(for: lookup, arguments, within: parent, thread) })
    {
      return .build(build)
    }
    let resolve = { (_: ThreadState.Pointer) in self.resolve(lookup, arguments, result) }
    return .done(parent?.joined(resolve) ?? resolve(thread))
  }

  /// The build of what has to be awaited; `nil` for what can be resolved right now.
  private func build(
    for lookup: Lookup, _ arguments: UnsafeRawPointer?, within parent: AsyncBuild?,
    _ thread: ThreadState.Pointer
  ) -> AsyncBuild? {
    guard let registration = find(lookup)?.takeUnretainedValue() else { return nil }
    let record = registration.record
    if let shared = record.shared, shared._withUnsafeGuaranteedRef({ $0.owner != nil }) { return nil }
    let isAwaited = record.isAwaited
    guard isAwaited || record.isToBeBuiltElsewhere(thread) else { return nil }
    return AsyncBuild(
      registration, in: container, parent: parent, isAwaited: isAwaited, arguments: arguments)
  }
}

extension Record {
  /// Whether a synchronous build needs an actor that the running code is not on, or another thread is building right now.
  fileprivate func isToBeBuiltElsewhere(_ thread: ThreadState.Pointer) -> Bool {
    if isSpecialNow, let isolation = actorToVisit, !isolation.isCurrent(thread) { return true }
    return !mode.endsWithCycle && Flights.runningElsewhere(self) != nil
  }
}
