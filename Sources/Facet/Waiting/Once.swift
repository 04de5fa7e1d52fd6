/// Rule 12, once: work that one party does, while others wait for it.
///
/// A party that would close a circle by waiting does the work, too: then the first result counts.
final class Once: Sendable {
  private let running = Guarded<OnceWork?>(nil)

  private final class OnceWork: Work, @unchecked Sendable {
    // Unchecked: it adds a reference alone.
    let once: Once
    init(_ once: Once, by party: Party) {
      self.once = once
      super.init(by: party)
    }
    override func noteWaiter(asks: Bool) -> Bool {
      once.running.withLock { _ in addWaiter(asks: asks) }
    }
  }

  /// The turn of a party.
  enum Turn {
    /// The work, and then `end()`.
    case first
    /// The work without a claim, or nothing: the party does it already, or would wait in a circle.
    case beside
    /// Look again: another party has done it, or has failed.
    case over
    case cancelled
  }
  /// Begins the work, or waits for the party that does it.
  func begin(_ party: Party, _ waiter: @autoclosure () -> Waiter) -> Turn {
    let (turn, others) = claim(by: party)
    return others.map { Once.turn(after: Waits.block(waiter(), for: $0)) } ?? turn
  }
  /// Begins the work, or suspends until the party that does it has ended.
  nonisolated(nonsending) func beginAsync(_ waiter: Waiter) async -> Turn {
    let (turn, others) = claim(by: waiter.parties[0])
    guard let others else { return turn }
    return Once.turn(after: await Waits.rest(waiter, for: others))
  }
  func end() {
    let (work, isWaitedFor) = running.withLock { running in
      let work = exchange(&running, with: nil)!
      return (work, work.end())
    }
    if isWaitedFor { Waits.wakeAll(for: work) }
  }

  private func claim(by party: Party) -> (Turn, others: OnceWork?) {
    running.withLock { running in
      if let running { return (.beside, running.party === party ? nil : running) }
      running = OnceWork(self, by: party)
      return (.first, nil)
    }
  }
  private static func turn(after answer: Wait.Answer) -> Turn {
    switch answer {
    case .again, .abandoned: .over
    case .circle: .beside
    case .cancelled: .cancelled
    }
  }
}
