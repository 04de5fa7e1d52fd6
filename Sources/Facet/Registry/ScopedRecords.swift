import Synchronization

/// The records that keep one container's instances of what its parents, or itself, registered in scoped scope.
struct ScopedRecords: ~Copyable {
  /// The registered record, which must not go before its address, and the one of the container.
  struct Pair {
    let whole: Record
    let member: Record
  }

  private let pairs = Guarded<[ObjectIdentifier: Pair]>([:])

  subscript(whole: Borrowed<Record>) -> Record? {
    pairs.withLock { $0[ObjectIdentifier(whole.object)]?.member }
  }

  var all: [Record] { pairs.withLock { $0.values.map(\.member) } }

  /// Adds a record, and gives the one that counts: another thread may have been faster.
  func add(_ member: Record, for whole: Record) -> Record {
    pairs.withLock { pairs in
      let known = pairs[ObjectIdentifier(whole)]
      if known == nil { pairs[ObjectIdentifier(whole)] = Pair(whole: whole, member: member) }
      return known?.member ?? member
    }
  }

  /// Takes out the record for another one; the caller retires it.
  func remove(_ whole: Record) -> Record? {
    pairs.withLock { $0.removeValue(forKey: ObjectIdentifier(whole)) }?.member
  }

  /// Takes out all; the caller retires them.
  func removeAll() -> [Pair] { Array(pairs.exchange([:]).values) }
}

extension Registry {
  /// The records of this container's instances of scoped services.
  package var scopedRecords: [Record] { scoped.all }

  /// The record that keeps the instance of this container, made at its first use; `nil` if the scope is another one by now.
  ///
  /// The caller is a participant of `Reclamation`.
  func scopedRecord(for whole: Borrowed<Record>) -> Record? {
    if let known = scoped[whole] { return known }
    guard let new = whole.read({ $0.makeMember(of: .scoped, owner: self) }) else { return nil }
    let member = scoped.add(new, for: whole.object)
    // Who changed the registered record meanwhile may not have found this one.
    member.takeSettings(of: whole.object)
    return member
  }

  /// Lets the children know that what is asked of them is not always what their parents would build.
  func noteScopedService() {
    if has(.scoped) { return }
    // First this one: a child that is made meanwhile looks at it, or is found here.
    for registry in family.reversed() {
      registry.set(.scoped)
      if registry.parent?.has(.scoped) == true { registry.set(.used) }
    }
  }

  /// This registry and its living descendants, children before parents, the youngest first.
  ///
  /// Not by recursion: children may be nested deeper than a stack is.
  var family: [Registry] {
    var family: [Registry] = []
    var pending = [self]
    while let registry = pending.popLast() {
      family.append(registry)
      pending += registry.liveChildren.reversed()
    }
    family.reverse()
    return family
  }
}
