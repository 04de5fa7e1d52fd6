/// Copies a container, and its parents if they are to be copied.
///
/// A copy shares the master copy of its original, and makes a record of that when somebody asks for it.
package struct Copier {
  /// Returns the recipe of a copied record; without it, recipes are shared.
  ///
  /// The copier calls this closure with the lock of the copy.
  package var recipe: (@Sendable (Record) -> Recipe)?
  /// Whether the copies have the behaviors of the originals.
  ///
  /// These are not called for copied registrations.
  package var keepsBehaviors = true

  /// The copied containers, the topmost first.
  private var line: [(original: Container, copy: Container)] = []

  package init() {}

  /// Copies a container with the registrations of this moment.
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
    copy.registry.failures = container.registry.failures
    if includingParents, parent != nil { copy.registry.changeParticulars { $0.ownsParent = true } }
    line.append((container, copy))
    return copy
  }

  /// Gives the copies their registrations, but for those that others replace.
  func fill(overriding added: [Registration] = []) {
    var levels = line.map { Level($0.original.registry, $0.copy.registry) }
    let overrides = Overrides(added, in: &levels)
    // The decorators that the closure of `overriding` declared.
    let declared = line.last?.copy.registry.takeDecorators() ?? []
    for level in levels { level.fill(recipe) }
    linkForeignForwards(levels)
    overrides.settle(in: levels)
    for decorator in declared { place(decorator) }
    for level in levels where level.original.isClosed { level.close() }
  }

  /// Lets the forwards of children lead to the copies of their targets; targets that are not copied stay.
  private func linkForeignForwards(_ levels: [Level]) {
    var copies: [Int: Record] = [:]
    func copy(of target: Record) -> Record {
      guard let level = levels.first(where: { $0.original === target.owner }) else { return target }
      let copy = copies[target.order] ?? level.copy(of: target, recipe)
      copies[target.order] = copy
      return copy
    }
    for level in levels {
      for forward in level.master.foreignForwards where !level.gone.contains(forward.order) {
        level.add(forward, to: copy(of: forward.target))
      }
    }
    // Their master copies hold the originals of the targets.
    for level in levels where !level.master.foreignForwards.isEmpty { level.copy.makeAll() }
  }

  /// A decorator of the closure goes to the copy that has the registration; one of all of a type to each, and to the lowest copy, for later registrations.
  private func place(_ decorator: Decorator) {
    var registries = line.reversed().map(\.copy.registry).filter { registry in
      registry.registrations(of: decorator.key.serviceType).contains { decorator.wraps($0.key) }
    }
    if !decorator.isForAll { registries = Array(registries.prefix(1)) }
    if let last = line.last?.copy.registry, decorator.isForAll || registries.isEmpty,
      !registries.contains(where: { $0 === last })
    {
      registries.append(last)
    }
    for registry in registries {
      registry.add(decorator)
      registry.apply(decorator)
    }
  }
}

/// A registry, and its copy.
struct Level {
  let original, copy: Registry
  let master: MasterCopy
  /// The copies keep the order of the originals.
  let firstOrder: Int
  /// The orders in the master copy of what is not copied.
  var gone: Set<Int>

  init(_ original: Registry, _ copy: Registry) {
    (self.original, self.copy, master) = (original, copy, original.masterCopy)
    firstOrder = Origin.takeOrders(master.count)
    gone = []
  }

  /// Gives the copy what is not gone; forwards to records of other containers follow.
  func fill(_ recipe: (@Sendable (Record) -> Recipe)?) {
    for decorator in original.decorators { copy.add(decorator) }
    let gone = gone.union(master.foreignForwards.map(\.order))
    let unmade = Unmade(master, from: firstOrder, without: gone)
    unmade.recipe = recipe
    copy.set(unmade)
  }
  /// Adds the copy of a forward; if another forward replaced its target's key, it converts what that one returns.
  func add(_ forward: Forward, to target: Record, behind first: Forward? = nil) {
    let origin = forward.origin(in: copy, firstOrder + forward.order)
    copy.add(Forward(origin, to: target, forward.conversion.behind(first)), isCopy: true)
  }
  /// Makes the copy of a record.
  func copy(of original: Record, _ recipe: (@Sendable (Record) -> Recipe)?) -> Record {
    if let known = master.record(for: original) {
      return copy.make(known)
    }
    // Only forwards of children lead to it.
    return Record(
      original.origin(in: copy, nil), by: recipe?(original) ?? original.recipe, with: original.settings)
  }
  /// The copy of a closed container is closed.
  func close() {
    copy.refuseAll(at: original.closing)
    _ = Registry.takeAll([copy])
  }
}

extension Conversion {
  fileprivate func behind(_ first: Forward?) -> Conversion {
    guard let first else { return self }
    return Conversion(isUserCode: isUserCode || first.conversion.isUserCode) { source, slot in
      call(first.convert(source, to: nil).boxed, slot)
    }
  }
}
