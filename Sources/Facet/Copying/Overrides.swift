/// The records that the closure of `overriding` registered, which replace others while containers are copied.
///
/// A record belongs to the registry that it was made in. So each one is made again in its place: in the topmost registry that has one of its
/// keys, or a forward to it. From there it reaches everything below, and a parent's kept services hold nothing of a child.
struct Overrides {
  private var all: [Override] = []

  /// Finds the place of each record in a line of registries, the topmost first, where what it replaces is gone.
  init(_ added: [Registration], in levels: inout [Level]) {
    if added.isEmpty { return }
    let keys = Set(added.map(\.key))
    // Registrations that replace nothing come last.
    let lastOrder = Origin.takeOrders(added.count)
    for (number, registration) in added.enumerated() {
      let known = all.firstIndex { $0.record === registration.record }
      if known == nil { all.append(Override(registration.record, level: levels.count - 1)) }
      all[known ?? all.count - 1].add(registration, lastOrder + number)
    }
    for place in all.indices { all[place].replace(in: &levels, overridden: keys) }
  }

  /// Registers the records and their forwards in copies that have their own.
  func settle(in levels: [Level]) {
    for override in all { override.settle(in: levels) }
  }
}

/// A record with its keys, which overrides what has these keys.
private struct Override {
  let record: Record
  /// Where it belongs.
  private var level: Int
  /// Its keys, and the orders that they take.
  private var keys: [(registration: Registration, order: Int)] = []
  /// The record whose scope it takes, the nearest to the container: that of its own key, else of a key forwarded to it.
  private var replaced: Record?
  /// The decorators of all replaced records of its own key, a parent's first.
  private var decorators: [Decorator] = []
  /// The forward that it replaced, without the service that this led to.
  private var replacedForward: Forward?
  /// The forwards that lead to it instead of what it replaces.
  private var redirected: [(forward: Forward, level: Int, behind: Forward?)] = []

  init(_ record: Record, level: Int) { (self.record, self.level) = (record, level) }

  mutating func add(_ registration: Registration, _ lastOrder: Int) { keys.append((registration, lastOrder)) }

  mutating func replace(in levels: inout [Level], overridden: Set<ServiceKey>) {
    var replacesOwnKey = false
    for index in levels.indices {
      let master = levels[index].master
      for place in keys.indices {
        let registration = keys[place].registration
        if let old = master.table.find(registration.key) {
          levels[index].gone.insert(old.order)
          level = min(level, index)
          keys[place].order = min(keys[place].order, levels[index].firstOrder + old.order)
          if !registration.isForward || !replacesOwnKey { replaced = old.record }
          if !registration.isForward, !old.isForward { keepDecorators(of: old.record) }
          if let forward = old.forward, !overridden.contains(forward.target.key) { replacedForward = forward }
          replacesOwnKey = replacesOwnKey || !registration.isForward
        }
        for forward in master.forwards[registration.key] ?? [] where !overridden.contains(forward.key) {
          levels[index].gone.insert(forward.order)
          level = min(level, index)
          redirected.append((forward, index, behind: registration.forward))
        }
      }
    }
  }

  private mutating func keepDecorators(of old: Record) {
    decorators += old.settings.decorators.filter { new in !decorators.contains { $0 === new } }
  }

  func settle(in levels: [Level]) {
    let registry = levels[level].copy
    let settled = settled(in: registry)
    if let loose = loose(settled.order) { registry.changeParticulars { $0.looseOverrides.append(loose) } }
    for (registration, order) in keys {
      registry.add(registration.forward?.copy(in: registry, to: settled, order: order) ?? settled)
    }
    for (forward, level, first) in redirected { levels[level].add(forward, to: settled, behind: first) }
  }
  /// The registration as a check may report it, if no service of the original asks for it.
  private func loose(_ order: Int) -> LooseOverride? {
    if let forward = replacedForward {
      return LooseOverride(order: order, forward: (forward.key, forward.target.key))
    }
    return replaced == nil && redirected.isEmpty ? LooseOverride(order: order, forward: nil) : nil
  }
  private func settled(in registry: Registry) -> Record {
    var settings = record.settings
    if settings.scope === ObjectScope.ofReplaced {
      settings.scope = replaced?.settings.scope ?? registry.defaultScope
    }
    // Not those of the container that it was made in.
    settings.decorators = decorators
    settings.isEager = settings.isEager || replaced?.settings.isEager == true
    let settled = Record(
      record.origin(in: registry, keys.first { !$0.registration.isForward }?.order), by: record.recipe,
      with: settings)
    registry.decorate(settled)
    return settled
  }
}
