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
      AsyncFlights.end(self, .failed(error))
      return
    }
    let instance = build.sharedInstance()
    var failure: ResolutionError?
    while let wait = AsyncFlights.offer(instance, of: self, &failure) { _ = await AsyncFlights.finish(wait) }
    // What holds what failed is not kept: a task that looked again would build both for ever.
    if failure == nil { build.keep(resets: resets) }
    // Whoever keeps the resolver keeps no instance by it.
    build.dropInstance()
    build.end()
    AsyncFlights.end(self, failure.map { .failed($0) } ?? .instance(instance))
  }
}
