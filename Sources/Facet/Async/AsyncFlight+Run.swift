extension AsyncFlight {
  /// Builds in a task of its own, which the end of those that wait does not cancel.
  func start() {
    Task { await CurrentBuild.run(self, build) { await run() } }
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
