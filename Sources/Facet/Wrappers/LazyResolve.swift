/// A service that is resolved at first use, once, and kept.
final class LazyResolve: Sendable {
  /// The parts that are needed until the service is there: an object, so that a use copies one reference.
  private final class Pending: Sendable {
    let deferred: DeferredResolve
    /// The top-level resolve that it came from, and joins.
    let graph: GraphIdentifier?

    init(_ deferred: DeferredResolve, in graph: GraphIdentifier? = nil) {
      (self.deferred, self.graph) = (deferred, graph)
    }
  }
  private struct State {
    var kept: Instance?
    var keptWeakly: WeakInstance?
    var pending: Pending?
    /// How often the service was replaced or released: a use that began before is not kept.
    var changes = 0

    var instance: Instance? { kept ?? keptWeakly?.instance }
  }
  /// The types of the wrapper and of its service.
  struct Kind: Sendable {
    let wrapper, serviceType: Any.Type
    var isWeak = false
    /// Whether the service is kept as long as the wrapper, and the container is needed only until then.
    var isFinal = true
  }

  private let kind: Kind
  private let registry: Registry
  private let state: Guarded<State>
  private let once = Once()

  /// Fails unless the service can be resolved.
  convenience init(_ kind: Kind, _ request: WrapperRequest) throws(ResolutionError) {
    try request.check(kind.serviceType)
    self.init(kind, unchecked: request)
  }
  init(_ kind: Kind, unchecked request: WrapperRequest) {
    (self.kind, registry) = (kind, request.container.registry)
    let thread = request.thread
    let graph = thread.isRunning ? thread.identifier : nil
    state = Guarded(State(pending: Pending(DeferredResolve(request), in: graph)))
  }

  /// Whether the container that it resolves from is closed.
  var isClosed: Bool { registry.isClosed }
  /// The service, if it is there.
  var present: Instance? { state.withLock { $0.instance } }

  func require() throws(ResolutionError) -> Instance {
    let thread = Resolution.current
    while true {
      if let present { return present }
      let turn = once.begin(thread.state.party, thread.waiter)
      defer { if case .first = turn { once.end() } }
      if case .over = turn { continue }
      let used = try use(thread)
      // An instance that was put in meanwhile stays.
      return present ?? used
    }
  }
  private func use(_ thread: Resolution) throws(ResolutionError) -> Instance {
    let (instance, pending, changes) = state.withLock { ($0.instance, $0.pending, $0.changes) }
    // Another party was faster.
    if let instance { return instance }
    guard let pending else { return present! }
    let container = try pending.deferred.container(for: kind.wrapper)
    let joining = pending.graph.map(thread.join)
    defer { if let graph = pending.graph, let joining { thread.leave(graph, joining) } }
    do throws(ResolutionError) {
      let (instance, isHalfBuilt) = try thread.withLow { () throws(ResolutionError) in
        try pending.deferred.resolve(kind.serviceType, from: container)
      }
      // A half-built instance may still be taken back.
      return isHalfBuilt ? instance : keep(instance, changes)
    } catch {
      throw error.used(through: kind.wrapper, at: thread.path.count)
    }
  }
  nonisolated(nonsending) func requireAsync() async throws(ResolutionError) -> Instance {
    while true {
      if let present { return present }
      guard let pending = state.withLock({ $0.pending }) else { continue }
      let container = try pending.deferred.container(for: kind.wrapper)
      let resolver = pending.deferred.resolver(from: container, joining: pending.graph)
      defer { pending.deferred.end(resolver) }
      let turn = await once.beginAsync(resolver.waiter)
      defer { if case .first = turn { once.end() } }
      switch turn {
      case .over: continue
      case .cancelled: throw resolver.error(.cancelled, about: pending.deferred.key.of(kind.serviceType))
      case .first, .beside:
        let used = try await use(resolver, pending.deferred.key)
        return present ?? used
      }
    }
  }
  private nonisolated(nonsending) func use(
    _ resolver: AwaitedResolver, _ key: ServiceKey
  ) async throws(ResolutionError) -> Instance {
    let (instance, arguments, changes) = state.withLock {
      ($0.instance, $0.pending?.deferred.arguments, $0.changes)
    }
    // Another party was faster.
    if let instance { return instance }
    let place = AwaitedPlace(container: resolver.container, enclosing: resolver)
    do throws(ResolutionError) {
      return keep(
        try await AwaitedResolver.serveWrapped(key.of(kind.serviceType), arguments, in: place), changes)
    } catch {
      throw error.used(through: kind.wrapper, at: AwaitedResolver.running?.path.count ?? 0)
    }
  }
  /// The first result counts.
  private func keep(_ new: Instance, _ changes: Int) -> Instance {
    let weakly = kind.isWeak ? WeakInstance(new) : nil
    // The pending parts are released outside the lock.
    return state.withLock { state -> (Instance, Pending?) in
      if let first = state.instance { return (first, nil) }
      if state.changes != changes { return (new, nil) }
      if kind.isWeak { state.keptWeakly = weakly } else { state.kept = new }
      return (new, kind.isFinal ? exchange(&state.pending, with: nil) : nil)
    }.0
  }

  /// Puts another service in the place of the kept one; what a running use gets is not kept.
  func replace(with new: Instance?) { change(new, leavesGraph: false) }
  /// Forgets the service, and the top-level resolve that it came from.
  func release() { change(nil, leavesGraph: true) }

  private func change(_ new: Instance?, leavesGraph: Bool) {
    let weakly = new.flatMap(WeakInstance.init)
    // Released outside the lock.
    _ = state.withLock { state in
      let old = (state.kept, state.keptWeakly)
      (state.kept, state.keptWeakly) = kind.isWeak ? (nil, weakly) : (new, nil)
      state.changes += 1
      let pending = state.pending
      if leavesGraph { state.pending = pending.map { Pending($0.deferred) } }
      return (old, pending)
    }
  }
}

extension LazyResolve: Opaque {}
