extension Registry {
  /// Adds a registration, and gives up what it replaces.
  ///
  /// Returns whether it was added: a closed container keeps nothing.
  @discardableResult
  package func add(_ new: Registration, isCopy: Bool = false) -> Bool {
    if !flags.has(.used) { noteUse() }
    if addToDraft(new) {
      if !isCopy { checkForward(new) }
      return true
    }
    let record = new.record
    let isForeign = record.owner !== self
    // First: a record that has a key keeps its instance.
    if isForeign { record.withLock { $0.keys += 1 } }
    // The replaced registration is released outside the lock.
    var (shown, plain) = ([Instance](), nil as Configuration?)
    defer { withExtendedLifetime(plain) {} }
    let (isOpen, old, isUnused) = contents.withLock { contents -> (Bool, Registration?, Bool) in
      if contents.isClosed { return (false, nil, false) }
      if !isForeign { record.change(&contents) { $0.keys += 1 } }
      // A copy makes what is replaced: forwards keep that.
      make(new.key, &contents)
      // Before others see it: who declares a decorator later sees it.
      if flags.has(.decorations), !new.isForward { plain = record.decorate(&contents) }
      guard let old = contents.insert(new, isCopy: isCopy) else { return (true, nil, false) }
      return (true, old, old.record.owner === self && old.record.drop(old, &contents, &shown))
    }
    if !isOpen, isForeign { giveUp([new]) }
    if let old {
      if isUnused {
        end(Registry.giveUp([old.record], for: .unused))
      } else if old.record.owner !== self {
        giveUp([old])
      }
    }
    if isOpen, new.isForward, !isCopy { checkForward(new) }
    return isOpen
  }
  /// Stops the program if a decorator of the key would stand before another type.
  func checkForward(_ new: Registration) {
    if let forward = new.forward, forbidsForward(forward.key, to: forward.target) {
      stop(
        decoratedForward(forward.key, at: forward.location, to: forward.target.key),
        shownFirst: forward.location)
    }
  }
  func remove(_ key: ServiceKey) -> Bool {
    let shown = contents.withLock { contents in
      make(key, &contents)
      contents.masterCopy = nil
      return contents.table.remove(key)
    }
    let old = [removeFromDraft(key), shown].compactMap(\.self)
    giveUp(old)
    return !old.isEmpty
  }
  func removeAll() {
    // First: what is registered from now on has none of them. They are released outside the lock.
    let decorators = flags.has(.decorations) ? takeDecorators() : []
    withExtendedLifetime(decorators) { removeRegistrations() }
  }
  func removeRegistrations() {
    let drafted = flags.has(.drafted) ? draft?.removeAll() ?? [] : []
    giveUp(drafted + takeTable().all)
  }

  /// Takes all registrations; those that a copy has not made have no instances.
  func takeTable() -> Table {
    let (table, unmade) = contents.withLock { contents in
      contents.masterCopy = nil
      return (exchange(&contents.table, with: Table()), exchange(&contents.unmade, with: nil))
    }
    // Released outside the lock.
    return withExtendedLifetime(unmade) { table }
  }

  /// Registrations were replaced or removed: the instances that no other key leads to end, in their order.
  func giveUp(_ old: [Registration]) { if !old.isEmpty { end(dropKeys(old)) } }
  /// Returns what ends because no key leads to it any more.
  func dropKeys(_ old: [Registration]) -> [Life] {
    // Released outside the lock.
    var shown: [Instance] = []
    // The homes of this container in one step, those of parents one by one.
    let own = contents.withLock { contents in
      // A registration mostly goes before anything is built.
      old.filter { $0.record.owner === self && $0.record.drop($0, &contents, &shown) }
    }
    let foreign = old.filter { one in
      one.record.owner !== self && one.record.owner.contents.withLock { one.record.drop(one, &$0, &shown) }
    }
    return Registry.giveUp((own + foreign).map(\.record), for: .unused)
  }
}

extension Record {
  /// A registration that leads here goes, and with it the kept instance as a forward shows it.
  ///
  /// Returns whether that was the last key, and there is something to give up.
  fileprivate func drop(
    _ old: Registration, _ contents: inout Registry.Contents, _ shown: inout [Instance]
  ) -> Bool {
    old.forward?.isGone = true
    if old.isForward, let life = read(contents, { $0.home })?.read(contents, { $0.life }) {
      life.change(&contents) { life in
        let place = life.conversions.firstIndex { $0.forward == old.order }
        if let place { shown.append(life.conversions.remove(at: place).instance) }
      }
    }
    return change(&contents) { state in
      state.keys -= 1
      return state.keys == 0 && state.hasInstances
    }
  }
}

extension Registry.Contents {
  /// Returns what was registered before, and notes that it was replaced.
  mutating func insert(_ new: Registration, isCopy: Bool) -> Registration? {
    masterCopy = nil
    let old = table.insert(new)
    if let old, !isCopy, new.replaced == nil {
      new.replaced = old.replaced?.adding(old) ?? Replaced(old)
    }
    return old
  }
}
