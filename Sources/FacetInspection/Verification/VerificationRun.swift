import Facet

/// One verification: runs the factories in a copy of the containers, and records which resolves which.
///
/// It belongs to the verifying thread. The copy is released after the run.
final class VerificationRun {
  private let container: Container
  private let options: VerificationOptions
  private var wiring: Wiring
  private let observer = NeedsObserver()
  private let copy: VerificationCopy
  private var failures: [NeedsObserver.Failure] = []
  /// Whether asynchronous services also run.
  private let isAwaiting: Bool

  init(of container: Container, _ options: VerificationOptions, isAwaiting: Bool) {
    self.container = container
    self.options = options
    self.isAwaiting = isAwaiting
    wiring = Wiring(of: container)
    copy = VerificationCopy(of: container, wiring, options, isAwaiting: isAwaiting)
  }

  func run() -> VerificationReport {
    let standIns = begin()
    defer { copy.containers.last?.registry.remove(observer) }
    return standIns.run {
      for (index, record, arguments) in closures() { resolve(index, record, arguments?.arguments) }
      // An initializer runs only if it is resolved, for its completions and decorators, and for a forward that needs an instance to
      // decide. Its instance decides about its forwards.
      for (index, record, arguments) in initializers() { resolve(index, record, arguments?.arguments) }
      return end()
    }
  }

  /// The same, with services that must be awaited or belong to actors.
  func runAsync(isolation: isolated (any Actor)?) async -> VerificationReport {
    let standIns = begin()
    defer { copy.containers.last?.registry.remove(observer) }
    return await standIns.run(isolation: isolation) {
      // Captured, so that the closure belongs to the actor.
      _ = isolation
      for (index, record, arguments) in closures() { await resolve(index, record, arguments?.arguments) }
      for (index, record, arguments) in initializers() { await resolve(index, record, arguments?.arguments) }
      return end()
    }
  }

  private func begin() -> StandIns {
    let originals = Array(sequence(first: container, next: \.parent))
    // The parents' resolves are observed with their children's.
    copy.containers.last?.registry.add(observer)
    return StandIns(
      zip(originals, copy.containers).map { (original: $0.registry, other: $1.registry) },
      copyOfChild: { [copy] in copy.child($0) })
  }

  private func end() -> VerificationReport {
    addNeeds()
    let leaks = leaks()
    defer { copy.giveUpInstances() }
    return VerificationReport(findings(leaks))
  }

  // MARK: - Resolve

  /// One resolve to try: the entry, its record in the copy, and the arguments.
  private typealias Trial = (index: Int, record: Record, arguments: ArgumentCopy?)

  /// The entries of closures: each is tried in its turn, unless it has already run.
  ///
  /// Shared asynchronous services come first. Then services that need them synchronously find them, as in a program that awaits
  /// them when it starts.
  private func closures() -> some Sequence<Trial> {
    let all = wiring.entries.indices.filter { !isByInitializer($0) }
    let first = isAwaiting ? all.filter { isSharedByAwait(wiring.entries[$0]) } : []
    let others = isAwaiting ? all.filter { !isSharedByAwait(wiring.entries[$0]) } : all
    return (first + others).lazy.flatMap { self.trials(of: $0) }
  }

  private func isSharedByAwait(_ entry: ContainerEntry) -> Bool {
    entry.isAsync && entry.record.outlivesCycle
  }

  /// The entries of initializers: first the entries that must be tried, then the entries built by then, under all their keys.
  private func initializers() -> some Sequence<Trial> {
    let needAwait = needAwait()
    let all = wiring.entries.indices.filter(isByInitializer)
    let needed = all.filter { needAwait.contains($0) || needsTrial(wiring.entries[$0]) }
    let others = all.lazy.filter { !needed.contains($0) && self.isBuilt($0) }
    return [AnySequence(needed), AnySequence(others)].lazy.joined().flatMap { self.trials(of: $0) }
  }

  private func trials(of index: Int) -> [Trial] {
    let entry = wiring.entries[index]
    guard let record = copy.records[index], copy.knownBuild(of: entry.record)?.isSkipped != true else {
      return []
    }
    if entry.key.signature != nil { return samples(for: entry).map { (index, record, $0.arguments) } }
    return entry.isForward || !isBuilt(index) ? [(index, record, nil)] : []
  }

