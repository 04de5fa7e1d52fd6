import Synchronization

/// What a record keeps for each value of its arguments: a record of its own, which shares the instance for that value.
///
/// A hash table of chains. Readers search it without a lock, as participants of `Reclamation`, because comparing arguments is
/// user code, which may change the table meanwhile. Writers hold `state`. They prepend to a chain, take out of it, or
/// publish a larger table, in which all chains are linked anew. What is taken out is retired.
///
/// A reader may miss a member that is added behind its back, or that moves to another chain. So who adds one says when its
/// search began, and searches again if something of that kind has happened since.
final class ArgumentTable: @unchecked Sendable {
  // Unchecked: readers see atomics alone; the rest is touched under the lock.

  /// One value of the arguments, and the record for it.
  final class Member: @unchecked Sendable {
    // Unchecked: what is no atomic is touched under the lock of the table, and arguments are compared on any thread: the caller
    // of a resolve lets them be used so.
    let record: Record
    let arguments: ArgumentCopy
    fileprivate let hash: UInt
    /// The address of the next one in the chain; zero at its end.
    ///
    /// Stays when the member is taken out: a reader may be on its way.
    fileprivate let next = Atomic<UInt>(0)
    fileprivate let isRemoved = Atomic<Bool>(false)
    /// When the instance was last used, by the clock of the table.
    fileprivate let lastUse = Atomic<Int>(0)
    /// Its place in the order of additions.
    fileprivate var number = 0
    /// How many threads build it, or wait for that.
    fileprivate var buildCount = 0
    fileprivate var isInOrder = false

    init(_ record: Record, _ arguments: ArgumentCopy, _ hash: UInt) {
      self.record = record
      self.arguments = arguments
      self.hash = hash
    }
  }

  /// Where a search ended, and when it began.
  struct Place {
    let member: Member?
    fileprivate let additions: Int
    fileprivate let growths: Int
  }

  let rule: ArgumentRule
  private let bucketsPointer: Atomic<UnsafeRawPointer>
  private let additions = Atomic<Int>(0)
  private let growths = Atomic<Int>(0)
  private let clock = Atomic<Int>(0)
  private let state = Guarded(State())

  /// Makes an empty table; without a rule, it keeps everything.
  init(_ rule: ArgumentRule? = nil) {
    self.rule = rule ?? ArgumentRule()
    bucketsPointer = Atomic(UnsafeRawPointer(Unmanaged.passRetained(Buckets(capacity: 8)).toOpaque()))
  }

  deinit {
    let buckets = buckets.takeRetainedValue()
    // Nobody can be reading the chains any more.
    buckets.forEach { $0.release() }
  }

  private var limit: Int? { rule.limit }

  private var buckets: Unmanaged<Buckets> {
    .fromOpaque(bucketsPointer.load(ordering: .sequentiallyConsistent))
  }

  // MARK: - Readers

  /// Finds the member for which `isEqual` holds.
  ///
  /// Runs `==` of arguments, which is user code.
  @inline(__always)
  func find(_ hash: UInt, where isEqual: (Member) -> Bool) -> Place {
    while true {
      let place = Place(
        member: nil, additions: additions.load(ordering: .acquiring),
        growths: growths.load(ordering: .acquiring))
      var (next, isCut) = (buckets._withUnsafeGuaranteedRef { $0.first(hash) }, false)
      while let member = next?.takeUnretainedValue(), !isCut {
        if member.hash == hash, isEqual(member) {
          // Not if its own comparison took it out.
          isCut = member.isRemoved.load(ordering: .acquiring)
          if !isCut { return Place(member: member, additions: place.additions, growths: place.growths) }
        } else {
          isCut = member.isRemoved.load(ordering: .acquiring)
          next = Buckets.member(member.next.load(ordering: .sequentiallyConsistent))
        }
      }
      if !isCut { return place }
    }
  }

  /// Notes that the instance of a member was used.
  @inline(__always)
  func noteUse(of member: Member) {
    if limit != nil { stamp(member) }
  }

  @inline(__always)
  private func stamp(_ member: Member) {
    member.lastUse.store(clock.wrappingAdd(1, ordering: .relaxed).newValue, ordering: .relaxed)
  }

  // MARK: - Building

  /// Keeps a member in the table while its instance is built; false if it was removed before.
  func beginBuild(of member: Member) -> Bool {
    state.withLock { state in
      guard !member.isRemoved.load(ordering: .relaxed) else { return false }
      if member.buildCount == 0 { state.keptCount -= 1 }
      member.buildCount += 1
      return true
    }
  }

