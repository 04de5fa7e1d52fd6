import Facet

/// The copy of the containers for a verification: each factory runs once in it, and its outcome is recorded.
///
/// - Threads: the containers and entries belong to the verifying thread. A child is copied on any thread, because a factory's tasks may
///   use captured children at the same time.
final class VerificationCopy: @unchecked Sendable {
  // Unchecked for the instances of the options, which no code changes.

  /// The containers, by level.
  let containers: [Container]
  /// The record for each entry.
  let records: [Record?]
  private let entryByOrder: [Int: Int]
  private let options: VerificationOptions
  private let skipped: Set<ObjectIdentifier>
  private let isAwaiting: Bool
  private let state: Guarded<State>

  private struct State {
    /// The factories, by the records of the originals.
    var builds: [ObjectIdentifier: RecordedBuild]
    var copies: ContainerCopier.Copies
    var children: [Container] = []
  }

  /// Copies a container and its parents.
  ///
  /// With `isAwaiting`, forwards await their targets if necessary.
  init(of container: Container, _ wiring: Wiring, _ options: VerificationOptions, isAwaiting: Bool) {
    let entries = wiring.entries.filter { entry in options.skipped.contains { $0.contains(entry.key) } }
    skipped = Set(entries.map { ObjectIdentifier($0.record) })
    (self.options, self.isAwaiting) = (options, isAwaiting)
    let rules = CopyingRules(options, skipped, isAwaiting: isAwaiting)
    var copier = rules.copier
    containers = Array(
      sequence(first: copier.copy(container, includingParents: true), next: \.parent))
    state = Guarded(State(builds: rules.builds, copies: copier.copies))
    var records: [Record?] = Array(repeating: nil, count: wiring.entries.count)
    var entryByOrder: [Int: Int] = [:]
    for (level, container) in containers.enumerated() {
      for registration in container.registry.registrations() {
        guard let index = wiring.index(of: registration.key, fromLevel: level) else { continue }
        entryByOrder[registration.order] = index
        records[index] = registration.record
        // A record without its own key is identified by the first key that is forwarded to it.
        if let target = rules.targets[registration.order], wiring.owner(of: index) == index,
          entryByOrder[target.order] == nil
        {
          entryByOrder[target.order] = index
        }
      }
    }
    (self.records, self.entryByOrder) = (records, entryByOrder)
  }

  /// The entry whose record, or whose target's record, has an order.
  func entry(withOrder order: Int) -> Int? { entryByOrder[order] }

  /// The build of an original record; `nil` if the copy does not have the record.
  func build(of record: Record) -> RecordedBuild? { state.withLock { $0.builds[ObjectIdentifier(record)] } }

  /// The copy of a child that a factory captured, always the same; its parent is the copy of the child's parent.
  @Sendable func child(_ original: Registry) -> Registry {
    let known = state.withLock { $0 }
    if let copy = known.copies.registry(for: original) { return copy }
    // Outside the lock: copying resolves nothing, but takes its time.
    let rules = CopyingRules(options, skipped, isAwaiting: isAwaiting, known.builds)
    var copier = rules.copier
    copier.known = known.copies
    let copy = copier.copy(original.ownContainer, includingParents: false)
    return state.withLock { state in
      // Another thread may have been first.
      if let first = state.copies.registry(for: original) { return first }
      state.copies.add(copier.copies)
      state.builds.merge(rules.builds) { known, _ in known }
      state.children.append(copy)
      return copy.registry
    }
  }

  /// Ends all built instances, while a `deinit` that resolves still uses the copy; what must be awaited is released.
  func end() { Registry.endAll(takeBuilt()) }
  /// Ends all built instances.
  func endAsync(isolation: isolated (any Actor)?) async {
    await Registry.endAllAsync(takeBuilt(), on: isolation)
  }
  /// Forgets the builds, whose instances may hold the copy; the containers still have what they keep.
  private func takeBuilt() -> [Registry] {
    let state = state.withLock { $0 }
    for build in state.builds.values { build.end() }
    return (state.children + containers).map(\.registry)
  }
}

/// How containers are copied for a verification; the copier calls back only while it copies.
private final class CopyingRules {
  private let options: VerificationOptions
  private let skipped: Set<ObjectIdentifier>
  private let isAwaiting: Bool
  private(set) var builds: [ObjectIdentifier: RecordedBuild]
  /// The targets of forwards, by the order of the records that replace them.
  private(set) var targets: [Int: Record] = [:]

  init(
    _ options: VerificationOptions, _ skipped: Set<ObjectIdentifier>, isAwaiting: Bool,
    _ builds: [ObjectIdentifier: RecordedBuild] = [:]
  ) {
    (self.options, self.skipped, self.isAwaiting, self.builds) = (options, skipped, isAwaiting, builds)
  }

  private func build(of record: Record) -> RecordedBuild {
    if let build = builds[ObjectIdentifier(record)] { return build }
    let instance = options.instances.last { $0.type == record.serviceType && $0.name == record.key.name }
    let build = RecordedBuild(
      record, instance: instance?.service, isSkipped: skipped.contains(ObjectIdentifier(record)))
    builds[ObjectIdentifier(record)] = build
    return build
  }

  var copier: ContainerCopier {
    var copier = ContainerCopier()
    copier.recipe = { [unowned self] record in
      let (build, recipe) = (self.build(of: record), record.recipe)
      let asyncFactory = recipe.asyncFactory.map { factory -> Recipe.AsyncFactory in
        { try await build.run(factory, $0, $1) }
      }
      // The copy has no decorators: the builder runs the decorators of the original, on the actor that they need.
      let isolation = isAwaiting ? record.actorToVisit : recipe.isolation
      let traits = Recipe.Traits(
        needs: recipe.needs, of: recipe.initializer, isolation: isolation, asyncFactory: asyncFactory)
      return Recipe(traits) { resolver, arguments, _ in .instance(try build.run(resolver, arguments)) }
    }
    copier.failureHandler = { [allowed = options.allowedMissing] container in
      let handler = container.failureHandler
      return { error in
        if error.code != .notRegistered || !allowed.contains(where: { $0.contains(error.key) }) {
          handler(error)
        }
      }
    }
    copier.scope = { record in
      let scope = record.settings.scope
      // Registrations may share a storage, which the program may also use.
      return scope.kind == .custom
        ? ObjectScope(storageFactory: PermanentStorage.init, description: scope.name) : scope
    }
    copier.completions = { [unowned self] record in
      let completions = record.settings.completions
      return completions.isEmpty ? [] : self.build(of: record).completions(completions)
    }
    // What `use` gave belongs to the caller.
    copier.disposers = { [unowned self] record in
      self.build(of: record).isGiven ? [] : record.settings.disposers
    }
    copier.forward = { [unowned self] forward, target, registry, order in
      let record = CheckedForward.record(for: forward, to: target, in: registry, order, isAwaited: isAwaiting)
      targets[record.order] = target
      return record
    }
    return copier
  }
}
