/// Which service asked for which, as long as a container has seen: by the orders of their registrations.
///
/// A container looks on from the first `closes(before:)`.
final class SeenNeeds: Sendable {
  private struct State {
    var needs: [Int: Set<Int>] = [:]
    /// When to forget what is not registered any more.
    var limit = 256
  }
  private let state = Guarded(State())
  private let registry: Borrowed<Registry>

  init(_ registry: Registry) { self.registry = Borrowed(registry) }

  /// Notes a resolve that runs: so the registry is held.
  func note(_ resolve: ObservedResolve) {
    guard let user = resolve.enclosing, let used = resolve.registration else { return }
    let isFull = state.withLock { state in
      state.needs[user, default: []].insert(used)
      return state.needs.count > state.limit
    }
    if isFull { forget() }
  }
  private func forget() {
    // What is registered from now on is not among these.
    let users = state.withLock { Set($0.needs.keys) }
    let present = Set(registry.object.line.flatMap { $0.registrations() }.map(\.order))
    state.withLock { state in
      state.needs = state.needs.filter { present.contains($0.key) || !users.contains($0.key) }
      state.limit = max(256, state.needs.count * 2)
    }
  }
  /// The needs, where a forward and its target count as one.
  var all: [Int: Set<Int>] {
    var needs = state.withLock { $0.needs }
    for registration in registry.object.line.flatMap({ $0.registrations() }) where registration.isForward {
      needs[registration.order, default: []].insert(registration.record.order)
      needs[registration.record.order, default: []].insert(registration.order)
    }
    return needs
  }
}

extension Registry {
  /// Notes from now on which service needs which.
  func watchNeeds() {
    let needs = SeenNeeds(self)
    let isFirst = changeParticulars { own in
      if own.needs != nil { return false }
      own.needs = needs
      return true
    }
    if isFirst { add(ResolveHook(before: needs.note)) }
  }
}
