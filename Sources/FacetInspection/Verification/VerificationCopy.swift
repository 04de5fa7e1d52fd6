import Facet

/// The copy of the containers in which a verification runs: each factory runs once there, and tells what came of it.
///
/// Belongs to the thread that verifies.
final class VerificationCopy {
  private let options: VerificationOptions
  private let skippedRecords: Set<ObjectIdentifier>
  private var copier = ContainerCopier()
  private var builds: [ObjectIdentifier: RecordedBuild] = [:]
  /// The containers, by level.
  private(set) var containers: [Container] = []
  /// Those of children that a factory captured.
  private var children: [Container] = []
  /// The record for each entry.
  private(set) var records: [Record?]
  private var entryByOrder: [Int: Int] = [:]
  /// What forwards lead to, by the order of the records in their places.
  private var targets: [Int: Record] = [:]

  /// Copies a container and its parents.
  ///
  /// With `isAwaiting` forwards await what must be awaited.
  init(of container: Container, _ wiring: Wiring, _ options: VerificationOptions, isAwaiting: Bool) {
    self.options = options
    records = Array(repeating: nil, count: wiring.entries.count)
    let skipped = wiring.entries.filter { entry in options.skipped.contains { $0.contains(entry.key) } }
    skippedRecords = Set(skipped.map { ObjectIdentifier($0.record) })
    prepareCopier(isAwaiting: isAwaiting)
    let copy = copier.copy(container, includingParents: true)
    containers = Array(sequence(first: copy, next: \.parent))
    for level in containers.indices { noteRecords(atLevel: level, wiring) }
  }

  private func prepareCopier(isAwaiting: Bool) {
    copier.recipe = { [unowned self] record, recipe in
      let build = self.build(of: record)
      build.recipe = recipe
      var recipe = recipe
      recipe.factory = .general { try build.run($0, $1, $2) }
      let asyncFactory = recipe.asyncFactory.map { factory -> Recipe.AsyncFactory in
        { try await build.run(factory, $0, $1, $2) }
      }
      // The copy has no decorators of its own: the one who builds runs those of the original, on the actor that they need.
      let isolation = isAwaiting ? record.actorToVisit : recipe.isolation
      if asyncFactory != nil || isolation != nil {
        recipe.details = RecipeDetails(needs: recipe.needs, isolation: isolation, asyncFactory: asyncFactory)
      }
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
    copier.forward = { [unowned self] forward, target, registry, order in
      let record = CheckedForward.record(
        for: forward, to: target, in: registry, order, isAwaited: isAwaiting)
      targets[record.order] = target
      return record
    }
  }

  private func noteRecords(atLevel level: Int, _ wiring: Wiring) {
    for registration in containers[level].registry.registrations() {
      guard let index = wiring.index(of: registration.key, fromLevel: level) else { continue }
      entryByOrder[registration.order] = index
      records[index] = registration.record
      // A record without a key of its own is known by the first that is forwarded to it.
      if let target = targets[registration.order], wiring.owner(of: index) == index,
        entryByOrder[target.order] == nil
      {
        entryByOrder[target.order] = index
      }
    }
  }

  private func build(of record: Record) -> RecordedBuild {
    if let known = builds[ObjectIdentifier(record)] { return known }
    let instance = options.instances.last { $0.type == record.serviceType && $0.name == record.key.name }
    let build = RecordedBuild(
      record, instance: instance?.box, isSkipped: skippedRecords.contains(ObjectIdentifier(record)))
    builds[ObjectIdentifier(record)] = build
    return build
  }

  /// The copy of a child, which has the copy of its parent.
  func child(_ registry: Registry) -> Registry {
    let copy = copier.copy(registry.container, includingParents: false)
    children.append(copy)
    return copy.registry
  }

  /// The entry whose record, or that of whose target, has an order.
  func entry(withOrder order: Int) -> Int? { entryByOrder[order] }

  /// What came of the factory of a record of the original; `nil` if nobody has it.
  func knownBuild(of record: Record) -> RecordedBuild? { builds[ObjectIdentifier(record)] }

  /// Releases what was built, while a `deinit` that resolves still asks the copy.
  ///
  /// An instance may hold the copy, which would never go.
  func giveUpInstances() {
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
}
