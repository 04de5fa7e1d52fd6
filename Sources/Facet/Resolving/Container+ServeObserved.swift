extension Container {
  /// Resolves a key while hooks look on, or in the container that stands in for this one.
  @inline(never)
  func serveObserved(
    _ key: ServiceKey, _ arguments: Arguments, to slot: Slot?
  ) throws(ResolutionError) -> Answer {
    if let other = registry.standIn { return try other.ownContainer.serve(key, arguments, to: slot) }
    let thread = Resolution.current
    thread.state.outcome = .reusedFromContainer
    let call = HookCall(registry.hooks) {
      // A lazy that a factory uses at once is a need of that factory.
      let frame = thread.state.frames.last { $0.registration.object.order > 0 }
      return ObservedResolve(
        key: key, registration: registry.found(key)?.order, enclosing: frame?.registration.object.order,
        isInCompletion: frame?.isCompleting == true, registryDepth: registry.depth,
        depth: thread.state.hookDepth, thread: thread.number)
    }
    thread.state.hookDepth += 1
    defer { thread.state.hookDepth -= 1 }
    do throws(ResolutionError) {
      let answer = try serve(key, arguments, to: slot, isObserved: true)
      if case .reusedFromContainer = thread.state.outcome,
        registry.found(key)?.record.configuration.kind == .weak
      {
        thread.state.outcome = .reusedWeakly
      }
      call.end(thread.state.outcome)
      return answer
    } catch {
      call.end(error.isMissing(below: thread.path.count) ? .missing : .failed(error))
      throw error
    }
  }
}

/// The hooks of one resolve.
struct HookCall {
  private let hooks: [ResolveHook]
  private let resolve: ObservedResolve?
  private let start = ContinuousClock.now

  init(_ hooks: [ResolveHook], _ observe: () -> ObservedResolve) {
    self.hooks = hooks
    resolve = hooks.isEmpty ? nil : observe()
    if let resolve { for hook in hooks { hook.before(resolve) } }
  }
  func end(_ outcome: Outcome) {
    guard let resolve else { return }
    let duration = ContinuousClock.now - start
    for hook in hooks { hook.after(resolve, outcome, duration) }
  }
}