  private func resolve(_ index: Int, _ record: Record, _ arguments: Arguments?) {
    let key = wiring.entries[index].key
    Slot.withOpened(key.serviceType) { slot in
      if case .failed(let error) = registry(for: index).resolve(record, arguments, slot) {
        failures.append(NeedsObserver.Failure(error: error, registration: record.order, source: nil))
      }
    }
  }

  private nonisolated(nonsending) func resolve(_ index: Int, _ record: Record, _ arguments: Arguments?) async
  {
    let registry = registry(for: index)
    if let error = await registry.awaitRecord(record, arguments) {
      failures.append(NeedsObserver.Failure(error: error, registration: record.order, source: nil))
    }
  }

  /// The registry that resolves an entry.
  private func registry(for index: Int) -> Registry {
    let entry = wiring.entries[index]
    // An entry that a child overrides is resolved in its own container.
    let isVisible = wiring.index(of: entry.key, fromLevel: 0) == index
    return copy.containers[isVisible ? 0 : entry.level].registry
  }

  /// Whether the factory already ran for another entry.
  private func isBuilt(_ index: Int) -> Bool {
    copy.knownBuild(of: wiring.entries[index].record)?.isDone == true
  }

  private func isByInitializer(_ index: Int) -> Bool { wiring.entries[index].record.recipe.needs != nil }

  /// The entries with a declared need for an asynchronous service: only a trial shows whether the need fails.
  private func needAwait() -> Set<Int> {
    guard isAwaiting else { return [] }
    return Set(
      wiring.edges.lazy.filter { edge in
        edge.kind == .need && !self.wiring.entries[edge.source].isAsync
          && self.wiring.entries[self.wiring.owner(of: edge.target)].isAsync
      }.map(\.source))
  }

  private func needsTrial(_ entry: ContainerEntry) -> Bool {
    guard entry.isForward else { return entry.record.settings.hasUnknownNeeds }
    return CheckedForward.needsInstance(entry)
  }

  private func samples(for entry: ContainerEntry) -> [VerificationOptions.Sample] {
    let own = options.samples.filter { $0.key == entry.key }
    return own.isEmpty ? options.samples.filter { $0.key == entry.record.key } : own
  }

  // MARK: - What was seen

  private func addNeeds() {
    for need in observer.needs {
      guard let source = copy.entry(withOrder: need.source) else { continue }
      let level = max(0, copy.containers.count - 1 - need.registryDepth)
      let target =
        need.target.flatMap(copy.entry(withOrder:)) ?? wiring.index(of: need.key, fromLevel: level)
      if let target {
        wiring.connect(
          source, to: target, need.isDeferred ? .deferred : need.isInCompletion ? .completion : .need)
      } else if !need.isOptional, need.target == nil {
        wiring.addGap(need.key, neededBy: source, atLevel: level)
      }
    }
  }

  private func leaks() -> [Findings.Leak] {
    let mayLeak = zip(sequence(first: container, next: \.parent), copy.containers).filter {
      !$0.0.registry.isMain
    }
    let leaks = copy.leaks(of: mayLeak.map(\.1.registry))
    return wiring.entries.indices.compactMap { index in
      let entry = wiring.entries[index]
      guard !entry.isForward, let isChild = leaks[ObjectIdentifier(entry.record)] else { return nil }
      return Findings.Leak(index: index, isChild: isChild)
    }
  }

  private func findings(_ leaks: [Findings.Leak]) -> Findings {
    var seen: Set<ObjectIdentifier> = []
    // The most deeply nested failure is the reason for the rest, and was observed first.
    let all = (observer.failures + failures).filter { seen.insert($0.error.identity).inserted }
    return Findings(
      container: container, options: options, wiring: wiring,
      failures: all.map { failure in
        Findings.Failure(
          error: failure.error, entry: failure.registration.flatMap(copy.entry(withOrder:)),
          source: failure.source.flatMap(copy.entry(withOrder:)))
      },
      builds: wiring.entries.map { copy.knownBuild(of: $0.record) }, leaks: leaks, isAwaited: isAwaiting)
  }
}

extension Settings {
  /// Whether an entry runs more than an initializer with known needs.
  fileprivate var hasUnknownNeeds: Bool {
    !completions.isEmpty || !lateCompletions.isEmpty || !decorators.isEmpty
  }
}
