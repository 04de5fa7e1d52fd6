import Synchronization

/// What a record keeps for each value of its arguments: a record of its own, which shares the instance for that value.
///
/// A hash table of chains. Readers search it without a lock, as participants of `Reclamation`, because comparing arguments is
/// user code, which may change the table meanwhile. Writers hold `state`. They prepend to a chain, take out of it, or
/// publish a larger table, in which all chains are linked anew. What is taken out is retired.
///
/// A reader may miss a member that is added where it has already looked, or that moves to another chain. So a writer that adds one says when its
/// search began, and searches again if something of that kind has happened since.
///
/// Invariant: every member was added before the one that leads to it, also while the chains are linked anew. So every search
/// ends.
final class ArgumentTable: @unchecked Sendable {
  // Unchecked: readers see only atomics; the rest is touched under the lock.

  /// Where a search ended, and when it began.
  struct Place {
    let member: ArgumentMember?
    let additions: Int
    let growths: Int
  }

  let rule: ArgumentRule
  let chainsPointer: Atomic<UnsafeRawPointer>
  let additions = Atomic<Int>(0)
  let growths = Atomic<Int>(0)
  private let clock = Atomic<Int>(0)
  let state = Guarded(State())

  /// Makes an empty table; without a rule, it keeps everything.
  init(_ rule: ArgumentRule? = nil) {
    self.rule = rule ?? ArgumentRule()
    chainsPointer = Atomic(UnsafeRawPointer(Unmanaged.passRetained(ArgumentChains(capacity: 8)).toOpaque()))
  }

  deinit {
    let chains = chains.takeRetainedValue()
    // Nobody can be reading the chains any more.
    chains.forEach { $0.release() }
  }

  var limit: Int? { rule.limit }

  var chains: Unmanaged<ArgumentChains> {
    .fromOpaque(chainsPointer.load(ordering: .sequentiallyConsistent))
  }

  // MARK: - Readers

  /// Finds the member for which `isEqual` holds.
  ///
  /// Runs `==` of arguments, which is user code.
  @inline(__always)
  func find(_ hash: UInt, where isEqual: (ArgumentMember) -> Bool) -> Place {
    while true {
      let place = Place(
        member: nil, additions: additions.load(ordering: .acquiring),
        growths: growths.load(ordering: .acquiring))
      var (next, isCut) = (chains._withUnsafeGuaranteedRef { $0.first(hash) }, false)
      while let member = next?.takeUnretainedValue(), !isCut {
        if member.hash == hash, isEqual(member) {
          // Not if its own comparison took it out.
          isCut = member.isRemoved.load(ordering: .acquiring)
          if !isCut { return Place(member: member, additions: place.additions, growths: place.growths) }
        } else {
          isCut = member.isRemoved.load(ordering: .acquiring)
          next = ArgumentChains.member(member.next.load(ordering: .sequentiallyConsistent))
        }
      }
      if !isCut { return place }
    }
  }

  /// Notes that the instance of a member was used.
  @inline(__always)
  func noteUse(of member: ArgumentMember) {
    if limit != nil { stamp(member) }
  }

  @inline(__always)
  private func stamp(_ member: ArgumentMember) {
    member.lastUse.store(clock.wrappingAdd(1, ordering: .relaxed).newValue, ordering: .relaxed)
  }

  // MARK: - Building

  /// Keeps a member in the table while its instance is built; false if it was removed before.
  func beginBuild(of member: ArgumentMember) -> Bool {
    state.withLock { state in
      guard !member.isRemoved.load(ordering: .relaxed) else { return false }
      if member.buildCount == 0 { state.keptCount -= 1 }
      member.buildCount += 1
      return true
    }
  }

  /// Adds a member whose instance is going to be built; false, with nothing done, if the search may have missed another one.
  func add(_ member: ArgumentMember, at place: Place) -> Bool {
    let (isAdded, removed, outgrown, _) = state.withLock {
      state -> (Bool, [ArgumentMember], ArgumentChains?, [AnyObject?]) in
      guard isStillRight(place, for: member.hash) else { return (false, [], nil, []) }
      var seen: [AnyObject?] = []
      let removed = limit == nil && state.count >= state.countToSweep ? removeGone(&state, &seen) : []
      let outgrown = makeRoom(for: state.count + 1)
      member.number = additions.load(ordering: .relaxed) + 1
      member.buildCount = 1
      chains._withUnsafeGuaranteedRef { $0.prepend(Unmanaged.passRetained(member)) }
      additions.store(member.number, ordering: .releasing)
      state.count += 1
      return (true, removed, outgrown, seen)
    }
    if let outgrown { Reclamation.retire(outgrown) }
    retire(removed)
    return isAdded
  }

  /// Whether no member for the hash was added, and none has moved, since a search began; the caller holds the lock.
  private func isStillRight(_ place: Place, for hash: UInt) -> Bool {
    guard growths.load(ordering: .relaxed) == place.growths else { return false }
    var next = chains._withUnsafeGuaranteedRef { $0.first(hash) }
    // The newest come first.
    while let member = next?.takeUnretainedValue(), member.number > place.additions {
      if member.hash == hash { return false }
      next = ArgumentChains.member(member.next.load(ordering: .relaxed))
    }
    return true
  }

  /// Ends what `beginBuild` or `add` began: a member without an instance goes, and what is beyond the limit.
  func endBuild(of member: ArgumentMember) {
    noteUse(of: member)
    let removed = state.withLock { state -> [ArgumentMember] in
      member.buildCount -= 1
      guard member.buildCount == 0, !member.isRemoved.load(ordering: .relaxed) else { return [] }
      state.keptCount += 1
      // In this order: what is running may be there by the second look.
      guard Flights.isRunning(for: member.record) || member.record.shared != nil else {
        return remove(where: { $0 === member }, in: member.hash, &state)
      }
      guard let limit else { return [] }
      if !member.isInOrder { state.order.insert(member) }
      return removeOldest(beyond: limit, &state)
    }
    retire(removed)
  }

  // MARK: - The whole

  var all: [ArgumentMember] { state.withLock { _ in members } }

  /// Gives up all instances; what is being built stays, and is not kept.
  func reset() {
    let (removed, others) = state.withLock { state in
      (remove(where: { $0.buildCount == 0 }, &state), members)
    }
    retire(removed)
    for member in others { member.record.reset() }
  }

  /// Gives up all instances, and what is being built.
  func removeAll() {
    let removed = state.withLock { remove(where: { _ in true }, &$0) }
    for member in removed { member.record.reset() }
    retire(removed)
  }
}
