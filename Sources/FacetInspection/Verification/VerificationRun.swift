import Facet

/// One verification: runs the factories in a copy of the containers, and notes which asks for which.
///
/// Belongs to the thread that verifies. The copy is gone with the run.
final class VerificationRun {
  private let container: Container
  private let options: VerificationOptions
  private var wiring: Wiring
  private let observer = NeedsObserver()
  private var builds: [ObjectIdentifier: RecordedBuild] = [:]
  /// The record of the copy for each entry.
  private var copies: [Record?]
  private let skippedRecords: Set<ObjectIdentifier>
  private var copier = ContainerCopier()
  /// The copies of the containers, by level.
  private var containers: [Container] = []
  /// The copies of children that a factory captured.
  private var children: [Container] = []
  private var targets: [Int: Record] = [:]
  private var entryByCopiedOrder: [Int: Int] = [:]
  private var failures: [NeedsObserver.Failure] = []
  /// Whether what must be awaited is run as well.
  private var isAwaiting = false

  init(of container: Container, _ options: VerificationOptions) {
    self.container = container
    self.options = options
    wiring = Wiring(of: container)
    copies = Array(repeating: nil, count: wiring.entries.count)
    let skipped = wiring.entries.filter { entry in options.skipped.contains { $0.contains(entry.key) } }
    skippedRecords = Set(skipped.map { ObjectIdentifier($0.record) })
  }

  func run() -> VerificationReport {
    let standIns = begin()
    defer { containers.last?.registry.remove(observer) }
    return Registry.withStandIns(standIns) {
      for (index, record, arguments) in closures() { resolve(index, record, arguments?.pointer) }
      // An initializer runs for those alone that ask for it, and for a forward that is possible for a subclass only; what it made
      // tells about its forwards.
      for (index, record, arguments) in initializers() { resolve(index, record, arguments?.pointer) }
      return end()
    }
  }

  /// The same, with what must be awaited, and what belongs to actors.
  nonisolated(nonsending) func runAsync() async -> VerificationReport {
    isAwaiting = true
    let standIns = begin()
    defer { containers.last?.registry.remove(observer) }
    return await Registry.withStandIns(standIns) {
      for (index, record, arguments) in closures() { await resolve(index, record, arguments?.pointer) }
      for (index, record, arguments) in initializers() { await resolve(index, record, arguments?.pointer) }
      return end()
    }
  }

  private func begin() -> StandIns {
    copyContainers()
    let originals = Array(sequence(first: container, next: \.parent))
    // The parents' resolves are observed with their children's.
    containers.last?.registry.add(observer)
    return StandIns(
      zip(originals, containers).map { (original: $0.registry, other: $1.registry) },
      copyOfChild: { self.copy(ofChild: $0) })
  }

  private func end() -> VerificationReport {
    addNeeds()
    defer { giveUpInstances() }
    return VerificationReport(findings())
  }

  /// Releases what was built, while a `deinit` that resolves still asks the copy.
  ///
  /// An instance may hold the copy, which would never go.
  private func giveUpInstances() {
    for build in builds.values { build.end() }
    for container in containers.prefix(1) + children {
      var seen: Set<ObjectIdentifier> = []
      for entry in container.entries(includingParents: true) {
        let scope = entry.objectScope
        if entry.record.outlivesCycle, seen.insert(ObjectIdentifier(scope)).inserted {
          container.resetObjectScope(scope)
        }
      }
    }
  }

  // MARK: - Copy

  private func copyContainers() {
    copier.recipe = { [unowned self] record, recipe in
      let build = self.build(of: record)
      build.recipe = recipe
      var recipe = recipe
      recipe.factory = .general { try build.run($0, $1, $2) }
      guard recipe.asyncFactory != nil else { return recipe }
      recipe.details = RecipeDetails(
        isolation: recipe.isolation, asyncFactory: { try await build.run($0, $1, $2) })
      return recipe
    }
    copier.scope = { record in
      let scope = record.settings.scope
      // Registrations may share a storage, and the program may use it.
      return scope.kind == .custom
        ? ObjectScope(storageFactory: PermanentStorage.init, description: scope.name) : scope
    }
    copier.completions = { [unowned self] record in
      let build = self.build(of: record)
      let completions = record.settings.completions
      if completions.isEmpty { return [] }
      // All as one: what they resolve may be the same service with other arguments.
      return [
        { resolver, service, arguments in
          if build.beginsCompletions() {
            for completion in completions { completion(resolver, service, arguments) }
          }
        }
      ]
    }
    copier.forward = { [unowned self] forward, target, registry in
      let record = CheckedForward.record(
        for: forward, to: target, in: registry, isAwaited: isAwaiting)
      targets[record.order] = target
      return record
    }
    let copy = copier.copy(container, includingParents: true)
    containers = Array(sequence(first: copy, next: \.parent))
    for (level, copy) in containers.enumerated() {
      for registration in copy.registry.registrations() {
        guard let index = wiring.index(of: registration.key, fromLevel: level) else { continue }
        entryByCopiedOrder[registration.order] = index
        copies[index] = registration.record
        // A record without a key of its own is known by the first that is forwarded to it.
        if let target = targets[registration.order], wiring.owner(of: index) == index,
          entryByCopiedOrder[target.order] == nil
        {
          entryByCopiedOrder[target.order] = index
        }
      }
    }
  }

