import Facet

/// One verification: runs the factories in a copy of the containers, and records which resolves which.
///
/// It belongs to the verifying thread. The copy is released after the run.
final class VerificationRun {
  private let container: Container
  private let options: VerificationOptions
  private var wiring: Wiring
  private let observer = NeedsObserver()
  /// Looks on at the main container, unless that is verified.
  private let ofMain = NeedsObserver()
  private let main: Registry?
  private let hookOfMain: ResolveHook
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
    let unprepared = MainContainer.unprepared
    main =
      sequence(first: container, next: \.parent).contains { $0 === unprepared } ? nil : unprepared.registry
    hookOfMain = ofMain.hook(reportsProperties: false)
    // The parents' resolves are observed with their children's. The copy goes with its hook.
    copy.containers.last?.registry.add(observer.hook(reportsProperties: true))
  }

  func run() -> VerificationReport {
    main?.add(hookOfMain)
    return standIns.run {
      for (index, record, arguments) in trials() { resolve(index, record, arguments) }
      let report = report { Isolation($0, isEnforced: true).isKnownToBeCurrent }
      copy.end()
      return report
    }
  }

  /// The same, with services that must be awaited or belong to actors.
  func runAsync(isolation: isolated (any Actor)?) async -> VerificationReport {
    main?.add(hookOfMain)
    return await standIns.run(isolation: isolation) {
      // Captured, so that the closure belongs to the actor.
      _ = isolation
      for (index, record, arguments) in trials() { await resolve(index, record, arguments) }
      let report = report { $0 === isolation }
      await copy.endAsync(isolation: isolation)
      return report
    }
  }

  private var standIns: StandIns {
    let originals = sequence(first: container, next: \.parent)
    return StandIns(zip(originals, copy.containers).map { ($0.registry, $1.registry) }, copy.child)
  }

  private func report(_ isOn: (any Actor) -> Bool) -> VerificationReport {
    main?.remove(hookOfMain)
    addNeeds()
    return withoutActuallyEscaping(isOn) { VerificationReport(findings(isOn: $0)) }
  }

  // MARK: - Resolve

  /// One resolve to try: the entry, its record in the copy, and the arguments.
  private typealias Trial = (index: Int, record: Record, arguments: KeptArguments?)

  /// The resolves to try, each in its turn, unless its factory has run by then.
  ///
  /// Shared services that must be awaited, or belong to an actor, come first. Then factories that need them synchronously find them, and
  /// run to their end: `AwaitCheck` says whether the program finds them, too.
  ///
  /// An initializer runs only if it is resolved, for its completions and decorators, and for a forward that needs an instance to decide.
  /// An initializer that ran by then is also tried under its other keys.
  private func trials() -> some Sequence<Trial> {
    let all = wiring.entries.indices
    let closures = all.filter { !isByInitializer($0) }
    let first = all.filter { isAwaiting && isSharedByAwait($0) }
    let needed = all.filter { isByInitializer($0) && needsTrial(wiring.entries[$0]) }
    let tried = first + (closures + needed).filter { !first.contains($0) }
    let others = all.lazy.filter { self.isByInitializer($0) && !tried.contains($0) && self.isBuilt($0) }
    return [AnySequence(tried), AnySequence(others)].lazy.joined().flatMap { self.trials(of: $0) }
  }

  private func trials(of index: Int) -> [Trial] {
    let entry = wiring.entries[index]
    guard let record = copy.records[index], copy.build(of: entry.record)?.isSkipped != true else {
      return []
    }
    if entry.key.signature != nil { return samples(for: entry).map { (index, record, $0.arguments) } }
    return entry.isForward || !isBuilt(index) ? [(index, record, nil)] : []
  }

  private func resolve(_ index: Int, _ record: Record, _ arguments: KeptArguments?) {
    let container = registry(for: index).ownContainer
    do throws(ResolutionError) {
      _ = try arguments.with { arguments throws(ResolutionError) in try container.resolve(record, arguments) }
    } catch {
      failures.append(NeedsObserver.Failure(error: error, registration: record.order, source: nil))
    }
  }

  private nonisolated(nonsending) func resolve(_ index: Int, _ record: Record, _ arguments: KeptArguments?)
    async
  {
    if let error = await registry(for: index).awaitRecord(record, arguments) {
      failures.append(NeedsObserver.Failure(error: error, registration: record.order, source: nil))
    }
  }

  /// The registry that resolves an entry: an entry that a child overrides is resolved in its own container.
  private func registry(for index: Int) -> Registry {
    let entry = wiring.entries[index]
    return copy.containers[wiring.index(of: entry.key, fromLevel: 0) == index ? 0 : entry.level].registry
  }

  /// Whether the factory already ran for another entry.
  private func isBuilt(_ index: Int) -> Bool {
    copy.build(of: wiring.entries[index].record)?.isDone == true
  }

  private func isByInitializer(_ index: Int) -> Bool { wiring.entries[index].record.recipe.needs != nil }

  private func isSharedByAwait(_ index: Int) -> Bool {
    wiring.entries[index].record.outlivesCycle && isByAwait(index)
  }
  /// Whether a service must be awaited, or belongs to an actor, or what its initializer takes.
  private func isByAwait(_ index: Int) -> Bool {
    var (known, waiting) = (Set([index]), [index])
    while let next = waiting.popLast() {
      let entry = wiring.entries[next]
      if entry.isAsync || entry.actor != nil { return true }
      waiting += wiring.taken[next].filter { known.insert($0).inserted }
    }
    return false
  }

  /// Whether an entry runs more than an initializer with known needs, or a forward needs an instance.
  private func needsTrial(_ entry: ContainerEntry) -> Bool {
    if entry.isForward { return CheckedForward.isPossible(entry) == nil }
    return entry.completionCount + entry.decoratorCount > 0
  }

  private func samples(for entry: ContainerEntry) -> [VerificationOptions.Sample] {
    let own = options.samples.filter { $0.key == entry.key }
    return own.isEmpty ? options.samples.filter { $0.key == entry.record.key } : own
  }

  // MARK: - What was seen

  private func addNeeds() {
    for need in observer.needs {
      guard let source = copy.entry(withOrder: need.source) else { continue }
      let level = level(atDepth: need.registryDepth)
      let target =
        need.target.flatMap(copy.entry(withOrder:)) ?? wiring.index(of: need.key, fromLevel: level)
      let kind: Wiring.Edge.Kind =
        need.isDeferred ? .deferred : need.manner.part == .completion ? .completion : .need
      if let target {
        wiring.connect(source, to: target, kind, need.manner)
      } else if !need.isMissing, wiring.connectList(need.key, of: source, atLevel: level, kind, need.manner) {
        continue
      } else if need.target == nil {
        wiring.addGap(need.key, neededBy: source, atLevel: level, isOptional: need.isOptional)
      }
    }
    for (asking, notice) in observer.notices {
      guard let source = asking.flatMap(copy.entry(withOrder:)) else { continue }
      switch notice {
      case .property(let key): wiring.noteProperty(of: source, key)
      case .list(let element, let isByName, let depth):
        wiring.addList(of: element, isByName: isByName, for: source, atLevel: level(atDepth: depth))
      }
    }
  }

  /// The level of a registry with a number of parents.
  private func level(atDepth depth: Int) -> Int { max(0, copy.containers.count - 1 - depth) }

  private func findings(isOn: @escaping (any Actor) -> Bool) -> Findings {
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
      builds: wiring.entries.map { copy.build(of: $0.record) }, isAwaited: isAwaiting, isOn: isOn,
      usesOfMain: ofMain.needs.compactMap { need in
        copy.entry(withOrder: need.source).map { ($0, need.key) }
      },
      users: wiring.users(), immediateUsers: wiring.users { $0.kind != .deferred })
  }
}
