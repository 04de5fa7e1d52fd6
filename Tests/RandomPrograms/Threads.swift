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

/// Ends the process if a program hangs, and prints that.
final class Watchdog: @unchecked Sendable {
  // Unchecked: what changes is touched while `lock` is held.
  static let shared = Watchdog(seconds: 60)
  private let lock = NSLock()
  private var program: Program?
  private var count = 0

  private init(seconds: Double) {
    Thread { [self] in watch(every: seconds) }.start()
  }
  private func watch(every seconds: Double) {
    while true {
      let before = lock.withLock { count }
      Thread.sleep(forTimeInterval: seconds)
      guard let program = lock.withLock({ count == before ? program : nil }) else { continue }
      print("This program hangs:\n\(program.swift)")
      fflush(nil)
      _exit(1)
    }
  }
  /// A program begins, or none runs.
  func note(_ program: Program?) { lock.withLock { (self.program, count) = (program, count + 1) } }
}
