import Synchronization

/// What a record keeps for each value of its arguments: a record of its own, which shares the instance for that value.
///
/// A hash table whose chains are searched from outside, because comparing arguments is user code: whoever searches takes one
/// member after the other under the lock, and compares with no lock held. A member that was added meanwhile is noticed, for then
/// another one leads its chain. One that was removed meanwhile says so.
///
/// What is removed is retired: a participant of `Reclamation` may use it to the end of its cycle.
final class ArgumentTable: @unchecked Sendable {
  // Unchecked: `state`, and what changes of members, is touched under the lock.

  /// One value of the arguments, and the record for it.
  final class Member: @unchecked Sendable {
    // Unchecked: what changes is touched under the lock of the table, and arguments are compared on any thread: the caller of
    // a resolve lets them be used so.
    let record: Record
    let arguments: ArgumentCopy
    fileprivate let hash: UInt
    /// The next one with the same hash.
    fileprivate var next: Member?
    /// How many threads build it, or wait for that.
    fileprivate var uses = 0
    /// Written under the lock, and read without it after a comparison.
    fileprivate let isRemoved = Atomic<Bool>(false)
    /// Where it is in the order of use, while nobody builds it; only in a table with a limit.
    ///
    /// Both are in the table, so they are alive.
    fileprivate var (older, newer): (Unmanaged<Member>?, Unmanaged<Member>?)

    init(_ record: Record, _ arguments: ArgumentCopy, _ hash: UInt) {
      self.record = record
      self.arguments = arguments
      self.hash = hash
    }

    /// Whether the table has it no more; the caller holds the lock.
    fileprivate var isGone: Bool { isRemoved.load(ordering: .relaxed) }

    fileprivate func leaveTable() {
      next = nil
      isRemoved.store(true, ordering: .releasing)
    }
  }

  /// Where a search ended.
  struct Place {
    let member: Member?
    /// What led the chain when the search began.
    fileprivate let first: Member?
  }

  private let limit: Int?
  private let state: Guarded<State>

  init(limit: Int?) {
    self.limit = limit
    state = Guarded(State())
  }

  deinit {
    // Taken apart here: a long chain would be released one within the other.
    _ = state.withLock { $0.removeAll { _ in true } }
  }

  // MARK: - Finding

  /// Finds the member for which `isEqual` holds.
  ///
  /// Runs `==` of arguments, which is user code.
  func find(_ hash: UInt, where isEqual: (Member) -> Bool) -> Place {
    while true {
      let first = state.withLock { $0.chains[hash] }
      var (next, isCut) = (first, false)
      while let member = next, !isCut {
        if isEqual(member) {
          isCut = member.isRemoved.load(ordering: .acquiring)
          if !isCut { return Place(member: member, first: first) }
        } else {
          (next, isCut) = state.withLock { _ in (member.next, member.isGone) }
        }
      }
      if !isCut { return Place(member: nil, first: first) }
    }
  }

  /// Notes that the instance of a member was used.
  @inline(__always)
  func noteUse(of member: Member) {
    if limit != nil { moveToFront(member) }
  }

  @inline(never)
  private func moveToFront(_ member: Member) {
    state.withLock { state in
      guard !member.isGone, member.uses == 0 else { return }
      state.unlink(member)
      state.link(member)
    }
  }

  // MARK: - Building

  /// Keeps a member in the table while its instance is built; false if it was removed before.
  func beginBuild(of member: Member) -> Bool {
    state.withLock { state in
      guard !member.isGone else { return false }
      if limit != nil, member.uses == 0 { state.unlink(member) }
      member.uses += 1
      return true
    }
  }

  /// Adds a member whose instance is going to be built; false, with nothing done, if its chain has changed since the search.
  func add(_ member: Member, at place: Place) -> Bool {
    let (isAdded, removed, _) = state.withLock { state -> (Bool, [Member], [AnyObject?]) in
      guard state.chains[member.hash] === place.first else { return (false, [], []) }
      var (removed, seen): ([Member], [AnyObject?]) = ([], [])
      if limit == nil, state.count >= state.countToSweep { removed = state.removeGone(&seen) }
      member.next = state.chains[member.hash]
      state.chains[member.hash] = member
      state.count += 1
      member.uses = 1
      return (true, removed, seen)
    }
    ArgumentTable.retire(removed)
    return isAdded
  }

