import Synchronization

/// The right of one thread to go on: taken and given back by one atomic operation each, as long as nobody waits for it.
///
/// Who finds it taken waits where `Flights` sees it, so that threads that wait for one another are found.
struct Turn: ~Copyable {
  /// Who has the turn; zero for nobody. The lowest bit says that somebody waits.
  private let word = Atomic<UInt>(0)
  private static let isAwaited: UInt = 1

  enum Attempt {
    case taken
    /// The caller has it already.
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

  /// Gives the turn back, and says whether somebody waits for it.
  @inline(__always)
  func giveBack() -> Bool {
    word.exchange(0, ordering: .releasing) & Turn.isAwaited != 0
  }

  /// Notes that somebody waits, and gives the holder; `nil` if the turn has come free.
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
