/// Unreachable instances whose end must be awaited: they stay until the next asynchronous end.
struct PendingEnds: ~Copyable {
  private let disposals = Guarded<[Disposal]>([])

  var all: [Disposal] { disposals.value }

  func add(_ disposal: Disposal) { disposals.withLock { $0.append(disposal) } }

  func takeAll() -> [Disposal] { disposals.exchange([]) }
}

/// The end of instances that are given up: by a reset, by a new registration of their key, or by a limit.
extension Registry {
  /// Ends unreachable instances immediately if possible.
  ///
  /// Instances that must be awaited, and the instances that they need, end at the next asynchronous end.
  ///
  /// Errors go to the failure handler. Runs user code.
  func end(_ givenUp: [Disposal]) {
    if !givenUp.isEmpty { tell(endNow(givenUp).failures) }
  }

  /// Passes errors to the failure handler.
  package func tell(_ failures: [CloseError.Failure]) {
    for failure in failures {
      report(ResolutionError(.endFailed, key: failure.key, underlyingError: failure.error))
    }
  }

  /// The same; returns the ended services in order, and the errors.
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
  /// The instances that were given up and wait for an asynchronous end.
  package var instancesToEnd: [(number: Int, key: ServiceKey, scope: any ObjectScopeProtocol, value: Any)] {
    pendingEnds.all.compactMap { disposal in
      disposal.boxed.map { (disposal.number, disposal.key, disposal.scope, $0) }
    }
  }
}

extension Registry {
  /// The needs of the instances that are present here or in parents.
  func needsOfOthers() -> [EndOrder.Other] {
    sequence(first: self, next: \.parent).flatMap { registry in
      (registry.registrations().map(\.record) + registry.scoped.all).flatMap(\.needsInPlace)
        + registry.pendingEnds.all.map { ($0.numbers, $0.needs) }
    }
  }
}

extension Record {
  /// The needs of the instances of this registry.
  fileprivate var needsInPlace: [EndOrder.Other] {
    let settings = settings
    var all: [(Int, Needs)] = []
    let instances = Thread.current.inOneCycle(asking: nil) {
      ([self] + (settings.members?.all.map(\.record) ?? [])).compactMap { $0.shared?.object }
    }
    for instance in instances { if let needs = instance.needs { all.append((instance.number, needs)) } }
    if let last = settings.storage?.lastInstance, let needs = last.needs { all.append((last.number, needs)) }
    return all.map { number, needs in ([number] + needs.ownNumbers, needs.all) }
  }
}

/// The ended services, and the failures.
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
  /// Takes the shared instances of the service; in scoped scope, only that of its own container.
  func takeInstances() -> [Disposal] {
    let settings = settings
    var taken = [takeShared(settings)].compactMap(\.self)
    if let members = settings.members { taken += members.reset() }
    if let storage = settings.storage {
      if settings.disposers.isEmpty, storage.lastInstance.needs?.all.isEmpty != false {
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

  /// Takes the containers' instances of a scoped service that is no longer registered, or no longer scoped.
  func takeScopedInstances() -> [Disposal] {
    owner.family.flatMap { registry -> [Disposal] in
      guard let member = registry.scoped.remove(self) else { return [] }
      defer { Reclamation.retire(member) }
      return member.takeInstances()
    }
  }
}
