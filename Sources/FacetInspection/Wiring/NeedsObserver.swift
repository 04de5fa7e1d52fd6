import Facet

/// Records which registration resolves which, each need once.
///
/// Several threads may resolve at the same time.
final class NeedsObserver: Sendable {
  /// A resolve by a factory or a completion.
  struct Observed: Hashable, Sendable {
    /// The order of the registration that resolves.
    let source: Int
    /// The key without wrappers.
    let key: ServiceKey
    /// The order of the registration that serves the key.
    let target: Int?
    let isOptional: Bool
    /// Whether nothing served it: an array is no list then.
    let isMissing: Bool
    let isDeferred: Bool
    /// How it is needed: also whether an awaited resolve asks for it.
    let manner: Manner
    /// The number of parents of the registry that the resolve asks.
    let registryDepth: Int
  }

  /// An error, and the order of the registration where the error began.
  struct Failure: Sendable {
    let error: ResolutionError
    let registration: Int?
    let source: Int?
  }

  fileprivate struct State {
    /// The running resolves, by thread.
    var running: [Int: [ObservedResolve]] = [:]
    var needs: [Observed] = []
    var known: Set<Observed> = []
    var failures: [Failure] = []
    var notices: [(asking: Int?, notice: ResolveNotice)] = []
  }

  private let state = Guarded(State())

  var needs: [Observed] { state.withLock { $0.needs } }

  var failures: [Failure] { state.withLock { $0.failures } }

  /// What injected properties ask for, lazily or in vain, and lists.
  var notices: [(asking: Int?, notice: ResolveNotice)] { state.withLock { $0.notices } }

  /// The hook that records, and reports what fails of injected properties or leaves it to these.
  func hook(reportsProperties: Bool) -> ResolveHook {
    ResolveHook(
      before: began, after: ended,
      notice: { [self] asking, notice in
        state.withLock { $0.notices.append((asking, notice)) }
        return reportsProperties
      })
  }

  private func began(_ resolve: ObservedResolve) {
    state.withLock { $0.running[resolve.thread, default: []].append(resolve) }
  }

  private func ended(_ resolve: ObservedResolve, _ outcome: Outcome, _ nanoseconds: UInt64) {
    let unwrapped = UnwrappedKey(resolve.key)
    var isMissing = false
    if case .missing = outcome { isMissing = true }
    let enclosing = state.withLock { $0.leave(resolve) }
    if case .failed(let error) = outcome {
      let failure = Failure(error: error, registration: resolve.registration, source: resolve.enclosing)
      state.withLock { $0.failures.append(failure) }
    }
    let part = RecordedBuild.part ?? resolve.part
    // An optional resolves its wrapped type, which is observed separately.
    let isOfWrapper = resolve.registration == nil && resolve.key.wrapped != nil
    guard let source = resolve.enclosing, !isOfWrapper || unwrapped.isDeferred || isMissing,
      unwrapped.key.serviceType != GraphIdentifier.self || resolve.registration != nil
    else { return }
    let isOptional = unwrapped.isOptional || (enclosing.map { UnwrappedKey($0.key).isOptional } ?? false)
    let need = Observed(
      source: source, key: isOfWrapper ? unwrapped.key : resolve.key,
      target: resolve.registration, isOptional: isOptional, isMissing: isMissing,
      isDeferred: isOfWrapper && unwrapped.isDeferred,
      manner: Manner(
        isKept: isOfWrapper && unwrapped.isKept,
        isAwaited: isOfWrapper ? unwrapped.isAwaited : resolve.isAwaited, part: part),
      registryDepth: resolve.registryDepth)
    state.withLock { if $0.known.insert(need).inserted { $0.needs.append(need) } }
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
}
