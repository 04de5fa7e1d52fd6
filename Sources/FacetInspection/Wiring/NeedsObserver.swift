import Facet

/// Notes which registration asks for which, each need once.
///
/// Resolves may come from several threads at the same time.
final class NeedsObserver: ResolveObserver {
  /// What a factory or a completion asked for.
  struct Observed: Sendable {
    /// The order of the registration that asked; `nil` for the program.
    let source: Int?
    /// The key without wrappers.
    let key: ServiceKey
    /// The order of the registration that serves the key.
    let target: Int?
    let isInCompletion: Bool
    let isOptional: Bool
    let isDeferred: Bool
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
    let type: ObjectIdentifier
    let signature: ObjectIdentifier?
    let name: String?
    let option: String?
    let use: [Bool]

    init(_ need: Observed) {
      source = need.source
      target = need.target
      type = ObjectIdentifier(need.key.serviceType)
      signature = need.key.signature.map(ObjectIdentifier.init)
      name = need.key.name
      option = need.key.option?.description
      use = [need.isInCompletion, need.isOptional, need.isDeferred]
    }
  }

  fileprivate struct State {
    /// The resolves that run, by thread.
    var running: [Int: [ObservedResolve]] = [:]
    var known: Set<Identity> = []
    var needs: [Observed] = []
    var failures: [Failure] = []
    var knownFailures: Set<ObjectIdentifier> = []
  }

  private let state = Guarded(State())
  private let keepsFailures: Bool

  /// Makes an observer, which keeps the errors that it sees if `keepsFailures` says so.
  init(keepsFailures: Bool) {
    self.keepsFailures = keepsFailures
  }

  var needs: [Observed] { state.withLock { $0.needs } }

  var failures: [Failure] { state.withLock { $0.failures } }

  func willResolve(_ resolve: ObservedResolve) {
    state.withLock { $0.running[resolve.thread, default: []].append(resolve) }
  }

  func didResolve(_ resolve: ObservedResolve, outcome: Outcome, duration: Duration) {
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
    guard !isOfWrapper || unwrapped.isDeferred || isMissing,
      resolve.key.serviceType != GraphIdentifier.self || resolve.registration != nil
    else { return }
    let isOptional = unwrapped.isOptional || (enclosing.map { UnwrappedKey($0.key).isOptional } ?? false)
    let need = Observed(
      source: resolve.enclosing, key: isOfWrapper ? unwrapped.key : resolve.key,
      target: resolve.registration, isInCompletion: resolve.isInCompletion, isOptional: isOptional,
      isDeferred: isOfWrapper && unwrapped.isDeferred)
    let identity = Identity(need)
    state.withLock { state in
      if state.known.insert(identity).inserted { state.needs.append(need) }
    }
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
