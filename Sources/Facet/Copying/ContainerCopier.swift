/// Makes containers with the registrations of others, but with their own instances.
///
/// Recipes are shared, because they hold nothing of a container. A forward of a copied record points at the copy.
package struct ContainerCopier {
  // Without a closure, the copy takes the value of its original.

  /// Decides which registrations are copied; a forward goes with its record.
  package var isIncluded: ((Record) -> Bool)?
  /// Returns the key of a copied registration.
  package var key: ((Registration) -> ServiceKey)?
  /// Returns the recipe of a copied record.
  package var recipe: ((Record) -> Recipe)?
  /// Returns the scope of a copied record.
  package var scope: ((Record) -> any ObjectScopeProtocol)?
  /// Returns the completions of a copied record.
  package var completions: ((Record) -> [Completion])?
  /// Returns the copy of a forward, from the copy of its target, the registry of the copy, and its order.
  package var forward: ((Forward, Record, Registry, Int) -> Registration)?

  /// Whether the copies are for use, as the originals are: with failure handlers, decorators, and the actions at the end.
  package var isForUse = false
  /// Whether the copies have the behaviors of the originals.
  ///
  /// These are not called for copied registrations.
  package var keepsBehaviors = false

  /// The copied registries and records.
  ///
  /// It holds the originals, so that no other object gets the address of a released one.
  package struct Copies {
    fileprivate var records: [ObjectIdentifier: (original: Record, copy: Record)] = [:]
    fileprivate var registries: [ObjectIdentifier: (original: Registry, copy: Registry)] = [:]

    package init() {}

    /// The copy of a container's registry.
    package func registry(for original: Registry) -> Registry? {
      registries[ObjectIdentifier(original)]?.copy
    }

    fileprivate func record(for original: Record) -> Record? { records[ObjectIdentifier(original)]?.copy }

    package mutating func add(_ others: Copies) {
      records.merge(others.records) { $1 }
      registries.merge(others.registries) { $1 }
    }
  }

  /// The copies that other copiers made before.
  package var known = Copies()
  /// The copies of this copier.
  package private(set) var copies = Copies()
  /// The records that forwards lead to: only their copies are looked for.
  private var targets: Set<ObjectIdentifier> = []
  /// The copied containers, the topmost first.
  private var line: [(original: Container, copy: Container)] = []

  package init() {}

  /// Copies a container, and its parents if `includingParents` is set; else the copy has the same parent.
  ///
  /// The copy has the registrations of this moment.
  package mutating func copy(_ container: Container, includingParents: Bool) -> Container {
    let copy = begin(container, includingParents: includingParents)
    fill()
    return copy
  }

  /// Makes the copies without their registrations.
  mutating func begin(_ container: Container, includingParents: Bool) -> Container {
    var parent = container.parent
    if includingParents, let original = parent { parent = begin(original, includingParents: true) }
    let copy = Container(
      parent: parent, defaultObjectScope: container.defaultObjectScope,
      behaviors: keepsBehaviors ? container.registry.behaviors : [])
    if isForUse { copy.registry.failures = container.registry.failures }
    copies.registries[ObjectIdentifier(container.registry)] = (container.registry, copy.registry)
    line.append((container, copy))
    return copy
  }

  /// Copies the registrations, and replaces some of them.
  mutating func fill(overriding added: [Registration] = []) {
    let originals = line.map { original, _ in
      let all = original.registry.registrations()
      return isIncluded.map { isIncluded in all.filter { isIncluded($0.record) } } ?? all
    }
    for forward in originals.joined() where forward.isForward {
      targets.insert(ObjectIdentifier(forward.record))
    }
    let count = originals.reduce(0) { $0 + $1.count }
    // The copies keep the order of the originals.
    var order = Origin.takeOrders(count + added.count)
    let overrides = Overrides(added, of: originals, order)
    // What the closure of a layer declared.
    let declared = line.last?.copy.registry.takeDecorators() ?? []
    for (level, originals) in originals.enumerated() {
      fill(level, originals, order, overrides)
      order += originals.count
    }
    for decorator in declared { place(decorator) }
  }
  /// A decorator of a layer goes to the copy that has the registration; one of all of a type to each, and to the layer, for what comes later.
  private func place(_ decorator: Decorator) {
    var registries = line.reversed().map(\.copy.registry).filter { registry in
      registry.registrations(of: decorator.key.serviceType).contains { decorator.wraps($0.key) }
    }
    if !decorator.isForAll { registries = Array(registries.prefix(1)) }
    if let layer = line.last?.copy.registry, decorator.isForAll || registries.isEmpty,
      !registries.contains(where: { $0 === layer })
    {
      registries.append(layer)
    }
    for registry in registries {
      registry.add(decorator)
      registry.apply(decorator)
    }
  }

  private mutating func fill(
    _ level: Int, _ originals: [Registration], _ firstOrder: Int, _ overrides: Overrides
  ) {
    let (original, registry) = (line[level].original, line[level].copy.registry)
    if isForUse { for decorator in original.registry.decorators { registry.add(decorator) } }
    registry.reserve(originals.count)
    var forwards: [(Forward, Int)] = []
    for (index, registration) in originals.enumerated() where !overrides.replaces(registration) {
      let order = firstOrder + index
      if let forward = registration.forward {
        forwards.append((forward, order))
      } else {
        registry.add(makeCopy(of: registration.record, in: registry, order), isAgain: true)
      }
    }
    overrides.settle(at: level, in: registry)
    // The copies of forwards come last: their targets may be overridden here.
    for (forward, order) in forwards {
      let copy =
        overrides.redirected(forward, in: registry, order) ?? makeCopy(of: forward, in: registry, order)
      registry.add(copy, isAgain: true)
    }
    if isForUse, original.registry.isClosed {
      registry.refuseAll(at: original.registry.closing)
      _ = Registry.takeAll([registry])
    }
  }

  /// The copy of a record; the record itself if it belongs to a container that is not copied.
  private mutating func copy(of target: Record) -> Record {
    if let copy = copies.record(for: target) ?? known.record(for: target) { return copy }
    guard let owner = copies.registry(for: target.owner) ?? known.registry(for: target.owner) else {
      return target
    }
    // The record is not registered any more.
    return makeCopy(of: target, in: owner, nil)
  }

  private mutating func makeCopy(of forward: Forward, in registry: Registry, _ order: Int) -> Registration {
    let target = copy(of: forward.target)
    return self.forward?(forward, target, registry, order)
      ?? forward.copy(in: registry, to: target, order: order)
  }

  private mutating func makeCopy(of record: Record, in owner: Registry, _ order: Int?) -> Record {
    let copy = Record(
      Origin(key?(record) ?? record.key, at: record.location, in: owner, order: order),
      recipe?(record) ?? record.recipe, settings(of: record))
    if !isForUse || targets.contains(ObjectIdentifier(record)) {
      copies.records[ObjectIdentifier(record)] = (record, copy)
    }
    return copy
  }

  /// The settings of a copy.
  private func settings(of record: Record) -> Settings {
    let original = record.settings
    var settings = isForUse ? original : Settings(scope: original.scope)
    settings.scope = scope?(record) ?? original.scope
    if let completions {
      settings.completions = completions(record)
    } else if !isForUse {
      settings.completions = original.completions
    }
    return settings
  }
}
