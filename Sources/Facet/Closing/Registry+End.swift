extension Registry {
  /// The container is gone: its instances are released, and nothing ends.
  ///
  /// A close that goes on holds what it was told to end, also where the container is gone meanwhile.
  func end() {
    let hasNothing = contents.withLock { contents in
      contents.isGone = true
      guard contents.isEmpty else { return false }
      (contents.isClosed, contents.isEmptied) = (true, true)
      return true
    }
    if hasNothing { return leaveParent() }
    let isClosing = line.contains { $0.isClosed }
    // Released outside the lock.
    let left = contents.withLock { contents -> Left? in
      isClosing && !contents.isEmptied ? nil : contents.takeAll(of: self)
    }
    guard let left else { return }
    leaveParent()
    // Instances of a parent end there.
    giveUp(left.registrations.filter { $0.record.owner !== self })
  }
  func leaveParent() {
    _ = parent?.contents.withLock { $0.children.removeValue(forKey: ObjectIdentifier(self)) }
  }
}

/// What a container leaves behind.
private struct Left {
  let registrations: [Registration]
  let unmade: Unmade?
  let homes: [ObjectIdentifier: (record: Record, home: Home)]
  let outlived: [Ending]
  let behaviors: [any Behavior]
  let decorators: [Decorator]
  /// What the homes of records kept; somebody may still hold a record, by its entry.
  var instances: [(Ending?, (any InstanceStorage)?)] = []
}

extension Registry.Contents {
  fileprivate var isEmpty: Bool {
    table.count == 0 && unmade == nil && homes.isEmpty && outlived.isEmpty && children.isEmpty
      && particulars.behaviors.isEmpty && particulars.decorators.isEmpty
  }
  fileprivate mutating func takeAll(of registry: Registry) -> Left {
    (isClosed, isEmptied, masterCopy) = (true, true, nil)
    var left = Left(
      registrations: exchange(&table, with: Table()).all, unmade: exchange(&unmade, with: nil),
      homes: exchange(&homes, with: [:]), outlived: exchange(&outlived, with: []),
      behaviors: exchange(&particulars.behaviors, with: []),
      decorators: exchange(&particulars.decorators, with: []))
    for registration in left.registrations where registration.record.owner === registry {
      left.instances += registration.record.takeInstances(&self)
    }
    return left
  }
}

extension Record {
  fileprivate func takeInstances(
    _ contents: inout Registry.Contents
  ) -> [(Ending?, (any InstanceStorage)?)] {
    guard read(contents, { $0.home != nil || !$0.homes.isEmpty }) else { return [] }
    let homes = change(&contents) { state in
      defer { state.homes = [:] }
      return state.allHomes
    }
    return homes.map { home in
      (home.take(&contents, of: self), home.change(&contents) { exchange(&$0.storage, with: nil) })
    }
  }
}
