import Facet

/// Notes which registration asks for which, each need once.
///
/// Resolves may come from several threads at the same time.
final class NeedsObserver: ResolveObserver {
  /// What a factory or a completion asked for.
  struct Observed: Sendable {
    /// The order of the registration that asked.
    let source: Int
    /// The key without wrappers.
    let key: ServiceKey
    /// The order of the registration that serves the key.
    let target: Int?
    let isInCompletion: Bool
    let isOptional: Bool
    let isDeferred: Bool
    /// How many parents the registry has that was asked.
    let registryDepth: Int

    /// Whether it is known who asked, and who served.
    func isAmong(_ orders: Set<Int>) -> Bool {
      orders.contains(source) && target.map(orders.contains) != false
    }
  }

  /// An error, and the order of the registration that it began with.
  struct Failure: Sendable {
    let error: ResolutionError
    let registration: Int?
    let source: Int?
  }

  /// What makes a need the same as another one, without a part of the user's that would have to be compared.
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
    /// The resolves that run, by thread.
    var running: [Int: [ObservedResolve]] = [:]
    var known: Set<Identity> = []
    var needs: [(identity: Identity, need: Observed)] = []
    /// The number of needs at which those that nobody knows any more are dropped.
    var limit = 256
    var failures: [Failure] = []
    var knownFailures: Set<ObjectIdentifier> = []
  }

  private let state = Guarded(State())
  private let keepsFailures: Bool
  private let knownOrders: (@Sendable () -> Set<Int>)?

  /// Makes an observer for a verification, which keeps everything.
  init() {
    keepsFailures = true
    knownOrders = nil
  }

  /// Makes an observer for a program that runs on: it keeps the needs among the registrations that `knownOrders` gives.
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
    // An optional resolves what it wraps, which is seen on its own.
    let isOfWrapper = resolve.registration == nil && resolve.key.wrapped != nil
    guard let source = resolve.enclosing, !isOfWrapper || unwrapped.isDeferred || isMissing,
      unwrapped.key.serviceType != GraphIdentifier.self || resolve.registration != nil
    else { return }
    let isOptional = unwrapped.isOptional || (enclosing.map { UnwrappedKey($0.key).isOptional } ?? false)
    let need = Observed(
      source: source, key: isOfWrapper ? unwrapped.key : resolve.key,
      target: resolve.registration, isInCompletion: resolve.isInCompletion, isOptional: isOptional,
      isDeferred: isOfWrapper && unwrapped.isDeferred, registryDepth: resolve.registryDepth)
    // Outside the lock: the words of an option are the user's.
    let identity = Identity(need)
    let isFull = state.withLock { state in
      if state.known.insert(identity).inserted { state.needs.append((identity, need)) }
      return state.needs.count >= state.limit
    }
    if isFull { dropUnknownNeeds() }
  }

  /// Forgets what nobody draws: needs of children that come and go, and of registrations that were replaced.
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
  /// Ends a resolve, and gives the wrapper's around it if it belongs to one.
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
