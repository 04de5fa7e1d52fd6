import Foundation

extension Player {
  /// Runs a program, and returns what it did.
  static func run(_ program: Program, _ way: Generator.Way) async -> [Event] {
    let player = Player(program, way)
    switch way {
    case .alone: player.runAlone()
    case .threads: player.runOverThreads()
    case .tasks: await player.runOverTasks()
    }
    return player.log.events
  }

  private func runAlone() {
    for number in program.steps.indices { perform(number) }
    closeAll()
  }
  private func runOverThreads() {
    let count = 3
    let (start, end) = (Meeting(of: count), Meeting(of: count + 1))
    for thread in 0..<count {
      Thread { [self] in
        start.attend()
        for number in stride(from: thread, to: program.steps.count, by: count) { perform(number) }
        end.attend()
      }.start()
    }
    end.attend()
    log.add(.step(program.steps.count))
    closeAll()
  }
  private func runOverTasks() async {
    let count = 4
    await withTaskGroup { group in
      for task in 0..<count {
        group.addTask { [self] in
          for number in stride(from: task, to: program.steps.count, by: count) {
            await performAwaited(number)
          }
        }
      }
    }
    log.add(.step(program.steps.count))
    await closeAllAwaited()
  }
}

/// A place where threads meet. They do not sleep, so that they go on at the same moment.
private final class Meeting: @unchecked Sendable {
  // Unchecked: `missing` is touched while `lock` is held.
  private let lock = NSLock()
  private var missing: Int

  init(of count: Int) { missing = count }

  func attend() {
    lock.withLock { missing -= 1 }
    while lock.withLock({ missing > 0 }) { sched_yield() }
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
