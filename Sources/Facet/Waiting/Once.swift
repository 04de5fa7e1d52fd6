/// Rule 12, once: work that one party does, while others wait for it.
///
/// A lock of its owner guards it. A party that would close a circle by waiting does the work, too: then the first result counts.
struct Once {
  /// The party that does the work.
  private var party: Party?
  /// The work, if others have asked for it.
  private var work: OnceWork?

  /// The turn of a party.
  enum Turn {
    /// The work, and then `end()`.
    case first
    /// The work without a claim, or nothing: the party does it already.
    case beside
    /// Wait for the party that does it, and look again; or, if that would close a circle, as `beside`.
    case others(OnceWork)
  }
  mutating func claim(by party: Party) -> Turn {
    guard let running = self.party else {
      self.party = party
      return .first
    }
    if running === party { return .beside }
    let known = work ?? OnceWork(by: running)
    work = known
    return .others(known)
  }
  /// Returns the work that others may wait for, which is to be ended without the lock.
  mutating func end() -> OnceWork? {
    party = nil
    return exchange(&work, with: nil)
  }
}

/// Work of a `Once` for which others wait.
final class OnceWork: Work, @unchecked Sendable {
  // Unchecked: it adds a lock alone, under which it ends.
  private let lock = Guarded(())

  override func noteWaiter(asks: Bool) -> Bool { lock.withLock { _ in addWaiter(asks: asks) } }
  func finish() {
    if lock.withLock({ _ in end() }) { Waits.wakeAll(for: self) }
  }
}
