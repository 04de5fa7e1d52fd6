// Where everything that is resolved comes in, and leaves.

extension Container {
  /// Resolves a key.
  ///
  /// *With a slot the service is put there, or somebody keeps it and its box is returned; without one it is always returned.*
  func serve(
    _ type: Any.Type, _ signature: Any.Type?, _ name: String?, _ arguments: Arguments, _ slot: Slot?,
    isHooked: Bool = false
  ) throws(ResolutionError) -> Instance? {
    let thread = Resolution.current
    if registry.isObserved, !isHooked {
      return try serveHooked(type, signature, name, arguments, slot, thread)
    }
    switch registry.find(type, signature, name, thread.number) {
    case .kept(let instance, let mode):
      thread.state.outcome = mode.kind == .weak ? .reusedWeakly : .reusedFromContainer
      return instance
    case .found(let found):
      thread.enter()
      defer { thread.leave() }
      // As `Found.serve`, without its variables on the stack between one service and the next.
      let registration = found.registration
      if registration.isForward {
        return try known(registration, as: Forward.self).resolve(found, self, thread, arguments, slot)
      }
      return try known(registration, as: Record.self).resolve(found, self, thread, arguments, slot)
    case nil: return try serveUnregistered(type, signature, name, arguments, slot, thread)
    }
  }
  /// The same, without a slot.
  @inline(never)
  func boxed(
    _ type: Any.Type, _ signature: Any.Type?, _ name: String?, _ arguments: Arguments
  ) throws(ResolutionError) -> Instance {
    try serve(type, signature, name, arguments, nil)!
  }
  /// The same, by who knows the type.
  func read<Service>(
    _ type: Service.Type, _ signature: Any.Type? = nil, _ name: String? = nil, _ arguments: Arguments = .none
  ) throws(ResolutionError) -> Service {
    try boxed(type, signature, name, arguments).service(as: Service.self)
  }

  /// Resolves a registration that is at hand.
  package func resolve(_ registration: Registration, _ arguments: Arguments) throws(ResolutionError)
    -> Instance
  {
    let thread = Resolution.current
    let record = registration.record
    let (kept, mode) = record.owner.contents.read { _ in (record.kept, record.mode) }
    if let kept, !registration.isForward { return kept }
    thread.enter()
    defer { thread.leave() }
    return try Found(registration, mode, Borrowed(registry.builder)).serve(self, thread, arguments, nil)!
  }

  // MARK: - What is not registered

  @inline(never)
  private func serveUnregistered(
    _ type: Any.Type, _ signature: Any.Type?, _ name: String?, _ arguments: Arguments, _ slot: Slot?,
    _ thread: Resolution
  ) throws(ResolutionError) -> Instance? {
    if let registry = registry.closed {
      throw thread.closed(ServiceKey(type, signature: signature, name: name), registry)
    }
    defer { thread.state.outcome = .built }
    if type == GraphIdentifier.self, thread.isRunning { return deliver(thread.identifier, to: slot) }
    if let wrapper = thread.state.wrappers.wrapper(type) {
      let request = WrapperRequest(
        container: self, signature: signature, name: name, arguments: arguments, thread: thread)
      return try wrapper.wrap(request, slot)
    }
    throw registry.missing(ServiceKey(type, signature: signature, name: name), thread.path)
  }

  // MARK: - Hooks

  @inline(never)
  private func serveHooked(
    _ type: Any.Type, _ signature: Any.Type?, _ name: String?, _ arguments: Arguments, _ slot: Slot?,
    _ thread: Resolution
  ) throws(ResolutionError) -> Instance? {
    if let other = registry.standIn {
      return try other.ownContainer.serve(type, signature, name, arguments, slot)
    }
    let call = HookCall(registry.hooks) {
      let key = ServiceKey(type, signature: signature, name: name)
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
      let instance = try serve(type, signature, name, arguments, slot, isHooked: true)
      call.end(thread.state.outcome)
      return instance
    } catch {
      call.end(registry.isMissing(error, type, thread) ? .missing : .failed(error))
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
  fileprivate func isMissing(_ error: ResolutionError, _ type: Any.Type, _ thread: Resolution) -> Bool {
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
