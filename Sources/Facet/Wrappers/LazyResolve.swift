/// A service that is resolved at first use, once, and kept.
final class LazyResolve: Sendable {
  private struct State {
    var kept: Instance?
    var keptWeakly: WeakInstance?
    /// The resolve, until the service is there for good.
    var pending: DeferredResolve?
    /// The top-level resolve that it came from, and joins.
    var graph: GraphIdentifier?
    var once = Once()
    /// How often the service was replaced or released: a use that began before is not kept.
    var changes = 0

    var instance: Instance? { kept ?? keptWeakly?.instance }
  }
  struct Kind: Sendable {
    /// The type of the wrapper.
    let wrapper: Any.Type
    var isWeak = false
    /// Whether the service is kept as long as the wrapper, and the container is needed only until then.
    var isFinal = true
  }
  /// A use that resolves the service.
  private struct Use {
    let pending: DeferredResolve
    let graph: GraphIdentifier?
    let changes: Int
    /// Whether others wait for it.
    let isFirst: Bool
  }
  private enum Turn {
    case present(Instance)
    case use(Use)
    case others(OnceWork)
  }

  private let kind: Kind
  private let key: ServiceKey
  private let state: Guarded<State>

  init(_ kind: Kind, _ key: ServiceKey, _ pending: DeferredResolve) {
    (self.kind, self.key) = (kind, key)
    let thread = Resolution.current
    state = Guarded(State(pending: pending, graph: thread.isRunning ? thread.identifier : nil))
  }

  /// The service, if it is there.
  var present: Instance? { state.withLock { $0.instance } }

  func require() throws(ResolutionError) -> Instance {
    let thread = Resolution.current
    var isInCircle = false
    while true {
      switch turn(of: thread.state.party, isInCircle) {
      case .present(let instance): return instance
      case .use(let use): return try resolve(use, thread)
      case .others(let work):
        if case .circle = Waits.block(thread.waiter, for: work) { isInCircle = true }
      }
    }
  }
  private func resolve(_ use: Use, _ thread: Resolution) throws(ResolutionError) -> Instance {
    do throws(ResolutionError) {
      let container = try use.pending.container(of: kind.wrapper, key)
      let made: (instance: Instance, isHalfBuilt: Bool)
      // Before others get it: they find what it has got in its graph.
      do {
        let joining = use.graph.map(thread.join)
        defer { if let graph = use.graph, let joining { thread.leave(graph, joining) } }
        made = try thread.withLow { () throws(ResolutionError) in
          try use.pending.resolve(key, from: container).boxed
        }
      }
      return end(use, with: made.instance, isHalfBuilt: made.isHalfBuilt)
    } catch {
      end(use)
      throw error.used(through: kind.wrapper, at: thread.path.count)
    }
  }
  nonisolated(nonsending) func requireAsync() async throws(ResolutionError) -> Instance {
    var isInCircle = false
    while true {
      let (present, pending, graph) = state.withLock { ($0.instance, $0.pending, $0.graph) }
      if let present { return present }
      guard let pending else { continue }
      let resolver = pending.resolver(from: try pending.container(of: kind.wrapper, key), joining: graph)
      defer { pending.end(resolver) }
      switch turn(of: resolver.party, isInCircle) {
      case .present(let instance): return instance
      case .use(let use): return try await resolve(use, resolver)
      case .others(let work):
        switch await Waits.rest(resolver.waiter, for: work) {
        case .again, .abandoned: break
        case .circle: isInCircle = true
        case .cancelled: throw resolver.error(.cancelled, about: key)
        }
      }
    }
  }
  private nonisolated(nonsending) func resolve(
    _ use: Use, _ resolver: AwaitedResolver
  ) async throws(ResolutionError) -> Instance {
    let place = AwaitedPlace(container: resolver.container, enclosing: resolver)
    do throws(ResolutionError) {
      return end(use, with: try await AwaitedResolver.serveWrapped(key, use.pending.arguments, in: place))
    } catch {
      end(use)
      throw error.used(through: kind.wrapper, at: AwaitedResolver.running?.path.count ?? 0)
    }
  }

  @inline(__always)
  private func turn(of party: Party, _ isInCircle: Bool) -> Turn {
    state.withLock { state in
      if let instance = state.instance { return .present(instance) }
      var isFirst = false
      if !isInCircle {
        switch state.once.claim(by: party) {
        case .first: isFirst = true
        case .beside: break
        case .others(let work): return .others(work)
        }
      }
      return .use(
        Use(pending: state.pending!, graph: state.graph, changes: state.changes, isFirst: isFirst))
    }
  }
  /// A use has failed.
  private func end(_ use: Use) { if use.isFirst { state.withLock { $0.once.end() }?.finish() } }
  /// The first result counts, and what was put in meanwhile; a half-built one may still be taken back.
  private func end(_ use: Use, with new: Instance, isHalfBuilt: Bool = false) -> Instance {
    let weakly = kind.isWeak ? WeakInstance(new) : nil
    var (instance, work) = (new, nil as OnceWork?)
    // They are released outside the lock.
    var (pending, graph) = (nil as DeferredResolve?, nil as GraphIdentifier?)
    state.withLock { state in
      if use.isFirst { work = state.once.end() }
      if let first = state.instance { return instance = first }
      if isHalfBuilt || state.changes != use.changes { return }
      if kind.isWeak { state.keptWeakly = weakly } else { state.kept = new }
      if kind.isFinal {
        swap(&pending, &state.pending)
        swap(&graph, &state.graph)
      }
    }
    work?.finish()
    withExtendedLifetime((pending, graph)) {}
    return instance
  }

  /// Puts another service in the place of the kept one; what a running use gets is not kept.
  func replace(with new: Instance?) { change(new, leavesGraph: false) }
  /// Forgets the service, and the top-level resolve that it came from.
  func release() { change(nil, leavesGraph: true) }

  private func change(_ new: Instance?, leavesGraph: Bool) {
    let weakly = new.flatMap(WeakInstance.init)
    // Released outside the lock.
    _ = state.withLock { state in
      let old = (state.kept, state.keptWeakly, state.graph)
      (state.kept, state.keptWeakly) = kind.isWeak ? (nil, weakly) : (new, nil)
      state.changes += 1
      if leavesGraph { state.graph = nil }
      return old
    }
  }
}

extension LazyResolve: Opaque {}
