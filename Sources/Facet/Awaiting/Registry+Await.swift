/// The synchronous part of an awaited resolve: most find their instance, or have a synchronous factory.
extension Registry {
  /// Begins an awaited resolve within a build, or in a cycle that may have ended, if there is one.
  ///
  /// Puts the service into the slot if it is available, and sets `outcome`; or returns the build to await.
  func start(
    _ lookup: Lookup, _ arguments: Arguments?, _ slot: Slot, within enclosing: AwaitedBuild?,
    joining cycle: AwaitedCycle?, _ outcome: inout Outcome
  ) -> AwaitedBuild? {
    let current = CurrentBuild.current
    // The resolver of a finished build behaves like the container.
    let parent = enclosing.flatMap { $0.isOver ? nil : $0 } ?? current?.build
    if isObserved {
      if let other = standIn {
        return other.start(lookup, arguments, slot, within: enclosing, joining: cycle, &outcome)
      }
      if isClosed {
        outcome = resolve(lookup, arguments, slot)
        return nil
      }
    }
    let thread = Thread.current(threads)
    let isOutermost = !thread.state.isInside
    if isOutermost { thread.enter(asking: self) }
    let found = find(lookup)
    // The running code is the caller, even if it uses the resolver of another build.
    let party = current?.party ?? parent?.party
    var build: AwaitedBuild?
    if let found {
      build = self.build(for: found, arguments, slot, within: parent, party, joining: cycle, thread, &outcome)
    }
    let isServedNow = build == nil && !outcome.isSuccess && parent == nil && cycle == nil
    if isServedNow { outcome = resolve(lookup, arguments, slot) }
    if isOutermost { thread.leave() }
    if isServedNow || build != nil { return build }
    if outcome.isSuccess {
      if isObserved { hookCall(lookup.key, found?.read { $0.order }, within: parent).end(outcome) }
      return nil
    }
    if let parent {
      outcome = parent.joined { _ in resolve(lookup, arguments, slot) }
    } else if let cycle {
      outcome = thread.withCycle(cycle.identifier, asking: self) { resolve(lookup, arguments, slot) }
    }
    return nil
  }

  /// The build to await; `nil` for an existing instance, or a service that can be resolved right now.
  private func build(
    for found: Borrowed<Registration>, _ arguments: Arguments?, _ slot: Slot, within parent: AwaitedBuild?,
    _ party: Party?, joining cycle: AwaitedCycle?, _ thread: Thread, _ outcome: inout Outcome
  ) -> AwaitedBuild? {
    let record = found.read { $0.borrowedRecord }
    if found.read({ !$0.isForward }), let shared = record.read({ $0.shared }) {
      outcome = shared.read { $0.copy(to: slot) }
      if outcome.isSuccess {
        if shared.read({ $0.needs != nil }) {
          parent?.noteNeed(shared.read { $0.number })
          thread.noteNeed(shared.read { $0.number })
        }
        return nil
      }
    }
    let isAwaited = record.read { $0.isSpecialNow && $0.isAwaited }
    guard isAwaited || record.read({ $0.isToBeBuiltElsewhere(thread, arguments, in: self) }) else {
      return nil
    }
    let copy = arguments.flatMap { arguments in record.read { $0.recipe.arguments?.copy(arguments) } }
    return AwaitedBuild(
      found.object, in: container.object, within: parent, party: party, cycle: cycle, isAwaited: isAwaited,
      arguments: copy, usedLazy: thread.state.usedLazy?.needs)
  }

  /// Awaits a build, between calls of the hooks.
  nonisolated(nonsending) func run(_ build: AwaitedBuild, into slot: Slot) async throws(ResolutionError) {
    let call = hookCall(build.registration.key, build.registration.order, within: build.parent)
    do throws(ResolutionError) {
      try await build.run(into: slot)
    } catch {
      call.end(.failed(error))
      throw error
    }
    call.end(.built)
  }

  private func hookCall(_ key: @autoclosure () -> ServiceKey, _ order: Int?, within parent: AwaitedBuild?)
    -> HookCall
  {
    HookCall(hooks) {
      ObservedResolve(
        key: key(), registration: order, enclosing: parent?.registration.order, registryDepth: Int(depth),
        depth: parent.map { $0.depth + 1 } ?? 0)
    }
  }
}

extension Record {
  /// Whether a synchronous build needs an actor that the running code is not on, or another thread is building right now.
  fileprivate func isToBeBuiltElsewhere(
    _ thread: Thread, _ arguments: Arguments?, in registry: Registry
  ) -> Bool {
    if let shared, shared.read({ $0.owner != nil }) { return false }
    if isSpecialNow, let isolation = actorToVisit, !isolation.isKnownToBeCurrent(thread) { return true }
    return !mode.endsWithCycle && buildElsewhere(thread, arguments, in: registry) != nil
  }
}
