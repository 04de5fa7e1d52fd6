/// The lives that a service got: they end after it.
struct Needs {
  /// The lives that were found or built for it while it was built.
  var parts: [Life] = []
  /// The lives that it got later by a wrapper, such as a `Lazy`.
  private(set) var gained: [Life] = []
  private var limit = 16

  init(_ parts: [Life] = []) { self.parts = parts }
  var isEmpty: Bool { parts.isEmpty && gained.isEmpty }

  /// Adds what a wrapper gave; returns whether to look which lives are over.
  fileprivate mutating func gain(_ lives: [Life]) -> Bool {
    for life in lives where !gained.suffix(8).contains(where: { $0 === life }) { gained.append(life) }
    return gained.count >= limit
  }
  /// Forgets lives that are over, so that the list does not grow.
  fileprivate mutating func forget(_ over: Set<ObjectIdentifier>) {
    var seen = over
    gained.removeAll { !seen.insert(ObjectIdentifier($0)).inserted }
    limit = max(16, gained.count * 2)
  }
}

extension Life {
  /// Notes what the instance got by a wrapper.
  func gain(_ lives: [Life]) {
    if lives.isEmpty { return }
    let full = withLock { state in !state.isOver && state.needs.gain(lives) ? state.needs.gained : [] }
    if full.isEmpty { return }
    // Another lock guards each of them. Released without the lock.
    let over = Set(full.filter { $0.withReadLock { $0.isOver } }.map(ObjectIdentifier.init))
    withLock { $0.needs.forget(over) }
    withExtendedLifetime(full) {}
  }
}

extension [Life] {
  /// Each life that is not over, once.
  var present: [Life] {
    var seen = Set<ObjectIdentifier>()
    return filter { seen.insert(ObjectIdentifier($0)).inserted && !$0.withReadLock { $0.isOver } }
  }
}
