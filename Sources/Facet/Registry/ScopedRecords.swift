import Synchronization

/// The records of one container's instances of scoped services, which it or its parents registered.
struct ScopedRecords: ~Copyable {
  /// The registered record, which must outlive the use of its address, and the record of the container.
  struct Pair {
    let whole: Record
    let member: Record
  }

  private let pairs = Guarded<[ObjectIdentifier: Pair]>([:])

  subscript(whole: Borrowed<Record>) -> Record? {
    pairs.withLock { $0[ObjectIdentifier(whole.object)]?.member }
  }

  var all: [Record] { pairs.withLock { $0.values.map(\.member) } }

  /// Adds a record, and returns the valid one: another thread may have been faster.
  func add(_ member: Record, for whole: Record) -> Record {
    pairs.withLock { pairs in
      let known = pairs[ObjectIdentifier(whole)]
      if known == nil { pairs[ObjectIdentifier(whole)] = Pair(whole: whole, member: member) }
      return known?.member ?? member
    }
  }

  /// Removes the record for another one; the caller retires it.
  func remove(_ whole: Record) -> Record? {
    pairs.withLock { $0.removeValue(forKey: ObjectIdentifier(whole)) }?.member
  }

  /// Removes all records; the caller retires them.
  func removeAll() -> [Pair] { Array(pairs.exchange([:]).values) }
}

extension Registry {
  /// The records of this container's instances of scoped services.
  package var scopedRecords: [Record] { scoped.all }

  /// The record of this container's instance, made at its first use; `nil` if the scope has changed meanwhile.
  ///
  /// The caller is a participant of `Reclamation`.
  func scopedRecord(for whole: Borrowed<Record>) -> Record? {
    if let known = scoped[whole] { return known }
    guard let new = whole.read({ $0.makeMember(of: .scoped, owner: self) }) else { return nil }
    let member = scoped.add(new, for: whole.object)
    // A simultaneous change of the registered record may have missed this one.
    member.takeSettings(of: whole.object)
    return member
  }

  /// Lets the children know that they may build other instances than their parents.
  func noteScopedService() {
    if has(.scoped) { return }
    // This registry first: a child that is made meanwhile either looks at it or is found here.
    for registry in family.reversed() {
      registry.set(.scoped)
      if registry.parent?.has(.scoped) == true { registry.set(.used) }
    }
  }

  /// This registry and its living descendants, children before parents, the youngest first.
  ///
  /// Not by recursion: children may be nested more deeply than the stack allows.
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
