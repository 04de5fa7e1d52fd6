extension Registry {
  /// The container is gone: its instances are released, and nothing ends.
  ///
  /// A close that goes on holds what it was told to end, also where the container is gone meanwhile.
  func containerIsGone() {
    let hasNothing = contents.withLock { contents in
      contents.isGone = true
      guard contents.isEmpty else { return false }
      (contents.isClosed, contents.isEmptied) = (true, true)
      return true
    }
    if hasNothing { return leaveParent() }
    let isClosing = isInClosed
    // Released outside the lock.
    var left = Left()
    let isEmptied = contents.withLock { contents in
      if isClosing, !contents.isEmptied { return false }
      contents.takeAll(&left, of: self)
      return true
    }
    guard isEmptied else { return }
    leaveParent()
    // Instances of a parent end there.
    giveUp(left.table.all.filter { $0.record.owner !== self })
  }
  /// Whether it is closed, or one of its parents.
  private var isInClosed: Bool {
    var next: Registry? = self
    while let registry = next {
      if registry.isClosed { return true }
      next = registry.parent
    }
    return false
  }
  func leaveParent() {
    _ = parent?.contents.withLock { $0.children.remove(number) }
  }
}

/// What a container leaves behind.
private struct Left {
  var table = Table()
  var unmade: Unmade?
  var homes = HashTable<Home>()
  var outlived: [Ending] = []
  var callbacks: ([any Behavior], [Decorator]) = ([], [])
  /// The homes of records, and what they kept; somebody may still hold a record, by its entry.
  var instances: [(Home, Ending?, (any InstanceStorage)?)] = []
}

extension Registry.Contents {
  fileprivate var isEmpty: Bool {
    table.isEmpty && unmade == nil && homes.isEmpty && outlived.isEmpty && children.isEmpty
      && !hasParticulars
  }
  fileprivate mutating func takeAll(_ left: inout Left, of registry: Registry) {
    (isClosed, isEmptied, masterCopy) = (true, true, nil)
    swap(&left.table, &table)
    swap(&left.unmade, &unmade)
    swap(&left.homes, &homes)
    swap(&left.outlived, &outlived)
    left.callbacks = takeCallbacks()
    for registration in left.table.all where registration.record.owner === registry {
      left.instances += registration.record.takeInstances(&self)
    }
  }
}

extension Record {
  fileprivate func takeInstances(
    _ contents: inout Registry.Contents
  ) -> [(Home, Ending?, (any InstanceStorage)?)] {
    guard read(contents, { $0.home != nil || !$0.homes.isEmpty }) else { return [] }
    let homes = change(&contents) { state in
      defer { state.homes = [:] }
      return state.allHomes
    }
    return homes.map { home in
      (home, home.take(&contents, of: self), home.change(&contents) { exchange(&$0.storage, with: nil) })
    }
  }
}
