/// Instances that nobody finds any more, and whose end must be awaited: they stay until the next awaited end.
struct PendingEnds: ~Copyable {
  private let disposals = Guarded<[Disposal]>([])

  var all: [Disposal] { disposals.value }

  func add(_ disposal: Disposal) { disposals.withLock { $0.append(disposal) } }

  func takeAll() -> [Disposal] { disposals.exchange([]) }
}

/// What becomes of instances that are given up: by a reset, by a registration in the place of theirs, by a limit.
extension Registry {
  /// Ends what nobody finds any more: at once what can be; what must be awaited, and what that needs, at the next awaited end.
  ///
  /// Errors go to the failure handler. Runs user code.
  func end(_ givenUp: [Disposal]) {
    if !givenUp.isEmpty { tell(endNow(givenUp).failures) }
  }

  /// Hands errors to the failure handler.
  package func tell(_ failures: [CloseError.Failure]) {
    for failure in failures {
      report(ResolutionError(.endFailed, key: failure.key, underlyingError: failure.error))
    }
  }

  /// The same, and gives what was ended, in order, and the errors.
  func endNow(_ givenUp: [Disposal]) -> EndReport {
    var report = EndReport()
    if givenUp.isEmpty { return report }
    let pending = sequence(first: self, next: \.parent).flatMap { $0.pendingEnds.all }
    var awaitedNeeds = pending.reduce(into: Set()) { $0.formUnion($1.needs) }
    for disposal in EndOrder.sorted(givenUp, among: needsOfOthers) {
      if disposal.canRunHere, awaitedNeeds.isDisjoint(with: disposal.numbers) {
        report.add(disposal, disposal.run())
      } else {
        awaitedNeeds.formUnion(disposal.needs)
        disposal.owner.pendingEnds.add(disposal)
      }
    }
    return report
  }
}

extension Registry {
  /// What was given up and waits for an awaited end.
  package var instancesToEnd: [(number: Int, key: ServiceKey, scope: any ObjectScopeProtocol, value: Any)] {
    pendingEnds.all.compactMap { disposal in
      disposal.boxed.map { (disposal.number, disposal.key, disposal.scope, $0) }
    }
  }
}

extension Registry {
  /// What instances got that are here or up at the time.
  func needsOfOthers() -> [EndOrder.Other] {
    sequence(first: self, next: \.parent).flatMap { registry in
      (registry.registrations().map(\.record) + registry.scoped.all).flatMap(\.needsInPlace)
        + registry.pendingEnds.all.map { ($0.numbers, $0.needs) }
    }
  }
}

extension Record {
  /// What its instances got.
  fileprivate var needsInPlace: [EndOrder.Other] {
    let settings = settings
    var all: [(Int, Needs)] = []
    let instances = Thread.current.inOneCycle(asking: nil) {
      ([self] + (settings.members?.all.map(\.record) ?? [])).compactMap { $0.shared?.object }
    }
    for instance in instances { if let needs = instance.needs { all.append((instance.number, needs)) } }
    if let slot = settings.storage, let needs = slot.needs { all.append((slot.instanceNumber, needs)) }
    return all.map { number, needs in ([number] + needs.ownNumbers, needs.all) }
  }
}

/// What was ended, and what failed at that.
struct EndReport {
  private(set) var ended: [ServiceKey] = []
  var failures: [CloseError.Failure] = []

  mutating func add(_ disposal: Disposal, _ failures: [CloseError.Failure]) {
    if disposal.hasActions { ended.append(disposal.key) }
    self.failures += failures
  }

  func check() throws(CloseError) {
    if !failures.isEmpty { throw CloseError(reason: .failures(failures), ended: ended) }
  }
}

extension Record {
  /// Takes out what is shared of the service; of scoped scope, the one of its own container alone.
  func takeInstances() -> [Disposal] {
    let settings = settings
    var taken = [takeShared(settings)].compactMap(\.self)
    if let members = settings.members { taken += members.reset() }
    if let storage = settings.storage {
      if settings.disposers.isEmpty, storage.needs == nil {
        storage.removeInstance(by: Thread.current)
      } else if let stored = Disposal(stored: self, settings, by: Thread.current) {
        taken.append(stored)
      }
    }
    return taken
  }

  private func takeShared(_ settings: Settings) -> Disposal? {
    guard let shared = takeInstance() else { return nil }
    if settings.disposers.isEmpty, shared.needs == nil {
      Reclamation.retire(shared)
      return nil
    }
    return Disposal(self, settings, shared)
  }

  /// Takes out what containers have of a scoped service that is no longer registered, or no longer scoped.
  func takeScopedInstances() -> [Disposal] {
    owner.family.flatMap { registry -> [Disposal] in
      guard let member = registry.scoped.remove(self) else { return [] }
      defer { Reclamation.retire(member) }
      return member.takeInstances()
    }
  }
}
