/// The instances of a record for each value of its arguments.
///
/// Each value has its own record, which shares the instance.
///
/// Comparing arguments is user code, which may change the table. So a search compares members that it took out under the lock. Code that adds a
/// member searches again if another member with the same hash was added meanwhile.
///
/// A removed member is retired, because readers may be using its record.
final class ArgumentTable: Sendable {
  /// The result of a search.
  struct Place {
    let member: ArgumentMember?
    /// The members that the arguments were compared with.
    fileprivate let seen: [ArgumentMember]
  }

  let rule: ArgumentRule
  private let state = Guarded(State())

  /// Makes an empty table; without a rule, it keeps everything.
  init(_ rule: ArgumentRule? = nil) {
    self.rule = rule ?? ArgumentRule()
  }

  var all: [ArgumentMember] { state.withLock { $0.members } }

  /// Finds the member for which `isEqual` holds, and notes that it is used.
  ///
  /// Runs `==` of arguments, which is user code.
  func find(_ hash: UInt, where isEqual: (ArgumentMember) -> Bool) -> Place {
    while true {
      let seen = state.withLock { $0.buckets[hash] ?? [] }
      guard let member = seen.first(where: isEqual) else { return Place(member: nil, seen: seen) }
      // Not if its own comparison removed the member.
      if state.withLock({ $0.use(member) }) { return Place(member: member, seen: seen) }
    }
  }

  // MARK: - Building

  /// Adds a member whose instance will be built; false, with nothing done, if another member was added since the search.
  func add(_ member: ArgumentMember, at place: Place) -> Bool {
    let (isAdded, removed, _) = state.withLock { state -> (Bool, [ArgumentMember], [AnyObject?]) in
      // The newest comes last.
      if let last = state.buckets[member.hash]?.last, !place.seen.contains(where: { $0 === last }) {
        return (false, [], [])
      }
      let (removed, objects) = state.count < state.countToSweep ? ([], []) : state.removeGone()
      member.buildCount = 1
      state.buckets[member.hash, default: []].append(member)
      state.count += 1
      return (true, removed, objects)
    }
    // Members without an instance.
    if !removed.isEmpty { Reclamation.retire(RemovedMembers(removed)) }
    return isAdded
  }

  /// Keeps a member in the table while its instance is built; false if it was removed before.
  func beginBuild(of member: ArgumentMember) -> Bool {
    state.withLock { state in
      guard state.use(member) else { return false }
      member.buildCount += 1
      return true
    }
  }

  /// Ends `beginBuild` or `add`: removes the member if it has no instance, and the members beyond the limit.
  ///
  /// The caller ends the returned disposals.
  func endBuild(of member: ArgumentMember) -> [Disposal] {
    let removed = state.withLock { state -> [ArgumentMember] in
      member.buildCount -= 1
      guard state.use(member), member.buildCount == 0 else { return [] }
      // In this order: a running build may have published its instance by the second look.
      guard WaitGraph.running(member.record) != nil || member.record.shared != nil else {
        return state.remove([member])
      }
      return state.removeOldest(beyond: rule.limit)
    }
    return retire(removed)
  }

  // MARK: - Removing

  /// Gives up all instances; builds that are running stay, but their instances are not kept.
  ///
  /// The caller ends the returned disposals.
  func reset() -> [Disposal] {
    let (removed, others) = state.withLock { state in
      let removed = state.remove(state.idle)
      return (removed, state.members)
    }
    return retire(removed) + others.flatMap { $0.record.takeInstances() }
  }

  /// Gives up all instances, and the running builds.
  ///
  /// The caller ends the returned disposals.
  func removeAll() -> [Disposal] { retire(state.withLock { $0.remove($0.members) }) }

  private func retire(_ removed: [ArgumentMember]) -> [Disposal] {
    if removed.isEmpty { return [] }
    defer { Reclamation.retire(RemovedMembers(removed)) }
    return removed.flatMap { $0.record.takeInstances() }
  }
}

extension ArgumentTable {
  /// Nothing that runs user code is released under the lock: the callers receive the removed members.
  private struct State {
    /// By the hash of the arguments.
    var buckets: [UInt: [ArgumentMember]] = [:]
    var count = 0
    /// The count at which members with released instances are removed.
    var countToSweep = 8
    var clock = 0

    var members: [ArgumentMember] { buckets.values.flatMap(\.self) }

    /// The members without a running build.
    var idle: [ArgumentMember] { members.filter { $0.buildCount == 0 } }

    /// Notes that a member is used; false if it was removed.
    mutating func use(_ member: ArgumentMember) -> Bool {
      clock += 1
      member.lastUse = clock
      return !member.isRemoved
    }

    /// Removes the least recently used members, until no more than `limit` are kept; members with a running build do not count.
    mutating func removeOldest(beyond limit: Int?) -> [ArgumentMember] {
      guard let limit, count > limit else { return [] }
      var kept = idle
      var removed: [ArgumentMember] = []
      while kept.count > limit, let oldest = kept.indices.min(by: { kept[$0].lastUse < kept[$1].lastUse }) {
        removed.append(kept.remove(at: oldest))
      }
      return remove(removed)
    }

    /// Removes the members with released instances.
    ///
    /// Also returns the visited instances: the caller may be their last owner, and releases them outside the lock.
    mutating func removeGone() -> ([ArgumentMember], [AnyObject?]) {
      // In this order: a running build may have published its instance by the second look.
      let idle = idle.filter { WaitGraph.running($0.record) == nil }
      let objects = idle.map { $0.record.shared?.read { $0.owner } }
      let removed = remove(zip(idle, objects).filter { $1 == nil }.map(\.0))
      countToSweep = max(8, 2 * count)
      return (removed, objects)
    }

    mutating func remove(_ members: [ArgumentMember]) -> [ArgumentMember] {
      for member in members {
        member.isRemoved = true
        buckets[member.hash]?.removeAll { $0 === member }
        if buckets[member.hash]?.isEmpty == true { buckets[member.hash] = nil }
      }
      count -= members.count
      return members
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