  /// Ends what `beginBuild` or `add` began: a member without an instance goes, and what is beyond the limit.
  func endBuild(of member: Member) {
    let removed = state.withLock { state -> [Member] in
      member.uses -= 1
      guard member.uses == 0, !member.isGone else { return [] }
      guard member.record.shared != nil || Flights.isRunning(for: member.record) else {
        state.remove(member)
        return [member]
      }
      guard let limit else { return [] }
      state.link(member)
      return state.removeOldest(beyond: limit)
    }
    ArgumentTable.retire(removed)
  }

  // MARK: - The whole

  var all: [Member] { state.withLock { $0.all } }

  /// Gives up all instances; what is being built stays, and is not kept.
  func reset() {
    let (removed, used) = state.withLock { state in
      let removed = state.removeAll { $0.uses == 0 }
      return (removed, state.all)
    }
    ArgumentTable.retire(removed)
    for member in used { member.record.reset() }
  }

  /// Gives up all instances, and what is being built.
  func removeAll() {
    let removed = state.withLock { $0.removeAll { _ in true } }
    for member in removed { member.record.reset() }
    ArgumentTable.retire(removed)
  }

  private static func retire(_ members: [Member]) {
    if members.count > 1 {
      Reclamation.retire(Members(members))
    } else if let member = members.first {
      Reclamation.retire(member)
    }
  }
}

/// Members that are retired together.
private final class Members {
  private let members: [ArgumentTable.Member]

  init(_ members: [ArgumentTable.Member]) {
    self.members = members
  }
}

extension ArgumentTable {
  /// Nothing here runs user code, and nothing is released that may: the callers have what is taken out.
  fileprivate struct State {
    var chains: [UInt: Member] = [:]
    var count = 0
    /// The number of members at which those whose instances are gone are removed.
    var countToSweep = 8
    /// The ends of the order of use.
    private var (oldest, newest): (Unmanaged<Member>?, Unmanaged<Member>?)

    var all: [Member] {
      var all: [Member] = []
      all.reserveCapacity(count)
      for first in chains.values {
        for member in sequence(first: first, next: \.next) { all.append(member) }
      }
      return all
    }

    // MARK: - Removing

    mutating func remove(_ member: Member) {
      var previous: Member?
      var next = chains[member.hash]
      while let current = next, current !== member { (previous, next) = (current, current.next) }
      if let previous { previous.next = member.next } else { chains[member.hash] = member.next }
      member.leaveTable()
      count -= 1
    }

    mutating func removeAll(where isIncluded: (Member) -> Bool) -> [Member] {
      let (removed, others) = (all.filter(isIncluded), all.filter { !isIncluded($0) })
      for member in removed {
        unlink(member)
        member.leaveTable()
      }
      chains = [:]
      // In the order in which they were: who searches may be on its way along them.
      for member in others.reversed() {
        member.next = chains[member.hash]
        chains[member.hash] = member
      }
      count = others.count
      return removed
    }

    /// Removes those least recently used.
    mutating func removeOldest(beyond limit: Int) -> [Member] {
      var removed: [Member] = []
      while linkedCount > limit, let member = oldest?.takeUnretainedValue() {
        unlink(member)
        remove(member)
        removed.append(member)
      }
      return removed
    }

    /// Removes those whose instances are gone.
    ///
    /// `seen` receives the instances that were looked at, which the caller releases outside the lock.
    mutating func removeGone(_ seen: inout [AnyObject?]) -> [Member] {
      var gone: Set<ObjectIdentifier> = []
      for member in all where member.uses == 0 {
        let owner = member.record.shared?.takeUnretainedValue().owner
        seen.append(owner)
        if owner == nil, !Flights.isRunning(for: member.record) { gone.insert(ObjectIdentifier(member)) }
      }
      let removed = gone.isEmpty ? [] : removeAll { gone.contains(ObjectIdentifier($0)) }
      countToSweep = max(8, 2 * count)
      return removed
    }

    // MARK: - The order of use

    private var linkedCount = 0

    mutating func link(_ member: Member) {
      let link = Unmanaged.passUnretained(member)
      member.older = newest
      newest?.takeUnretainedValue().newer = link
      newest = link
      if oldest == nil { oldest = link }
      linkedCount += 1
    }

    /// Takes a member out of the order, if it is in it.
    mutating func unlink(_ member: Member) {
      let link = Unmanaged.passUnretained(member)
      let (older, newer) = (member.older, member.newer)
      guard older != nil || newer != nil || oldest?.toOpaque() == link.toOpaque() else { return }
      if let older { older.takeUnretainedValue().newer = newer } else { oldest = newer }
      if let newer { newer.takeUnretainedValue().older = older } else { newest = older }
      (member.older, member.newer) = (nil, nil)
      linkedCount -= 1
    }
  }
}
