/// What writers do under the lock.
extension ArgumentTable {
  /// Nothing that is done with it runs user code, and nothing is released that may: the callers have what is taken out.
  struct State {
    var count = 0
    /// How many are not being built.
    var keptCount = 0
    /// The number of members at which those whose instances are gone are removed.
    var countToSweep = 8
    /// Which are used how recently; only in a table with a limit.
    var order = UseOrder()
  }

  var members: [ArgumentMember] {
    var all: [ArgumentMember] = []
    chains._withUnsafeGuaranteedRef { $0.forEach { all.append($0.takeUnretainedValue()) } }
    return all
  }

  /// Makes the table larger if it is full, and gives the old one, to be retired.
  func makeRoom(for count: Int) -> ArgumentChains? {
    let old = chains.takeUnretainedValue()
    guard count > old.capacity else { return nil }
    // Before the first one moves: a reader that misses one because of that sees another number, or began to search later.
    growths.wrappingAdd(1, ordering: .sequentiallyConsistent)
    let larger = ArgumentChains(capacity: old.capacity * 2)
    // The oldest first, so that in each chain the newest come first again.
    for member in members.inOrder(by: { $0.number < $1.number }) {
      larger.prepend(Unmanaged.passUnretained(member))
    }
    chainsPointer.store(
      UnsafeRawPointer(Unmanaged.passRetained(larger).toOpaque()), ordering: .sequentiallyConsistent)
    growths.wrappingAdd(1, ordering: .sequentiallyConsistent)
    Unmanaged.passUnretained(old).release()
    return old
  }

  func remove(where isIncluded: (ArgumentMember) -> Bool, _ state: inout State) -> [ArgumentMember] {
    var removed: [ArgumentMember] = []
    chains._withUnsafeGuaranteedRef { chains in
      for index in 0..<chains.capacity { removed += chains.remove(where: isIncluded, at: index) }
    }
    noteRemoved(removed, &state)
    return removed
  }

  func remove(
    where isIncluded: (ArgumentMember) -> Bool, in hash: UInt, _ state: inout State
  ) -> [ArgumentMember] {
    let removed = chains._withUnsafeGuaranteedRef { $0.remove(where: isIncluded, at: $0.index(hash)) }
    noteRemoved(removed, &state)
    return removed
  }

  private func noteRemoved(_ removed: [ArgumentMember], _ state: inout State) {
    var isInOrder = false
    for member in removed {
      member.isRemoved.store(true, ordering: .releasing)
      if member.buildCount == 0 { state.keptCount -= 1 }
      if member.isInOrder { isInOrder = true }
    }
    state.count -= removed.count
    if isInOrder { state.order.removeRemoved() }
  }

  /// Removes those least recently used.
  func removeOldest(beyond limit: Int, _ state: inout State) -> [ArgumentMember] {
    var removed: [ArgumentMember] = []
    while state.keptCount > limit, let member = state.order.takeOldest() {
      // Who is built comes back into the order at the end of that.
      guard member.buildCount == 0 else { continue }
      removed += remove(where: { $0 === member }, in: member.hash, &state)
    }
    return removed
  }

  /// Removes those whose instances are gone.
  ///
  /// `seen` receives the instances that were looked at, which the caller releases outside the lock.
  func removeGone(_ state: inout State, _ seen: inout [AnyObject?]) -> [ArgumentMember] {
    var looked: [AnyObject?] = []
    let removed = remove(
      where: { member in
        // In this order: what is running may be there by the second look.
        guard member.buildCount == 0, !Flights.isRunning(for: member.record) else { return false }
        let owner = member.record.shared?.takeUnretainedValue().owner
        looked.append(owner)
        return owner == nil
      }, &state)
    seen = looked
    state.countToSweep = max(8, 2 * state.count)
    return removed
  }

  /// Retires members that were taken out; outside the lock.
  func retire(_ members: [ArgumentMember]) {
    if members.count > 1 {
      Reclamation.retire(RemovedMembers(members))
    } else if let member = members.first {
      Reclamation.retire(member)
    }
  }
}

/// Members that are retired together.
private final class RemovedMembers {
  private let members: [ArgumentMember]

  init(_ members: [ArgumentMember]) {
    self.members = members
  }
}
