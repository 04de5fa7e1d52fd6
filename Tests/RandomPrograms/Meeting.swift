import Foundation

/// A place where threads meet; they sleep only after a while, so that they go on at the same moment.
final class Meeting: @unchecked Sendable {
  // Unchecked: `missing` is touched while `lock` is held.
  private let lock = NSLock()
  private var missing: Int

  init(of count: Int) { missing = count }

  func attend() {
    lock.withLock { missing -= 1 }
    var rounds = 0
    while lock.withLock({ missing > 0 }) {
      rounds += 1
      if rounds < 50 { sched_yield() } else { usleep(30) }
    }
  }
}

/// Ends the process if a program hangs.
final class Watchdog: @unchecked Sendable {
  // Unchecked: what changes is touched while `lock` is held.
  private let lock = NSLock()
  private var what = ""
  private var count = 0

  init(seconds: Double) {
    Thread { [self] in watch(every: seconds) }.start()
  }
  private func watch(every seconds: Double) {
    while true {
      let before = lock.withLock { count }
      Thread.sleep(forTimeInterval: seconds)
      let isStanding = lock.withLock { count == before && !what.isEmpty }
      guard isStanding else { continue }
      print("Hangs: \(lock.withLock { what })")
      fflush(nil)
      _exit(1)
    }
  }
  func note(_ what: String) { lock.withLock { (self.what, count) = (what, count + 1) } }
}
