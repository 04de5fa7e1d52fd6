/// The ends of one call on the thread that called: awaited closes of the same containers wait for them.
struct ThreadEnd {
  private let owners: [Registry]
  private let number: Int
  private let once: Once
  private static let numbers = Counter()

  /// `nil` if there is nothing to wait for.
  init?(_ endings: [Ending]) {
    if !endings.contains(where: { $0.hasActions }) { return nil }
    // The parents wait for it, too.
    let all = endings.flatMap { Array($0.owner.line) }
    owners = Array(Dictionary(all.map { (ObjectIdentifier($0), $0) }) { $1 }.values)
    (number, once) = (ThreadEnd.numbers.next(), Once())
    _ = once.begin(Resolution.current.state.party, Waiter(parties: []))
    for owner in owners { owner.changeParticulars { $0.threadEnds[number] = once } }
  }
  func end() {
    // Released outside the locks.
    let ended = owners.map { owner in owner.changeParticulars { $0.threadEnds.removeValue(forKey: number) } }
    withExtendedLifetime(ended) { once.end() }
  }
}

extension Registry {
  /// Waits for the ends that run on other threads, unless these wait for the caller; returns whether there were some.
  static func awaitThreadEnds(of registries: [Registry]) async -> Bool {
    let ends = registries.flatMap { registry in registry.particular { Array($0.threadEnds.values) } }
    let waiter = Waiter(parties: [AwaitedResolver.running?.party ?? Party()])
    for end in ends {
      if case .first = await end.beginAsync(waiter) { end.end() }
    }
    return !ends.isEmpty
  }
}