  /// Adds a member whose instance is going to be built; false, with nothing done, if the search may have missed another one.
  func add(_ member: Member, at place: Place) -> Bool {
    let (isAdded, removed, outgrown, _) = state.withLock {
      state -> (Bool, [Member], Buckets?, [AnyObject?]) in
      guard isStillRight(place, for: member.hash) else { return (false, [], nil, []) }
      var seen: [AnyObject?] = []
      let removed = limit == nil && state.count >= state.countToSweep ? removeGone(&state, &seen) : []
      let outgrown = makeRoom(for: state.count + 1)
      member.number = additions.load(ordering: .relaxed) + 1
      member.buildCount = 1
      buckets._withUnsafeGuaranteedRef { $0.prepend(Unmanaged.passRetained(member)) }
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
    var next = buckets._withUnsafeGuaranteedRef { $0.first(hash) }
    // The newest come first.
    while let member = next?.takeUnretainedValue(), member.number > place.additions {
      if member.hash == hash { return false }
      next = Buckets.member(member.next.load(ordering: .relaxed))
    }
    return true
  }

  /// Ends what `beginBuild` or `add` began: a member without an instance goes, and what is beyond the limit.
  func endBuild(of member: Member) {
    noteUse(of: member)
    let removed = state.withLock { state -> [Member] in
      member.buildCount -= 1
      guard member.buildCount == 0, !member.isRemoved.load(ordering: .relaxed) else { return [] }
      state.keptCount += 1
      guard member.record.shared != nil || Flights.isRunning(for: member.record) else {
        return remove(where: { $0 === member }, in: member.hash, &state)
      }
      guard let limit else { return [] }
      if !member.isInOrder { state.order.insert(member) }
      return removeOldest(beyond: limit, &state)
    }
    retire(removed)
  }

  // MARK: - The whole

  var all: [Member] { state.withLock { _ in members } }

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

// MARK: - Writers, under the lock

extension ArgumentTable {
  /// Nothing that is done with it runs user code, and nothing is released that may: the callers have what is taken out.
  private struct State {
    var count = 0
    /// How many are not being built.
    var keptCount = 0
    /// The number of members at which those whose instances are gone are removed.
    var countToSweep = 8
    /// Which are used how recently; only in a table with a limit.
    var order = UseOrder()
  }

  private var members: [Member] {
    var all: [Member] = []
    buckets._withUnsafeGuaranteedRef { $0.forEach { all.append($0.takeUnretainedValue()) } }
    return all
  }

  /// Makes the table larger if it is full, and gives the old one, to be retired.
  private func makeRoom(for count: Int) -> Buckets? {
    let old = buckets.takeUnretainedValue()
    guard count > old.capacity else { return nil }
    // Before the first one moves: who misses one because of that sees another number, or began to search later.
    growths.wrappingAdd(1, ordering: .sequentiallyConsistent)
    let larger = Buckets(capacity: old.capacity * 2)
    // The oldest first, so that in each chain the newest come first again.
    for member in members.sorted(by: { $0.number < $1.number }) {
      larger.prepend(Unmanaged.passUnretained(member))
    }
    bucketsPointer.store(
      UnsafeRawPointer(Unmanaged.passRetained(larger).toOpaque()), ordering: .sequentiallyConsistent)
    growths.wrappingAdd(1, ordering: .sequentiallyConsistent)
    Unmanaged.passUnretained(old).release()
    return old
  }

  private func remove(where isIncluded: (Member) -> Bool, _ state: inout State) -> [Member] {
    var removed: [Member] = []
    buckets._withUnsafeGuaranteedRef { buckets in
      for index in 0..<buckets.capacity { removed += buckets.remove(where: isIncluded, at: index) }
    }
    noteRemoved(removed, &state)
    return removed
  }

  private func remove(
    where isIncluded: (Member) -> Bool, in hash: UInt, _ state: inout State
  ) -> [Member] {
    let removed = buckets._withUnsafeGuaranteedRef { $0.remove(where: isIncluded, at: $0.index(hash)) }
    noteRemoved(removed, &state)
    return removed
  }

  private func noteRemoved(_ removed: [Member], _ state: inout State) {
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
  private func removeOldest(beyond limit: Int, _ state: inout State) -> [Member] {
    var removed: [Member] = []
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
  private func removeGone(_ state: inout State, _ seen: inout [AnyObject?]) -> [Member] {
    var looked: [AnyObject?] = []
    let removed = remove(
      where: { member in
        guard member.buildCount == 0 else { return false }
        let owner = member.record.shared?.takeUnretainedValue().owner
        looked.append(owner)
        return owner == nil && !Flights.isRunning(for: member.record)
      }, &state)
    seen = looked
    state.countToSweep = max(8, 2 * state.count)
    return removed
  }

  /// Retires members that were taken out; outside the lock.
  private func retire(_ members: [Member]) {
    if members.count > 1 {
      Reclamation.retire(RemovedMembers(members))
    } else if let member = members.first {
      Reclamation.retire(member)
    }
  }
}

/// Members that are retired together.
private final class RemovedMembers {
  private let members: [ArgumentTable.Member]

  init(_ members: [ArgumentTable.Member]) {
    self.members = members
  }
}

// MARK: - Chains

/// The first members of the chains; a member in a chain counts as one reference to it.
private final class Buckets: @unchecked Sendable {
  // Unchecked: a block of atomics.
  typealias Member = ArgumentTable.Member

  let capacity: Int
  private let cells: UnsafeMutablePointer<Atomic<UInt>>

  /// Makes empty chains, as many as a power of two.
  init(capacity: Int) {
    self.capacity = capacity
    cells = .allocate(capacity: capacity)
    for index in 0..<capacity { (cells + index).initialize(to: Atomic(0)) }
  }

  deinit {
    cells.deinitialize(count: capacity)
    cells.deallocate()
  }

  @inline(__always)
  static func member(_ word: UInt) -> Unmanaged<Member>? {
    UnsafeRawPointer(bitPattern: word).map { .fromOpaque($0) }
  }

  @inline(__always)
  func index(_ hash: UInt) -> Int { Int(truncatingIfNeeded: hash & UInt(capacity &- 1)) }

  @inline(__always)
  func first(_ hash: UInt) -> Unmanaged<Member>? {
    Buckets.member(cells[index(hash)].load(ordering: .sequentiallyConsistent))
  }

  // MARK: Writers

  /// Takes over a reference to the member.
  func prepend(_ member: Unmanaged<Member>) {
    member._withUnsafeGuaranteedRef { reference in
      let index = index(reference.hash)
      reference.next.store(cells[index].load(ordering: .relaxed), ordering: .sequentiallyConsistent)
      cells[index].store(UInt(bitPattern: member.toOpaque()), ordering: .sequentiallyConsistent)
    }
  }

  /// Takes members out of a chain, and hands their references over.
  func remove(where isIncluded: (Member) -> Bool, at index: Int) -> [Member] {
    var removed: [Member] = []
    var previous: Member?
    var word = cells[index].load(ordering: .relaxed)
    while let found = Buckets.member(word) {
      let member = found.takeUnretainedValue()
      word = member.next.load(ordering: .relaxed)
      guard isIncluded(member) else {
        previous = member
        continue
      }
      if let previous {
        previous.next.store(word, ordering: .sequentiallyConsistent)
      } else {
        cells[index].store(word, ordering: .sequentiallyConsistent)
      }
      removed.append(found.takeRetainedValue())
    }
    return removed
  }

  /// Calls `body` for each member, whose reference it may give up.
  func forEach(_ body: (Unmanaged<Member>) -> Void) {
    for index in 0..<capacity {
      var word = cells[index].load(ordering: .relaxed)
      while let member = Buckets.member(word) {
        word = member._withUnsafeGuaranteedRef { $0.next.load(ordering: .relaxed) }
        body(member)
      }
    }
  }
}

// MARK: - The order of use

/// Finds the member that was not used for the longest time.
///
/// A heap by the times at which the members were last looked at. A use only sets the time of a member, so it takes no lock. A
/// member on top that was used since sinks to its new place; if it was not, all others were used later.
private struct UseOrder {
  private typealias Entry = (time: Int, member: ArgumentTable.Member)

  private var heap: [Entry] = []

  /// Adds a member that is not in the order.
  mutating func insert(_ member: ArgumentTable.Member) {
    member.isInOrder = true
    heap.append((member.lastUse.load(ordering: .relaxed), member))
    rise(heap.count - 1)
  }

  /// Takes out the least recently used one.
  mutating func takeOldest() -> ArgumentTable.Member? {
    while let top = heap.first {
      let time = top.member.lastUse.load(ordering: .relaxed)
      if time == top.time {
        removeTop()
        top.member.isInOrder = false
        return top.member
      }
      heap[0].time = time
      sink(0)
    }
    return nil
  }

  /// Forgets the members that the table has no more.
  mutating func removeRemoved() {
    for entry in heap where entry.member.isRemoved.load(ordering: .relaxed) { entry.member.isInOrder = false }
    heap.removeAll { !$0.member.isInOrder }
    for index in stride(from: heap.count / 2, through: 0, by: -1) where index < heap.count { sink(index) }
  }

  private mutating func removeTop() {
    let last = heap.removeLast()
    guard !heap.isEmpty else { return }
    heap[0] = last
    sink(0)
  }

  private mutating func rise(_ start: Int) {
    var index = start
    while index > 0, heap[index].time < heap[(index - 1) / 2].time {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func sink(_ start: Int) {
    var index = start
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < heap.count && heap[child].time < heap[least].time {
        least = child
      }
      if least == index { return }
      heap.swapAt(index, least)
      index = least
    }
  }
}
