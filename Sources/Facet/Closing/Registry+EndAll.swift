// For checks: a copy of containers ends what was built in it, and stays open, because what is released then may resolve.
extension Registry {
  /// Ends what these containers keep, in this order of the containers; errors go to the failure handler of the last.
  ///
  /// Instances whose actions must be awaited are released without their end.
  package static func endAll(_ registries: [Registry]) {
    let lives = takeAllLives(registries)
    var report = EndReport()
    for life in lives where life.canRunHere { report.add(life, life.end()) }
    lives.release()
    registries.last?.tell(report.failures)
  }
  /// Ends what these containers keep, and awaits what must be awaited.
  package static func endAllAsync(_ registries: [Registry], on caller: (any Actor)?) async {
    let report = await RunningEnd.run(takeAllLives(registries), on: caller)
    registries.last?.tell(report.failures)
  }
  private static func takeAllLives(_ registries: [Registry]) -> [Life] {
    registries.flatMap { registry in
      registry.contents.withLock { contents in
        var taken = Taken()
        for life in contents.ledger.all { taken.add(life, &contents) }
        return taken
      }.all()
    }
  }
}