  /// The copy of a child, which has the copy of its parent.
  private func copy(ofChild registry: Registry) -> Registry {
    let copy = copier.copy(registry.container, includingParents: false)
    children.append(copy)
    return copy.registry
  }

  private func build(of record: Record) -> RecordedBuild {
    if let known = builds[ObjectIdentifier(record)] { return known }
    let instance = options.instances.last { $0.type == record.serviceType && $0.name == record.key.name }
    let build = RecordedBuild(
      record, instance: instance?.box, isSkipped: skippedRecords.contains(ObjectIdentifier(record)))
    builds[ObjectIdentifier(record)] = build
    return build
  }

  // MARK: - Resolve

  /// One resolve to try: the entry, its record in the copy, and arguments.
  private typealias Trial = (index: Int, record: Record, arguments: ArgumentCopy?)

  /// What is registered by closures: each is tried when it is its turn, unless it was run by then.
  private func closures() -> some Sequence<Trial> {
    wiring.entries.indices.lazy.filter { !self.isByInitializer($0) }.flatMap { self.trials(of: $0) }
  }

  /// What is registered by initializers, and is asked for or has to be tried.
  private func initializers() -> some Sequence<Trial> {
    wiring.entries.indices.lazy.filter { index in
      self.isByInitializer(index) && (self.isBuilt(index) || self.needsTrial(self.wiring.entries[index]))
    }.flatMap { self.trials(of: $0) }
  }

  private func trials(of index: Int) -> [Trial] {
    let entry = wiring.entries[index]
    guard let copy = copies[index], builds[ObjectIdentifier(entry.record)]?.isSkipped != true else {
      return []
    }
    if entry.key.signature != nil { return samples(for: entry).map { (index, copy, $0.arguments) } }
    return entry.isForward || !isBuilt(index) ? [(index, copy, nil)] : []
  }

  private func resolve(_ index: Int, _ copy: Record, _ arguments: UnsafeRawPointer?) {
    let entry = wiring.entries[index]
    let result = OpaqueValue.allocate(entry.key.serviceType)
    defer { result.deallocate() }
    let outcome = registry(for: index).resolve(copy, arguments, result)
    if case .failed(let error) = outcome {
      failures.append(NeedsObserver.Failure(error: error, registration: copy.order, source: nil))
    } else {
      OpaqueValue.destroy(entry.key.serviceType, at: result)
    }
  }

  private nonisolated(nonsending) func resolve(
    _ index: Int, _ copy: Record, _ arguments: UnsafeMutableRawPointer?
  ) async {
    let registry = registry(for: index)
    if let error = await registry.awaitRecord(copy, arguments.map { UnsafeRawPointer($0) }) {
      failures.append(NeedsObserver.Failure(error: error, registration: copy.order, source: nil))
    }
  }

  /// The registry that is asked for an entry.
  private func registry(for index: Int) -> Registry {
    let entry = wiring.entries[index]
    // What a child overrides is asked for in its own container.
    let isVisible = wiring.index(of: entry.key, fromLevel: 0) == index
    return containers[isVisible ? 0 : entry.level].registry
  }

  /// Whether the factory was run for somebody else already.
  private func isBuilt(_ index: Int) -> Bool {
    builds[ObjectIdentifier(wiring.entries[index].record)]?.isDone == true
  }

  private func isByInitializer(_ index: Int) -> Bool { wiring.entries[index].record.recipe.needs != nil }

  private func needsTrial(_ entry: ContainerEntry) -> Bool {
    entry.isForward && CheckedForward.isPossible(entry)
      && CheckedForward.isPossibleForExactType(entry) == false
  }

  private func samples(for entry: ContainerEntry) -> [VerificationOptions.Sample] {
    let own = options.samples.filter { $0.key == entry.key }
    return own.isEmpty ? options.samples.filter { $0.key == entry.record.key } : own
  }

  // MARK: - What was seen

  private func addNeeds() {
    for need in observer.needs {
      guard let source = entryByCopiedOrder[need.source] else { continue }
      let level = max(0, containers.count - 1 - need.registryDepth)
      let target =
        need.target.flatMap { entryByCopiedOrder[$0] } ?? wiring.index(of: need.key, fromLevel: level)
      if let target {
        wiring.connect(
          source, to: target, need.isDeferred ? .deferred : need.isInCompletion ? .completion : .need)
      } else if !need.isOptional, need.target == nil {
        wiring.addGap(need.key, neededBy: source, atLevel: level)
      }
    }
  }

  private func findings() -> Findings {
    var seen: Set<ObjectIdentifier> = []
    // What is nested deepest is the reason of the rest, and was seen first.
    let all = (observer.failures + failures).filter { seen.insert($0.error.identity).inserted }
    return Findings(
      container: container, options: options, wiring: wiring,
      failures: all.map { failure in
        Findings.Failure(
          error: failure.error, entry: failure.registration.flatMap { entryByCopiedOrder[$0] },
          source: failure.source.flatMap { entryByCopiedOrder[$0] })
      },
      builds: wiring.entries.map { builds[ObjectIdentifier($0.record)] }, isAwaited: isAwaiting)
  }
}
