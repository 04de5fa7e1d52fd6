/// Work for which others wait too long is reported once; they go on waiting.
///
/// A thread that waits has a clock of its own. For all tasks there is one: it ticks as long as some of them wait.
enum LongWait {
  static var seconds: Int { 10 }

  /// Reports work, unless it was reported or waits itself.
  static func report(_ work: Work) {
    if let waiters = Waits.takeLong(work) { work.reportLong(waiters) }
  }
  static func startClock() {
    Task.detached {
      // Second by second: where the machine is too slow for that, the work may be, too.
      repeat { try? await Task.sleep(nanoseconds: 1_000_000_000) } while tick()
    }
  }
  /// Returns whether the clock goes on.
  private static func tick() -> Bool {
    guard let long = Waits.tick(limit: seconds) else { return false }
    // The failure handler is user code, for which the clock does not wait.
    if !long.isEmpty { Task.detached { for work in long { report(work) } } }
    return true
  }
}
