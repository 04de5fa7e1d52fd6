/// A wait for another party's build that does not end soon says so once, and goes on.
enum LongWait {
  static var seconds: Int { 10 }

  static func report(_ wait: Wait) {
    guard let build = wait.work as? Build else { return }
    build.home.owner.report(
      ResolutionError(
        .longWait, build.path, PathStep(build.record, keptBy: build.home.owner),
        ResolutionError.Extras(waiting: wait.waiter.path)))
  }
  /// Reports a suspended wait when its time has come, unless it is cancelled before.
  static func watch(_ wait: Wait) -> Task<Void, Never> {
    Task.detached { [weak wait] in
      // Second by second: where the machine is too slow for that, the build may be, too.
      for _ in 0..<seconds {
        do { try await Task.sleep(nanoseconds: 1_000_000_000) } catch { return }
      }
      if let wait { report(wait) }
    }
  }
}

extension Build {
  /// The shared services that its party builds around it.
  fileprivate var path: [PathStep] {
    sequence(first: self, next: \.outer).dropFirst().map { PathStep($0.record, keptBy: $0.home.owner) }
      .reversed()
  }
}
