// A copy of a container shares a master copy, and makes a record when somebody asks for one of its keys.

/// The registrations that a copy has not made yet.
final class Unmade: @unchecked Sendable {
  // Unchecked: the lock of the copy guards it.

  let master: MasterCopy
  /// The order of the first registration; the others follow.
  let firstOrder: Int
  /// Returns the recipe of a copied record, if it differs.
  var recipe: (@Sendable (Record) -> Recipe)?
  /// The orders in the master copy of what was made, or replaced from the beginning.
  private var gone: Set<Int>

  init(_ master: MasterCopy, from firstOrder: Int, without gone: Set<Int>) {
    (self.master, self.firstOrder, self.gone) = (master, firstOrder, gone)
  }

  /// The registrations that are left at one moment.
  struct Rest: Sendable {
    fileprivate let master: MasterCopy
    fileprivate let firstOrder: Int
    fileprivate let gone: Set<Int>

    /// With the orders that they get when they are made.
    var registrations: [(Registration, Int)] {
      master.table.all.filter { !gone.contains($0.order) }.map { ($0, firstOrder + $0.order) }
    }
  }
  var rest: Rest { Rest(master: master, firstOrder: firstOrder, gone: gone) }

  var isEmpty: Bool { gone.count >= master.table.count }
  func find(_ key: ServiceKey) -> Registration? {
    guard let found = master.table.find(key), !gone.contains(found.order) else { return nil }
    return found
  }
  /// Returns whether it was there.
  func take(_ registration: Registration) -> Bool { gone.insert(registration.order).inserted }
}

extension Registry {
  /// The registrations for copies, all read at one moment.
  var masterCopy: MasterCopy {
    let draft = flags.has(.drafted) ? draft : nil
    let (master, made) = contents.withLock { contents in
      if draft == nil, let known = contents.masterCopy { return (known, Unmade?.none) }
      let made = makeAll(&contents)
      let all = contents.table.all
      let new = MasterCopy(draft?.over(all) ?? all, contents)
      if draft == nil { contents.masterCopy = new }
      return (new, made)
    }
    return withExtendedLifetime(made) { master }
  }
  /// Lets a new copy make its registrations of a master copy.
  func set(_ unmade: Unmade) {
    let isOpen = contents.withLock { contents in
      // A closed container keeps nothing.
      if !contents.isClosed { contents.unmade = unmade }
      return !contents.isClosed
    }
    if isOpen, !unmade.isEmpty { noteUse() }
    if isOpen { flags.set(.copy) }
  }

  /// Makes the record that a key leads to.
  @inline(__always)
  func make(_ key: ServiceKey, _ contents: inout Contents) {
    if let unmade = contents.unmade { make(key, of: unmade, &contents) }
  }
  @inline(never)
  private func make(_ key: ServiceKey, of unmade: Unmade, _ contents: inout Contents) {
    if let found = unmade.find(key) { make(found.record, of: unmade, &contents) }
  }
  /// Makes the record of this copy for a record of the original, which its master copy has.
  func make(_ master: Record) -> Record {
    contents.withLock { contents in
      // A copy that was closed in the closure of `overriding` makes nothing.
      guard let unmade = contents.unmade else {
        return Record(master.origin(in: self, nil), by: master.recipe, as: master.configuration)
      }
      return make(master, of: unmade, &contents)
    }
  }
  func makeAll() { _ = contents.withLock { makeAll(&$0) } }

  /// The table with all registrations.
  var table: Table {
    let isMade = contents.withReadLock { $0.unmade == nil }
    if !isMade { makeAll() }
    return contents.withReadLock { $0.table }
  }
  /// The registrations of a type, in no order.
  func all(of type: Any.Type) -> [Registration] {
    let (all, isMade) = contents.withReadLock { ($0.table.all(of: type), $0.unmade == nil) }
    if isMade { return all }
    return contents.withLock { contents in
      for one in contents.unmade?.master.table.all(of: type) ?? [] { make(one.key, &contents) }
      return contents.table.all(of: type)
    }
  }

  /// Returns what is to be released without the lock: the recipes of what was replaced.
  private func makeAll(_ contents: inout Contents) -> Unmade? {
    for one in contents.unmade?.master.table.all ?? [] { make(one.key, &contents) }
    return exchange(&contents.unmade, with: nil)
  }
  /// Makes a record with all its keys, so that it is in use as long as one of them is.
  @discardableResult
  func make(_ master: Record, of unmade: Unmade, _ contents: inout Contents) -> Record {
    let first = unmade.firstOrder
    let origin = master.origin(in: self, first + master.order)
    let recipe = unmade.recipe?(master)
    let configuration =
      recipe.map { Configuration.make(master.settings, for: $0) } ?? master.configuration
    let record = Record(origin, by: recipe ?? master.recipe, as: configuration)
    // A decorator that was declared while the original was copied has not reached the master copy.
    if flags.has(.decorations) { _ = record.decorate(&contents) }
    func add(_ copy: Registration) {
      _ = contents.table.insert(copy)
      record.change(&contents) { $0.keys += 1 }
    }
    if unmade.master.table.find(master.key) === master, unmade.take(master) { add(record) }
    for forward in unmade.master.forwards(to: master) where unmade.take(forward) {
      add(forward.copy(in: self, to: record, order: first + forward.order))
    }
    return record
  }
}
