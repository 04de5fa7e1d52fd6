import Facet

/// Makes containers for a check: with the registrations of others, changed, and with their own instances.
///
/// They have no decorators and behaviors, and actions at the end only by `disposers`. A forward of a copied record points at the copy.
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
  /// Returns the actions at the end of a copied record; without this closure there are none.
  package var disposers: ((Record) -> [Disposer])?
  /// Returns the failure handler of a copied container.
  package var failureHandler: ((Container) -> @Sendable (ResolutionError) -> Void)?
  /// Returns the copy of a forward, from the copy of its target, the registry of the copy, and its order.
  package var forward: ((Forward, Record, Registry, Int) -> Registration)?

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

  package init() {}

  /// Copies a container, and its parents if `includingParents` is set; else the copy has the same parent.
  ///
  /// The copy has the registrations of this moment.
  package mutating func copy(_ container: Container, includingParents: Bool) -> Container {
    var parent = container.parent
    if includingParents, let original = parent { parent = copy(original, includingParents: true) }
    let copy = Container(parent: parent, defaultObjectScope: container.defaultObjectScope)
    if let failureHandler { copy.failureHandler = failureHandler(container) }
    copies.registries[ObjectIdentifier(container.registry)] = (container.registry, copy.registry)
    fill(copy.registry, from: container.registry)
    return copy
  }

  private mutating func fill(_ registry: Registry, from original: Registry) {
    let originals = original.registrations().filter { isIncluded?($0.record) ?? true }
    // The copies keep the order of the originals; those of forwards come last, for their targets.
    let first = Origin.takeOrders(originals.count)
    for (index, registration) in originals.enumerated() where !registration.isForward {
      registry.add(makeCopy(of: registration.record, in: registry, first + index))
    }
    for (index, registration) in originals.enumerated() {
      guard let forward = registration.forward else { continue }
      let target = copy(of: forward.target)
      registry.add(
        self.forward?(forward, target, registry, first + index)
          ?? forward.copy(in: registry, to: target, order: first + index))
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

  private mutating func makeCopy(of record: Record, in owner: Registry, _ order: Int?) -> Record {
    var settings = Settings(scope: scope?(record) ?? record.settings.scope)
    settings.disposers = disposers?(record) ?? []
    settings.completions = completions?(record) ?? record.settings.completions
    let copy = Record(
      Origin(key?(record) ?? record.key, at: record.location, in: owner, order: order),
      by: recipe?(record) ?? record.recipe, with: settings)
    copies.records[ObjectIdentifier(record)] = (record, copy)
    return copy
  }
}
