extension Registry {
  /// Waits for another close of this container, unless that waits for the caller.
  nonisolated(nonsending) func awaitClose() async {
    // An action of an end, too: the close waits for that.
    if Close.around != nil || AwaitedResolver.running != nil || !RunningEnd.around.isEmpty { return }
    for close in line.compactMap({ $0.particular { $0.close } }) { await close.wait() }
  }
  /// Waits for builds and ends, but for those that would wait for the caller.
  static func await(_ all: [Work]) async {
    let caller = Waiter(parties: AwaitedResolver.running?.parties ?? [Party()], asks: false)
    for work in all { _ = await Waits.rest(caller, for: work) }
  }
  var runningBuilds: [Build] {
    contents.withReadLock { contents in
      // Few of a container's lives are being built.
      let built = contents.ledger.all.filter { $0.read(contents) { $0.isBuilt } }
      return built.flatMap { $0.read(contents) { $0.builds } }
    }
  }
  /// The builds of what is kept in a scope, here and in the parents.
  func runningBuilds(of scope: AnyObject) -> [Build] {
    line.flatMap(\.runningBuilds).filter { $0.record.settings.scope === scope }
  }
}
