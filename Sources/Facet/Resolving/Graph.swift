/// The instances of graph scope of one top-level resolve.
struct Graph {
  /// Unlike addresses, the numbers of a registration and of a registry are never used again.
  struct Key: Equatable {
    let record, builder: Int
    /// The hash of the arguments; 0 without arguments.
    let hash: Int

    @inline(__always)
    init(_ record: Record, _ builder: Borrowed<Registry>, hash: Int = 0) {
      (self.record, self.builder, self.hash) = (record.order, builder.read { $0.number }, hash)
    }
    /// A number that spreads the keys of one graph, which are few of many, over a table.
    var spread: UInt {
      let mixed = UInt(bitPattern: record &+ builder &* 31 ^ hash)
      return mixed &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64) &>> 20
    }
  }
  struct Entry {
    let key: Key
    let arguments: KeptArguments?
    let instance: Instance
    /// The lives that it got: its user gets them, too.
    var needs: [Life] = []
    /// The life that stands for what its completions get, for those who have it half-built.
    var life: Life?
    /// The place of an older entry of the same key, with other arguments; -1 if there is none.
    fileprivate(set) var previous = -1
    /// The frame that it waits for.
    var low = Low.none
  }
  private(set) var entries: [Entry] = []
  /// The places of the last entries of all keys, once there are many: a hash table with open addressing, in which -1 is free.
  private var index: [Int32] = []
  /// Services of weak scope, which live as long as the resolve.
  var held: [Instance] = []
  /// Somebody may come back to this graph.
  var identifier: GraphIdentifier?

  private static let many = 24
  /// How many instances it holds.
  var count: Int { entries.count + held.count }
  var isEmpty: Bool { entries.isEmpty && identifier == nil && held.isEmpty }

  @inline(__always)
  func last(_ key: Key) -> Int {
    if entries.count >= Graph.many { return Int(index[slot(of: key)]) }
    var place = entries.count &- 1
    while place >= 0, entries[place].key != key { place &-= 1 }
    return place
  }
  /// The entries of a key, the last one first.
  func all(_ key: Key) -> UnfoldSequence<Entry, Int> {
    func entry(_ place: Int) -> Entry? { place < 0 ? nil : entries[place] }
    return sequence(state: last(key)) { place in
      defer { place = entry(place)?.previous ?? -1 }
      return entry(place)
    }
  }
  @inline(__always)
  mutating func append(_ entry: consuming Entry) {
    if entry.arguments != nil { entry.previous = last(entry.key) }
    entries.append(entry)
    if entries.count >= Graph.many { addToIndex() }
  }
  /// Of the entries since `mark`, those that wait for this frame, or for one above it, wait for `low` from now on.
  mutating func lower(from mark: Int, _ depth: Int, to low: Low) {
    var place = mark
    while place < entries.count {
      if entries[place].low != .none, !entries[place].low.isBelow(depth) { entries[place].low = low }
      place += 1
    }
  }
  /// The completions of an entry have run, and got more.
  mutating func set(_ needs: [Life], at place: Int) { entries[place].needs = needs }
  mutating func set(_ life: Life, at place: Int) { entries[place].life = life }
  /// Whether something in it waits for a frame.
  var isHalfBuilt: Bool { entries.contains { $0.low != .none } }
  /// Takes back what waits for this frame, or for one above it, and returns that, to be released elsewhere.
  mutating func removeAll(waitingFor depth: Int) -> [Entry] {
    let all = exchange(&entries, with: [])
    index = []
    for entry in all where entry.low == .none || entry.low.isBelow(depth) { append(entry) }
    return all
  }
  /// Returns what is taken back, to be released elsewhere.
  mutating func removeAll(from mark: Int) -> [Entry] {
    guard mark < entries.count else { return [] }
    let removed = Array(entries[mark...])
    entries.removeSubrange(mark...)
    index = []
    if entries.count >= Graph.many { makeIndex() }
    return removed
  }
  /// Empties the graph, and returns what it held, to be released when it is empty.
  mutating func takeAll() -> (entries: [Entry], held: [Instance]) {
    identifier = nil
    if !index.isEmpty { index = [] }
    return (exchange(&entries, with: []), held.isEmpty ? [] : exchange(&held, with: []))
  }
  /// Gives the memory for the entries of the next graph, if that is not large.
  mutating func reuse(_ memory: consuming [Entry]) {
    if entries.capacity == 0, memory.capacity <= 1_024 { entries = memory }
  }
  // MARK: - The index

  /// Where the place of a key stands, or is to stand.
  private func slot(of key: Key) -> Int {
    let mask = index.count &- 1
    var slot = Int(truncatingIfNeeded: key.spread) & mask
    while index[slot] >= 0, entries[Int(index[slot])].key != key { slot = (slot &+ 1) & mask }
    return slot
  }
  @inline(never)
  private mutating func addToIndex() {
    if entries.count * 2 > index.count { return makeIndex() }
    let last = entries.count - 1
    index[slot(of: entries[last].key)] = Int32(last)
  }
  private mutating func makeIndex() {
    var size = 128
    while size < entries.count * 4 { size *= 2 }
    index = Array(repeating: -1, count: size)
    for place in entries.indices { index[slot(of: entries[place].key)] = Int32(place) }
  }
}
