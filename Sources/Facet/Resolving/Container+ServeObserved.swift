extension Container {
  /// Resolves a key while hooks look on, or in the container that stands in for this one.
  @inline(never)
  func serveObserved(
    _ key: ServiceKey, _ arguments: Arguments, to slot: Slot?
  ) throws(ResolutionError) -> Answer {
    if let other = registry.standIn { return try other.ownContainer.serve(key, arguments, to: slot) }
    let thread = Resolution.current
    thread.state.outcome = .reusedFromContainer
    let outer = thread.state.observed
    let call = HookCall(registry.hooks, in: outer ?? ObservedResolve.ofTask?.running) { running in
      let frame = thread.state.frames.last
      return ObservedResolve(
        key: key, registration: registry.found(key)?.order,
        enclosing: frame?.registration.object.order ?? ObservedResolve.askingInTask,
        part: frame?.step.part ?? .factory, registryDepth: registry.depth,
        running: running, thread: thread.number)
    }
    thread.state.observed = call.observed?.running ?? outer
    defer { thread.state.observed = outer }
    do throws(ResolutionError) {
      let answer = try serve(key, arguments, to: slot, isObserved: true)
      // A kept instance is found before its scope is asked for.
      if case .reusedFromContainer = thread.state.outcome,
        let kind = registry.found(key)?.record.configuration.kind
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

extension Registry {
  /// Tells the hooks what a service asks for; returns whether one of them reports what fails.
  @inline(never)
  func tellHooks(_ notice: ResolveNotice) -> Bool {
    let asking =
      Resolution.current.state.frames.last?.registration.object.order ?? ObservedResolve.askingInTask
    return (standIn ?? self).hooks.map { $0.notice(asking, notice) }.contains(true)
  }
}

/// The hooks of one resolve.
struct HookCall {
  private let hooks: [ResolveHook]
  /// `nil` if nobody looks on.
  let observed: ObservedResolve?
  private let start: UInt64

  init(
    _ hooks: [ResolveHook], in enclosing: @autoclosure () -> RunningResolve?,
    _ observe: (RunningResolve) -> ObservedResolve
  ) {
    self.hooks = hooks
    observed = hooks.isEmpty ? nil : observe(RunningResolve(in: enclosing()))
    start = observed == nil ? 0 : Clock.nanoseconds
    if let observed { for hook in hooks { hook.before(observed) } }
  }

  func end(_ outcome: Outcome) {
    guard let observed else { return }
    observed.running.end()
    let time = Clock.nanoseconds - start
    for hook in hooks { hook.after(observed, outcome, time) }
  }
}
