import Synchronization

extension AsyncFlight {
  /// Whether any shared service is being built: else no task is a part of such a build.
  static var isAnyRunning: Bool { running.load(ordering: .relaxed) > 0 }

  private static let running = Atomic<Int>(0)

  /// Builds in a task of its own, which the end of those that wait does not cancel.
  func start() {
    AsyncFlight.running.add(1, ordering: .relaxed)
    Task { [self] in
      let current = CurrentBuild(build)
      await CurrentBuild.$inTask.withValue(current) { await run() }
      current.end()
      AsyncFlight.running.subtract(1, ordering: .relaxed)
    }
  }

  private nonisolated(nonsending) func run() async {
    do throws(ResolutionError) {
      try await build.build(in: self)
    } catch {
      build.end()
      return AsyncFlights.end(self, .failed(error))
    }
    let instance = build.sharedInstance()
    var isKept = true
    for wait in AsyncFlights.offer(instance, of: self) {
      if case .failed = await AsyncFlights.finish(wait) { isKept = false }
    }
    if isKept { build.keep(resets: resets) }
    // Whoever keeps the resolver keeps no instance by it.
    build.dropInstance()
    build.end()
    AsyncFlights.end(self, isKept ? .instance(instance) : .lookAgain)
  }
}
