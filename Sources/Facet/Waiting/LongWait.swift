/// A build for which others wait too long is reported once; they go on waiting.
///
/// A thread that waits has a clock of its own. For all tasks there is one: it ticks as long as some of them wait.
enum LongWait {
  static var seconds: Int { 10 }

  /// Reports a build, unless it was reported or waits itself.
  static func report(_ work: Work) {
    guard let build = work as? Build, let (first, count) = Waits.takeLong(build) else { return }
    build.home.owner.report(
      ResolutionError(
        .longWait, build.path, PathStep(build.record, keptBy: build.home.owner),
        ResolutionError.Extras(waiting: first.path, waiters: count)))
  }
  static func startClock() {
    Task.detached {
      // Second by second: where the machine is too slow for that, the builds may be, too.
      repeat { try? await Task.sleep(nanoseconds: 1_000_000_000) } while tick()
    }
  }
  /// Returns whether the clock goes on.
  private static func tick() -> Bool {
    guard let long = Waits.tick(limit: seconds) else { return false }
    // The failure handler is user code, for which the clock does not wait.
    if !long.isEmpty { Task.detached { for build in long { report(build) } } }
    return true
  }
}

extension Build {
  /// The shared services that its party builds around it.
  fileprivate var path: [PathStep] {
    sequence(first: self, next: \.outer).dropFirst().map { PathStep($0.record, keptBy: $0.home.owner) }
      .reversed()
  }
}
