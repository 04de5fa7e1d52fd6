/// Makes containers with the registrations of others, and instances of their own.
///
/// Recipes are shared, for they hold nothing of a container. A forward of a copied record points at the copy.
package struct ContainerCopier {
  /// Says which registrations are copied; a forward goes with its record.
  package var isIncluded: (Record) -> Bool = { _ in true }
  /// Gives the key of a copied registration.
  package var key: (Registration) -> ServiceKey = { $0.key }
  /// Gives the recipe of a copied record, from the one that it would have: that wraps what the copy's parent has, where the
  /// original wraps a parent's service.
  package var recipe: (Record, Recipe) -> Recipe = { $1 }
  /// Gives the scope of a copied record.
  package var scope: (Record) -> any ObjectScopeProtocol = { $0.settings.scope }
  /// Gives the completions of a copied record.
  package var completions: (Record) -> [Settings.Completion] = { $0.settings.completions }
  /// Gives the copy of a forward, from the copy of its target, the registry of the copy, and its order.
  package var forward: (Forward, Record, Registry, Int) -> Registration = {
    $0.copy(in: $2, to: $1, order: $3)
  }

  /// Whether the copies are for use, as the originals are: they have the failure handlers, the decorators, and what is done at
  /// the end.
  package var isForUse = false
  /// Whether the copies have the behaviors of the originals, which are not called for what is copied.
  package var keepsBehaviors = false

  /// What was copied.
  package struct Copies {
    fileprivate var records = ObjectPairs()
    fileprivate var registries = ObjectPairs()

    package init() {}

    /// The copy of a container's registry.
    package func registry(for original: Registry) -> Registry? {
      registries.other(for: original) as? Registry
    }

    fileprivate func record(for original: Record) -> Record? {
      records.other(for: original) as? Record
    }

    package mutating func add(_ others: Copies) {
      records.add(others.records)
      registries.add(others.registries)
    }
  }

  /// What others copied before.
  package var known = Copies()
  /// What this one copied.
  package private(set) var copies = Copies()
  /// The records that were copied before it was their turn, for a forward that stands before them.
  private var earlyRecords = ObjectPairs()
  /// The registrations that are being copied, and the order of the first copy: the copies stand in the same order.
  private var turn: (registrations: [Registration], firstOrder: Int) = ([], 0)

  package init() {}

  /// Copies a container, and its parents if `includingParents` says so; else the copy has the same parent.
  ///
  /// The copy has the registrations that are there at the time.
  package mutating func copy(_ container: Container, includingParents: Bool) -> Container {
    var parent = container.parent
    if includingParents, let original = parent { parent = copy(original, includingParents: true) }
    let other = Container(
      parent: parent, defaultObjectScope: container.defaultObjectScope,
      behaviors: keepsBehaviors ? container.registry.behaviors.all : [])
    if isForUse { other.registry.reporter.takeOwn(of: container.registry.reporter) }
    copies.registries.add(container.registry, other.registry)
    let registrations = container.registry.registrations().filter { isIncluded($0.record) }
    turn = (registrations, Registration.takeOrders(registrations.count))
    for (index, registration) in registrations.enumerated() {
      // The copy is there, so it can be registered with.
      _ = other.registry.add(copy(registration, in: other.registry, turn.firstOrder + index))
    }
    // The copies have those of their records.
    if isForUse { other.registry.notes.takeDecorations(of: container.registry.notes) }
    if isForUse, container.isClosed { _ = other.registry.refuseAll() }
    return other
  }

  private mutating func copy(
    _ registration: Registration, in registry: Registry, _ order: Int
  ) -> Registration {
    guard let forward = registration.forward else {
      let record = registration.record
      return earlyRecords.other(for: record) as? Record ?? makeCopy(of: record, in: registry, order)
    }
    return self.forward(forward, copy(target: forward.target), registry, order)
  }

  /// The copy of a record; the record itself if it belongs to a container that is not copied.
  private mutating func copy(target: Record) -> Record {
    if let copy = copies.record(for: target) ?? known.record(for: target) { return copy }
    guard let owner = copies.registry(for: target.owner) ?? known.registry(for: target.owner) else {
      return target
    }
    // It may not be registered any more.
    let order = turn.registrations.firstIndex { $0 === target }.map { turn.firstOrder + $0 }
    let copy = makeCopy(of: target, in: owner, order)
    earlyRecords.add(target, copy)
    return copy
  }

  private mutating func makeCopy(of record: Record, in owner: Registry, _ order: Int?) -> Record {
    var recipe = record.recipe
    var settings = Settings(scope: scope(record))
    let original = record.settings
    if isForUse { settings = original.copy(scope: settings.scope) }
    if let makeFactory = original.wrappingFactory { recipe.factory = makeFactory(owner) }
    settings.setCompletions(completions(record), of: original)
    let copy = Record(
      key(record), at: record.location, self.recipe(record, recipe), owner: owner,
      configuration: .make(settings), order: order)
    copies.records.add(record, copy)
    return copy
  }
}
