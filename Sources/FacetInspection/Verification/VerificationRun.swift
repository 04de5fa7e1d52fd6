import Facet

/// One verification: runs the factories in a copy of the containers, and notes which asks for which.
///
/// Belongs to the thread that verifies. The copy is gone with the run.
final class VerificationRun {
  private let container: Container
  private let options: VerificationOptions
  private var wiring: Wiring
  private let observer = NeedsObserver(keepsFailures: true)
  private var builds: [ObjectIdentifier: RecordedBuild] = [:]
  /// The record of the copy for each entry.
  private var copies: [Record?]
  /// The copies of the containers, by level.
  private var containers: [Container] = []
  private var entryByCopiedOrder: [Int: Int] = [:]
  private var failures: [NeedsObserver.Failure] = []

  init(of container: Container, _ options: VerificationOptions) {
    self.container = container
    self.options = options
    wiring = Wiring(of: container)
    copies = Array(repeating: nil, count: wiring.entries.count)
  }

  func run() -> Findings {
    copyContainers()
    let originals = Array(sequence(first: container, next: \.parent))
    let standIns = StandIns(
      zip(originals, containers).map { (original: $0.registry, other: $1.registry) })
    // The parents' resolves are observed with their children's.
    guard let top = containers.last else { return findings() }
    top.registry.add(observer)
    defer { top.registry.remove(observer) }
    Registry.withStandIns(standIns) {
      for index in wiring.entries.indices where !isByInitializer(index) { resolve(index) }
      // An initializer runs for those alone that ask for it; what it made tells about its forwards.
      for index in wiring.entries.indices where isByInitializer(index) && isBuilt(index) { resolve(index) }
    }
    addNeeds()
    return findings()
  }

  // MARK: - Copy

  private func copyContainers() {
    var copier = ContainerCopier()
    copier.recipe = { record in
      let build = self.build(of: record)
      var recipe = record.recipe
      recipe.factory = build.run
      return recipe
    }
    copier.completions = { record in
      let build = self.build(of: record)
      return record.settings.completions.enumerated().map { number, completion in
        { resolver, service, arguments in
          if build.beginsCompletion(number) { completion(resolver, service, arguments) }
        }
      }
    }
    copier.forward = CheckedForward.record
    let copy = copier.copy(container, includingParents: true)
    containers = Array(sequence(first: copy, next: \.parent))
    for (level, copy) in containers.enumerated() {
      for registration in copy.registry.registrations() {
        guard let index = wiring.index(of: registration.key, fromLevel: level) else { continue }
        entryByCopiedOrder[registration.order] = index
        copies[index] = registration.record
      }
    }
  }

  private func build(of record: Record) -> RecordedBuild {
    if let known = builds[ObjectIdentifier(record)] { return known }
    let instance = options.instances.last { $0.type == record.serviceType && $0.name == record.key.name }
    let build = RecordedBuild(
      record, instance: instance?.box, isSkipped: options.skipped.contains { $0.contains(record.key) })
    builds[ObjectIdentifier(record)] = build
    return build
  }

  // MARK: - Resolve

  private func resolve(_ index: Int) {
    let entry = wiring.entries[index]
    guard let copy = copies[index], entry.isForward || !isBuilt(index), !isSkipped(entry) else { return }
    var arguments: UnsafeRawPointer?
    if entry.key.signature != nil {
      guard let sample = sample(for: index) else { return }
      arguments = UnsafeRawPointer(sample.pointer)
    }
    // What a child overrides is asked for in its own container.
    let isVisible = wiring.index(of: entry.key, fromLevel: 0) == index
    let registry = containers[isVisible ? 0 : entry.level].registry
    let result = OpaqueValue.allocate(entry.key.serviceType)
    defer { result.deallocate() }
    let outcome = registry.resolve(copy, arguments, result)
    if case .failed(let error) = outcome {
      failures.append(NeedsObserver.Failure(error: error, registration: copy.order, source: nil))
    } else {
      OpaqueValue.destroy(entry.key.serviceType, at: result)
    }
  }

  /// Whether the factory was run for somebody else already.
  private func isBuilt(_ index: Int) -> Bool {
    builds[ObjectIdentifier(wiring.entries[index].record)]?.isDone == true
  }

  private func isByInitializer(_ index: Int) -> Bool { wiring.entries[index].record.recipe.needs != nil }

  private func isSkipped(_ entry: ContainerEntry) -> Bool {
    options.skipped.contains { $0.contains(entry.key) || $0.contains(entry.record.key) }
  }

  private func sample(for index: Int) -> ArgumentCopy? {
    let entry = wiring.entries[index]
    let known =
      options.samples.first { $0.key == entry.key } ?? options.samples.first { $0.key == entry.record.key }
    return known?.arguments
  }

  // MARK: - What was seen

  private func addNeeds() {
    for need in observer.needs {
      guard let source = need.source.flatMap({ entryByCopiedOrder[$0] }) else { continue }
      let level = wiring.levelOfNeeds(of: source)
      let target =
        need.target.flatMap { entryByCopiedOrder[$0] } ?? wiring.index(of: need.key, fromLevel: level)
      if let target {
        wiring.connect(
          source, to: target, need.isDeferred ? .deferred : need.isInCompletion ? .completion : .need)
      } else if !need.isOptional, need.target == nil {
        wiring.addGap(need.key, neededBy: source)
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
      builds: wiring.entries.map { builds[ObjectIdentifier($0.record)] })
  }
}
