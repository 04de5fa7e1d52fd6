// Where everything that is resolved comes in, and leaves.

extension Container {
  /// Resolves a key.
  ///
  /// *With a slot the service is put there, or somebody keeps it and its box is returned; without one it is always returned.*
  @inline(__always)
  func serve(
    _ key: ServiceKey, _ arguments: Arguments, to slot: Slot?, isHooked: Bool = false
  ) throws(ResolutionError) -> Answer {
    if registry.isObserved, !isHooked { return try serveHooked(key, arguments, to: slot) }
    let thread = Resolution.current
    switch registry.find(key, thread.number) {
    case .kept(let instance): return .instance(instance)
    case .found(let found):
      thread.enter()
      // The request and its frame hold nothing.
      defer { withExtendedLifetime(found) { thread.leave() } }
      return try found.registration.resolve(Request(found, thread, arguments, to: slot), from: self)
    case .notRegistered: return try serveUnregistered(key, arguments, to: slot, thread)
    case .closed(let registry): throw thread.closed(key, registry)
    }
  }
  /// The same, without a slot.
  @inline(never)
  func boxed(_ key: ServiceKey, _ arguments: Arguments) throws(ResolutionError) -> Instance {
    try serve(key, arguments, to: nil).boxed
  }

  /// Resolves a registration that is at hand.
  package func resolve(_ registration: Registration, _ arguments: Arguments) throws(ResolutionError)
    -> Instance
  {
    let (thread, record) = (Resolution.current, registration.record)
    let (kept, mode) = record.owner.contents.read { _ in (record.home?.kept, record.mode) }
    if let kept, !registration.isForward { return kept }
    let found = Found(registration: registration, mode: mode, builder: Borrowed(registry.builder))
    return try thread.inOneGraph { () throws(ResolutionError) in
      defer { withExtendedLifetime(found) {} }
      return try registration.resolve(Request(found, thread, arguments), from: self).boxed
    }
  }

  // MARK: - What is not registered

  @inline(never)
  private func serveUnregistered(
    _ key: ServiceKey, _ arguments: Arguments, to slot: Slot?, _ thread: Resolution
  ) throws(ResolutionError) -> Answer {
    defer { thread.state.outcome = .built }
    if key.serviceType == GraphIdentifier.self, thread.isRunning {
      return deliver(thread.identifier, to: slot)
    }
    if let wrapper = thread.state.wrappers.wrapper(key.serviceType) {
      return try wrapper.wrap(
        WrapperRequest(container: self, key: key, arguments: arguments, thread: thread), to: slot)
    }
    throw registry.missing(key, thread.path)
  }

  // MARK: - Hooks

  @inline(never)
  private func serveHooked(
    _ key: ServiceKey, _ arguments: Arguments, to slot: Slot?
  ) throws(ResolutionError) -> Answer {
    if let other = registry.standIn { return try other.ownContainer.serve(key, arguments, to: slot) }
    let thread = Resolution.current
    thread.state.outcome = .reusedFromContainer
    let call = HookCall(registry.hooks) {
      let top = thread.state.frames.count - 1
      let frame = top < 0 ? nil : thread.state.frames[top]
      return ObservedResolve(
        key: key, registration: registry.found(key)?.order, enclosing: frame?.registration.object.order,
        isInCompletion: frame?.isCompleting == true, registryDepth: registry.depth,
        depth: thread.state.hookDepth, thread: thread.number)
    }
    thread.state.hookDepth += 1
    defer { thread.state.hookDepth -= 1 }
    do throws(ResolutionError) {
      let answer = try serve(key, arguments, to: slot, isHooked: true)
      if case .reusedFromContainer = thread.state.outcome, registry.found(key)?.record.mode.kind == .weak {
        thread.state.outcome = .reusedWeakly
      }
      call.end(thread.state.outcome)
      return answer
    } catch {
      call.end(registry.isMissing(error, thread) ? .missing : .failed(error))
      throw error
    }
  }
}

extension Resolution {
  func closed(_ key: ServiceKey, _ registry: Registry) -> ResolutionError {
    ResolutionError(.containerClosed, path, PathStep(key), ResolutionError.Extras(closing: registry.closing))
  }
}

extension Registry {
  /// Why a key cannot be resolved: what is missing is the service in the wrappers.
  func missing(_ key: ServiceKey, _ path: [PathStep], for initializer: Initializer? = nil) -> ResolutionError
  {
    let wrappers = Resolution.current
    var (serviceType, signature) = (key.serviceType, key.signature)
    while let wrapper = wrappers.state.wrappers.wrapper(serviceType) {
      // Arguments that no wrapper takes stay in the key, because they are the mistake.
      if let atUse = wrapper.argumentsAtUse { signature = signature == nil ? atUse : signature }
      serviceType = wrapper.wrappedType
    }
    let key = ServiceKey(serviceType, signature: signature, name: key.name)
    return ResolutionError(
      .notRegistered, path, PathStep(key), ResolutionError.Extras(initializer: initializer),
      search: NearSearch(self))
  }
  /// Whether the asked service itself is missing, and not one that it needs.
  fileprivate func isMissing(_ error: ResolutionError, _ thread: Resolution) -> Bool {
    error.code == .notRegistered && error.path.count == thread.path.count + 1
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
