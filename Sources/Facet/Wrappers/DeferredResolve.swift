/// A resolve that is done later.
final class DeferredResolve: Sendable {
  /// What is needed until the first use of a `Lazy`, and for each use of a `Provider`.
  private struct Pending: @unchecked Sendable {
    // Unchecked for the arguments, which go where the factory goes.
    /// Held, unless the container keeps what holds this.
    var held: Container?
    weak var container: Container?
    var arguments: KeptArguments?
    var graph: GraphIdentifier?
    /// The shared service that got the wrapper: what it gets by this, it uses.
    var user: Home?

    var target: Container? { held ?? container }
  }
  private let pending: Guarded<Pending>
  private let key: ServiceKey

  convenience init(_ request: WrapperRequest, of serviceType: Any.Type, joinsGraph: Bool)
    throws(ResolutionError)
  {
    try request.check(serviceType)
    self.init(request, joinsGraph: joinsGraph)
  }
  init(_ request: WrapperRequest, joinsGraph: Bool) {
    let thread = request.thread
    key = request.key
    // What a container keeps must not keep the container.
    let frames = Array(thread.state.frames)
    let isKept = frames.contains(where: \.isKept)
    pending = Guarded(
      Pending(
        held: isKept ? nil : request.container, container: isKept ? request.container : nil,
        arguments: KeptArguments.keep(request.arguments, request.key.signature),
        graph: joinsGraph && thread.isRunning ? thread.identifier : nil,
        user: joinsGraph ? frames.last { $0.home?.isPrivate == false }?.home : nil))
  }

  func resolve(
    _ serviceType: Any.Type, _ arguments: Arguments? = nil, for wrapper: Any.Type
  ) throws(ResolutionError) -> Instance {
    let (pending, before) = (pending.value, creations.newest)
    guard let target = pending.target else { throw gone(wrapper) }
    if arguments == nil, let kept = pending.arguments {
      return try kept.withArguments { arguments throws(ResolutionError) in
        try resolve(serviceType, arguments, for: wrapper)
      }
    }
    let thread = Resolution.current
    let joining = pending.graph.map(thread.join)
    defer { if let graph = pending.graph, let joining { thread.leave(graph, joining) } }
    let instance = try target.wrapped(key(serviceType), arguments ?? .none)
    noteUse(by: pending.user, serviceType, in: target, since: before)
    return instance
  }
  /// A service that is shared ends after the one that got it here.
  private func noteUse(by user: Home?, _ serviceType: Any.Type, in container: Container, since before: Int) {
    guard let user, let used = container.registry.found(key(serviceType))?.record else { return }
    let use = LazyUse(record: used, before: before, after: creations.newest)
    user.change { home in
      let isKnown = home.usedLazily.contains { $0.record === used && use.before == use.after }
      if !isKnown { home.usedLazily.append(use) }
    }
  }

  nonisolated(nonsending) func resolveAsync(
    _ serviceType: Any.Type, _ arguments: KeptArguments? = nil, for wrapper: Any.Type
  ) async throws(ResolutionError) -> Instance {
    let (pending, before) = (pending.value, creations.newest)
    guard let target = pending.target else { throw gone(wrapper) }
    if let list = target.list(key(serviceType)) { return try list.box(from: target) }
    let instance = try await AwaitedResolver.serve(
      key(serviceType), arguments ?? pending.arguments, in: target, joining: pending.graph)
    noteUse(by: pending.user, serviceType, in: target, since: before)
    return instance
  }

  func existingContainer(for wrapper: Any.Type) throws(ResolutionError) -> Container {
    guard let container = pending.value.target else { throw gone(wrapper) }
    return container
  }
  private func gone(_ wrapper: Any.Type) -> ResolutionError {
    ResolutionError(.containerGone, key: key(wrapper))
  }
  func key(_ type: Any.Type) -> ServiceKey { key.of(type) }

  /// Forgets the cycle: a later use begins its own.
  func leaveCycle() {
    // Released outside the lock.
    _ = pending.withLock { exchange(&$0.graph, with: nil) }
  }
  /// Releases everything; there is no later use.
  func end() {
    // Released outside the lock.
    _ = pending.exchange(Pending())
  }
}
