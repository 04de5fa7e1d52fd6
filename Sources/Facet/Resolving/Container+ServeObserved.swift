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
      let frame = thread.state.frames.last
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
        let kind = registry.found(key)?.record.configuration.kind, kind == .weak || kind == .custom
      {
        thread.state.outcome = kind.reuse
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
  private let start = Clock.nanoseconds

  init(_ hooks: [ResolveHook], _ observe: () -> ObservedResolve) {
    self.hooks = hooks
    resolve = hooks.isEmpty ? nil : observe()
    if let resolve { for hook in hooks { hook.before(resolve) } }
  }
  func end(_ outcome: Outcome) {
    guard let resolve else { return }
    let time = Clock.nanoseconds - start
    for hook in hooks { hook.after(resolve, outcome, time) }
  }
}
