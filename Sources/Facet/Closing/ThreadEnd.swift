/// The ends of one call on the thread that called: awaited closes of the same containers wait for them.
final class ThreadEnd: Work, @unchecked Sendable {
  // Unchecked: it adds constants.
  private let first: Life
  private let owners: [Registry]
  private let number: Int
  private let lock = Guarded(())
  private static let numbers = Counter()

  /// `nil` if there is nothing to wait for.
  init?(_ endings: [Life]) {
    guard let first = endings.first(where: { $0.hasActions }) else { return nil }
    self.first = first
    (owners, number) = (Registry.owners(of: endings), ThreadEnd.numbers.next())
    super.init(by: Resolution.current.state.party)
    for owner in owners { owner.changeParticulars { $0.threadEnds[number] = self } }
  }
  override func noteWaiter(asks: Bool) -> Bool { lock.withLock { _ in addWaiter(asks: asks) } }
  override func reportLong(_ waiters: [Wait]) { if !waiters.isEmpty { first.reportLongEnd() } }
  func finish() {
    for owner in owners { _ = owner.changeParticulars { $0.threadEnds.removeValue(forKey: number) } }
    if lock.withLock({ _ in end() }) { Waits.wakeAll(for: self) }
  }
}

/// An end that a task awaits: the clock looks at it.
final class AwaitedEnd: Work, @unchecked Sendable {
  // Unchecked: it adds a constant.
  private let life: Life

  init(of life: Life) {
    self.life = life
    super.init(by: Party())
  }
  override func reportLong(_ waiters: [Wait]) { life.reportLongEnd() }
}

extension Life {
  fileprivate func reportLongEnd() {
    owner.report(
      ResolutionError(.longWait, [], PathStep(record), with: ResolutionError.Extras(isEnding: true)))
  }
}

extension Registry {
  var threadEnds: [Work] { particular { Array($0.threadEnds.values) } }
  /// The registries that kept the instances, and their parents, whose closes wait for the ends, too.
  static func owners(of endings: [Life]) -> [Registry] { endings.flatMap { Array($0.owner.line) }.eachOnce }
}
