extension Registry {
  /// Adds a registration, and gives up what it replaces.
  ///
  /// Returns whether it was added: a closed container keeps nothing.
  @discardableResult
  func add(_ new: Registration, isAgain: Bool = false) -> Bool {
    if !flags.has(.used) { flags.set(.used) }
    let record = new.record
    let isForeign = record.owner !== self
    // First: a record that has a key keeps its instance.
    if isForeign { record.owner.contents.withLock { _ in record.keys += 1 } }
    let (isOpen, old) = contents.withLock { contents -> (Bool, Registration?) in
      if contents.isClosed { return (false, nil) }
      if !isForeign { record.keys += 1 }
      return (true, contents.table.insert(new))
    }
    guard isOpen else {
      if isForeign { giveUp(new) }
      return false
    }
    if let old {
      if !isAgain { note(Replacement(key: new.key, old: old.location, new: new.location, order: new.order)) }
      giveUp(old)
    }
    if let forward = new.forward {
      if !isAgain, forbidsForward(forward.key, to: forward.target) {
        stop(decoratedForward(forward.key, at: forward.location, to: forward.target.key))
      }
      noteForward(forward)
    }
    return true
  }
  func reserve(_ count: Int) { contents.withLock { $0.table.reserve(count) } }

  func remove(_ key: ServiceKey) -> Bool {
    let old = contents.withLock { $0.table.remove(key) }
    guard let old else { return false }
    giveUp(old)
    return true
  }
  func removeAll() {
    let old = contents.withLock { exchange(&$0.table, with: Table()) }
    for registration in old.all { giveUp(registration) }
  }

  /// A registration was replaced or removed.
  ///
  /// The instances that no other key leads to end.
  func giveUp(_ old: Registration) {
    let record = old.record
    let isToEnd = record.owner.contents.withLock { _ in
      record.keys -= 1
      // A registration mostly goes before anything is built.
      return record.keys == 0 && record.hasInstances
    }
    if isToEnd { record.owner.end(record.take()) }
  }
}
