import Facet

/// Records which registration resolves which, each need once.
///
/// Several threads may resolve at the same time.
final class NeedsObserver: ResolveObserver {
  /// A resolve by a factory or a completion.
  struct Observed: Sendable {
    /// The order of the registration that resolves.
    let source: Int
    /// The key without wrappers.
    let key: ServiceKey
    /// The order of the registration that serves the key.
    let target: Int?
    let isInCompletion: Bool
    let isOptional: Bool
    let isDeferred: Bool
    /// The number of parents of the registry that the resolve asks.
    let registryDepth: Int

    /// Whether the source is known, and the target, if the need has one.
    func isAmong(_ orders: Set<Int>) -> Bool {
      orders.contains(source) && target.map(orders.contains) != false
    }
  }

  /// An error, and the order of the registration where the error began.
  struct Failure: Sendable {
    let error: ResolutionError
    let registration: Int?
    let source: Int?
  }

  /// The identity of a need; it compares no user-defined part.
  fileprivate struct Identity: Hashable {
    let source: Int?
    let target: Int?
    let key: ServiceKeyIdentity
    let use: [Bool]
    let registryDepth: Int

    init(_ need: Observed) {
      source = need.source
      target = need.target
      key = ServiceKeyIdentity(need.key)
      use = [need.isInCompletion, need.isOptional, need.isDeferred]
      registryDepth = need.registryDepth
    }
  }

  fileprivate struct State {
    /// The running resolves, by thread.
    var running: [Int: [ObservedResolve]] = [:]
    var known: Set<Identity> = []
    var needs: [(identity: Identity, need: Observed)] = []
    /// The number of needs at which unknown needs are dropped.
    var limit = 256
    var failures: [Failure] = []
    var knownFailures: Set<ObjectIdentifier> = []
  }

  private let state = Guarded(State())
  private let keepsFailures: Bool
  private let knownOrders: (@Sendable () -> Set<Int>)?

  /// Makes an observer for a verification, which keeps all needs.
  init() {
    keepsFailures = true
    knownOrders = nil
  }

  /// Makes an observer for a running program, which keeps the needs among the registrations of `knownOrders`.
  init(among knownOrders: @escaping @Sendable () -> Set<Int>) {
    keepsFailures = false
    self.knownOrders = knownOrders
  }

  var needs: [Observed] { state.withLock { $0.needs }.map(\.need) }

  var failures: [Failure] { state.withLock { $0.failures } }

  func began(_ resolve: ObservedResolve) {
    state.withLock { $0.running[resolve.thread, default: []].append(resolve) }
  }

  func ended(_ resolve: ObservedResolve, _ outcome: Outcome, _ duration: Duration) {
    let unwrapped = UnwrappedKey(resolve.key)
    var isMissing = false
    if case .missing = outcome { isMissing = true }
    let enclosing = state.withLock { $0.leave(resolve) }
    if keepsFailures, case .failed(let error) = outcome {
      let failure = Failure(error: error, registration: resolve.registration, source: resolve.enclosing)
      state.withLock { $0.add(failure) }
    }
    // An optional resolves its wrapped type, which is observed separately.
    let isOfWrapper = resolve.registration == nil && resolve.key.wrapped != nil
    guard let source = resolve.enclosing, !isOfWrapper || unwrapped.isDeferred || isMissing,
      unwrapped.key.serviceType != GraphIdentifier.self || resolve.registration != nil
    else { return }
    let isOptional = unwrapped.isOptional || (enclosing.map { UnwrappedKey($0.key).isOptional } ?? false)
    let need = Observed(
      source: source, key: isOfWrapper ? unwrapped.key : resolve.key,
      target: resolve.registration, isInCompletion: resolve.isInCompletion, isOptional: isOptional,
      isDeferred: isOfWrapper && unwrapped.isDeferred, registryDepth: resolve.registryDepth)
    // Outside the lock: the text of an option comes from user code.
    let identity = Identity(need)
    let isFull = state.withLock { state in
      if state.known.insert(identity).inserted { state.needs.append((identity, need)) }
      return state.needs.count >= state.limit
    }
    if isFull { dropUnknownNeeds() }
  }

  /// Drops needs that no graph shows: needs of released children and of replaced registrations.
  private func dropUnknownNeeds() {
    guard let orders = knownOrders?() else { return }
    let old = state.withLock { state in
      let old = state.needs
      state.needs.removeAll { !$0.need.isAmong(orders) }
      state.known = Set(state.needs.map(\.identity))
      state.limit = max(256, 2 * state.needs.count)
      return old
    }
    // Released outside the lock.
    _ = consume old
  }
}

extension NeedsObserver.State {
  /// Ends a resolve, and returns the resolve of the enclosing wrapper, if the resolve belongs to a wrapper.
  fileprivate mutating func leave(_ resolve: ObservedResolve) -> ObservedResolve? {
    _ = running[resolve.thread]?.popLast()
    guard let last = running[resolve.thread]?.last else {
      running[resolve.thread] = nil
      return nil
    }
    return last.key.wrapped != nil && last.enclosing == resolve.enclosing ? last : nil
  }

  fileprivate mutating func add(_ failure: NeedsObserver.Failure) {
    if knownFailures.insert(failure.error.identity).inserted { failures.append(failure) }
  }
}
