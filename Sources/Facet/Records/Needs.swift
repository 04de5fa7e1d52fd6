/// The lives that a service got: they end after it.
struct Needs {
  /// The lives that were found or built for it while it was built.
  var parts: [Life] = []
  /// The lives that it got later by a wrapper, such as a `Lazy`.
  private(set) var gained: [Life] = []
  private var limit = 16

  init(_ parts: [Life] = []) { self.parts = parts }
  var all: [Life] { parts + gained }
  var isEmpty: Bool { parts.isEmpty && gained.isEmpty }

  /// Adds what a wrapper gave; returns whether to look which lives are over.
  fileprivate mutating func gain(_ lives: [Life]) -> Bool {
    for life in lives where !gained.suffix(8).contains(where: { $0 === life }) { gained.append(life) }
    return gained.count >= limit
  }
  fileprivate mutating func replace(_ old: [Life], by new: [Life]) {
    let old = Set(old.map(ObjectIdentifier.init))
    gained = new + gained.filter { !old.contains(ObjectIdentifier($0)) }
    limit = max(16, gained.count * 2)
  }
}

extension Life {
  /// Notes what the instance got by a wrapper.
  func gain(_ lives: [Life]) {
    if !lives.isEmpty, withLock({ !$0.isOver && $0.needs.gain(lives) }) { forgetGained() }
  }
  /// The service gets no more.
  fileprivate func finish() {
    withLock { $0.isFinal = true }
    forgetGained()
  }
  /// Forgets lives that are over or final, so that the list does not grow, and such lives do not hold one another.
  private func forgetGained() {
    let gained = withReadLock { $0.needs.gained }
    // Another lock guards each of them. Released without the lock.
    let present = gained.present(without: self)
    withLock { $0.needs.replace(gained, by: present) }
    withExtendedLifetime(gained) {}
  }
}

/// The life that gets what a wrapper gives.
final class WrapperUser: Sendable {
  let life: Life
  /// Whether the life stands for a service of graph scope, which gets no more when the wrapper is gone.
  private let isLast: Bool

  init(_ life: Life, isLast: Bool = false) { (self.life, self.isLast) = (life, isLast) }
  deinit { if isLast { life.finish() } }
}

extension [Life] {
  /// Each life that is not over, once; in place of a final one, what that got.
  func present(without user: Life? = nil) -> [Life] {
    var (present, seen, waiting) = ([Life](), Set(user.map { [ObjectIdentifier($0)] } ?? []), self)
    while let life = waiting.popLast() {
      guard seen.insert(ObjectIdentifier(life)).inserted else { continue }
      let (isOver, needs) = life.withReadLock { ($0.isOver, $0.isFinal ? $0.needs : nil) }
      if let needs { waiting += needs.all } else if !isOver { present.append(life) }
    }
    return present
  }
}
