/// A resolve with hooks, or of a closed container.
extension Registry {
  /// Does the work of `resolve` for a key in parts.
  ///
  /// These stay in registers; a whole key would be in memory even without hooks.
  @inline(never)
  func resolveHooked(
    _ lookup: Lookup, _ arguments: Arguments?, _ slot: Slot,
    _ thread: Thread
  ) -> Outcome {
    if let other = standIn { return other.resolve(lookup, arguments, slot) }
    if isClosed { return .failed(closed(lookup.key, thread)) }
    let call = HookCall(hooks) { observe(lookup, thread) }
    thread.state.hookDepth += 1
    let outcome = resolve(lookup, arguments, slot, isHooked: true)
    thread.state.hookDepth -= 1
    call.end(outcome)
    return outcome
  }

  private func observe(_ lookup: Lookup, _ thread: Thread) -> ObservedResolve {
    let order = thread.inOneCycle(asking: self) { find(lookup)?.read { $0.order } }
    let count = thread.state.frames.count
    let frame = count > 0 ? thread.state.frames[count - 1] : nil
    return ObservedResolve(
      key: lookup.key, registration: order,
      enclosing: frame?.registration.read { $0.order },
      isInCompletion: frame.map { $0.phase != .building } ?? false,
      registryDepth: Int(depth), depth: thread.state.hookDepth, thread: thread.number)
  }
}

/// The hooks that were called at the beginning of a resolve, and must be called at its end.
struct HookCall {
  private let hooks: [any ResolveHook]
  private let resolve: ObservedResolve?
  private let start: ContinuousClock.Instant

  /// Calls the hooks for the beginning of a resolve.
  init(_ hooks: [any ResolveHook], _ observe: () -> ObservedResolve) {
    self.hooks = hooks
    resolve = hooks.isEmpty ? nil : observe()
    if let resolve { for hook in hooks { hook.willResolve(resolve) } }
    start = .now
  }

  func end(_ outcome: Outcome) {
    guard let resolve else { return }
    let duration = ContinuousClock.now - start
    for hook in hooks { hook.didResolve(resolve, outcome: outcome, duration: duration) }
  }
}
