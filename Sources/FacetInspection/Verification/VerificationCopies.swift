import Facet

/// The rules for all copies of a verification, from its options.
struct CopyingRules: @unchecked Sendable {
  // Unchecked for the instances, which no code changes.
  let instances: [VerificationOptions.Instance]
  let skippedRecords: Set<ObjectIdentifier>
  let isAwaiting: Bool
}

/// The copies of a verification, or the additions to them.
struct VerificationCopies {
  /// The factories, by the records of the originals.
  fileprivate(set) var builds: [ObjectIdentifier: RecordedBuild] = [:]
  /// The targets of forwards, by the order of the records that replace them.
  fileprivate(set) var targets: [Int: Record] = [:]
  private var copies = ContainerCopier.Copies()

  func copy(of original: Registry) -> Registry? { copies.registry(for: original) }

  mutating func add(_ others: VerificationCopies) {
    builds.merge(others.builds) { known, _ in known }
    targets.merge(others.targets) { known, _ in known }
    copies.add(others.copies)
  }

  /// Copies a container, and returns the additions.
  func copy(
    _ container: Container, includingParents: Bool, _ rules: CopyingRules
  ) -> (container: Container, new: VerificationCopies) {
    let copying = VerificationCopying(rules, known: builds)
    var copier = copying.copier
    copier.known = copies
    let copy = copier.copy(container, includingParents: includingParents)
    var new = copying.new
    new.copies = copier.copies
    return (copy, new)
  }
}

/// One copy operation on containers; it belongs to the copying thread.
private final class VerificationCopying {
  private let rules: CopyingRules
  private let known: [ObjectIdentifier: RecordedBuild]
  var new = VerificationCopies()

  init(_ rules: CopyingRules, known: [ObjectIdentifier: RecordedBuild]) {
    self.rules = rules
    self.known = known
  }

  private func build(of record: Record) -> RecordedBuild {
    if let build = new.builds[ObjectIdentifier(record)] ?? known[ObjectIdentifier(record)] { return build }
    let instance = rules.instances.last { $0.type == record.serviceType && $0.name == record.key.name }
    let build = RecordedBuild(
      record, instance: instance?.service, isSkipped: rules.skippedRecords.contains(ObjectIdentifier(record)))
    new.builds[ObjectIdentifier(record)] = build
    return build
  }

  /// The copier calls back only while it copies.
  var copier: ContainerCopier {
    var copier = ContainerCopier()
    copier.recipe = { [unowned self] record, recipe in
      let build = self.build(of: record)
      build.recipe = recipe
      var recipe = recipe
      recipe.factory = { try build.run($0, $1, $2) }
      let asyncFactory = recipe.asyncFactory.map { factory -> Recipe.AsyncFactory in
        { try await build.run(factory, $0, $1, $2) }
      }
      // The copy has no decorators: the builder runs the decorators of the original, on the actor that they need.
      let isolation = self.rules.isAwaiting ? record.actorToVisit : recipe.isolation
      if asyncFactory != nil || isolation != nil {
        recipe.details = RecipeDetails(needs: recipe.needs, isolation: isolation, asyncFactory: asyncFactory)
      }
      return recipe
    }
    copier.scope = { record in
      let scope = record.settings.scope
      // Registrations may share a storage, which the program may also use.
      return scope.kind == .custom
        ? ObjectScope(storageFactory: PermanentStorage.init, description: scope.name) : scope
    }
    copier.completions = { [unowned self] record in
      let build = self.build(of: record)
      let completions = record.settings.completions
      if completions.isEmpty { return [] }
      // All as one completion: they may resolve the same service with other arguments.
      return [
        { resolver, service, arguments in
          try build.complete(by: completions, resolver, service, arguments)
        }
      ]
    }
    copier.lateCompletion = { [unowned self] record, number, action in
      let build = self.build(of: record)
      return { resolver, service, arguments in
        try await build.complete(byLate: number, action, resolver, service, arguments)
      }
    }
    copier.forward = { [unowned self] forward, target, registry, order in
      let record = CheckedForward.record(
        for: forward, to: target, in: registry, order, isAwaited: self.rules.isAwaiting)
      self.new.targets[record.order] = target
      return record
    }
    return copier
  }
}
