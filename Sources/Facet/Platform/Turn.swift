import Synchronization

/// The right of one thread to use something that other threads use too.
///
/// Taking and giving back are one atomic operation each, as long as no other thread waits. A thread that finds the
/// turn taken waits through `Flights`, which finds threads that wait for one another.
struct Turn: ~Copyable {
  /// The holder of the turn; zero if it is free.
  ///
  /// The lowest bit is set if a thread waits.
  private let word = Atomic<UInt>(0)
  private static let isAwaited: UInt = 1

  enum Attempt {
    case taken
    /// The caller has the turn already.
    case own
    case busy
  }

  /// Takes the turn for `holder`, an even number that is not zero.
  @inline(__always)
  func take(for holder: UInt) -> Attempt {
    let (isTaken, current) = word.compareExchange(
      expected: 0, desired: holder, ordering: .acquiring)
    if isTaken { return .taken }
    return current & ~Turn.isAwaited == holder ? .own : .busy
  }

  /// Gives the turn back, and returns whether a thread waits for it.
  @inline(__always)
  func giveBack() -> Bool {
    word.exchange(0, ordering: .releasing) & Turn.isAwaited != 0
  }

  /// Notes that a thread waits, and returns the holder; `nil` if the turn is free now.
  func awaitedHolder() -> UInt? {
    var current = word.load(ordering: .relaxed)
    while current != 0 {
      let (isNoted, now) = word.compareExchange(
        expected: current, desired: current | Turn.isAwaited, ordering: .acquiringAndReleasing)
      if isNoted { return current & ~Turn.isAwaited }
      current = now
    }
    return nil
  }
}
