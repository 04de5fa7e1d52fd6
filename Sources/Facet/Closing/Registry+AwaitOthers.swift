// What an awaited close waits for: builds, the closes of children, and ends that began before.

extension Registry {
  /// Waits for another close of this container, unless that waits for the caller.
  nonisolated(nonsending) func awaitClose() async {
    // An action of an end, too: the close waits for that.
    if Close.around != nil || AwaitedResolver.running != nil || !RunningEnd.around.isEmpty { return }
    for close in line.compactMap({ $0.particular { $0.close } }) { await close.wait() }
  }
  /// Waits for the builds that run, but for those around the caller, for the closes of children, and for the ends that began before.
  func awaitOthers(around own: Close) async {
    while true {
      let family = family
      let closes = family.dropFirst().compactMap { $0.particular { $0.close } }.filter {
        !Close.isAround($0)
      }
      let ends = Registry.runningEnds(of: family)
      let hasWaited = await Registry.awaitBuilds(family.flatMap(\.runningBuilds))
      if !hasWaited, closes.isEmpty, ends.isEmpty { return }
      for close in closes { await close.wait() }
      for end in ends { _ = await end.task.value }
    }
  }
  /// Waits for builds, but for those around the caller; returns whether there were some.
  static func awaitBuilds(_ running: [Build]) async -> Bool {
    let party = AwaitedResolver.running?.party
    let builds = running.filter { build in
      party.map { build.party !== $0 && !Waits.isCircle(from: build, to: [$0]) } ?? true
    }
    // It counts as a wait of the caller's party: so a build that would wait for that party does not.
    for build in builds { _ = await Waits.rest(Waiter(parties: [party ?? Party()]), for: build) }
    return !builds.isEmpty
  }
  private var runningBuilds: [Build] {
    contents.withReadLock { contents in contents.ledger.all.flatMap { $0.read(contents) { $0.builds } } }
  }
  /// The builds of what is kept in a scope, here and in the parents.
  func runningBuilds(of scope: AnyObject) -> [Build] {
    line.flatMap(\.runningBuilds).filter { $0.record.settings.scope === scope }
  }
}
