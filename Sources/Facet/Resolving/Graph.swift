/// The instances of graph scope of one top-level resolve.
struct Graph {
  /// Unlike addresses, the numbers of a registration and of a registry are never used again.
  struct Key: Hashable {
    let record, builder: Int
    /// The hash of the arguments; 0 without arguments.
    let hash: Int

    @inline(__always)
    init(_ record: Record, _ builder: Borrowed<Registry>, hash: Int = 0) {
      (self.record, self.builder, self.hash) = (record.order, builder.read { $0.number }, hash)
    }
    // One step, because hashing takes most of the time of a large graph.
    func hash(into hasher: inout Hasher) { hasher.combine(record ^ builder &* 0x9E37_79B9 ^ hash) }
  }
  struct Entry {
    let key: Key
    let arguments: KeptArguments?
    let instance: Instance
    /// The place of an older entry of the same key, with other arguments; -1 if there is none.
    let previous: Int
    /// What it waits for.
    var low = Low.none
  }
  private(set) var entries: [Entry] = []
  /// The place of the last entry of a key, once there are many.
  private var index: [Key: Int] = [:]
  /// Services of weak scope, which live as long as the resolve.
  var held: [Instance] = []
  /// Somebody may come back to this graph.
  var identifier: GraphIdentifier?

  private static let many = 24
  var isEmpty: Bool { entries.isEmpty && identifier == nil && held.isEmpty }

  @inline(__always)
  func last(_ key: Key) -> Int {
    if entries.count >= Graph.many { return index[key] ?? -1 }
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
  mutating func append(_ instance: Instance, _ key: Key, _ arguments: KeptArguments?, low: Low = .none) {
    let previous = arguments == nil ? -1 : last(key)
    entries.append(Entry(key: key, arguments: arguments, instance: instance, previous: previous, low: low))
    if entries.count >= Graph.many { addToIndex(from: entries.count == Graph.many ? 0 : entries.count - 1) }
  }
  /// Of the entries since `mark`, those that wait for this frame, or for one above it, wait for `low` from now on.
  mutating func lower(from mark: Int, _ depth: Int, to low: Low) {
    var place = mark
    while place < entries.count {
      if entries[place].low != .none, !entries[place].low.isBelow(depth) { entries[place].low = low }
      place += 1
    }
  }
  /// Returns what is taken back, to be released elsewhere.
  mutating func removeAll(from mark: Int) -> [Entry] {
    guard mark < entries.count else { return [] }
    let removed = Array(entries[mark...])
    entries.removeSubrange(mark...)
    index = [:]
    if entries.count >= Graph.many { addToIndex(from: 0) }
    return removed
  }
  /// Empties the graph, and returns what it held, to be released when it is empty.
  mutating func takeAll() -> (entries: [Entry], held: [Instance]) {
    identifier = nil
    if !index.isEmpty { index.removeAll(keepingCapacity: index.capacity <= 1_024) }
    return (exchange(&entries, with: []), held.isEmpty ? [] : exchange(&held, with: []))
  }
  /// Gives the memory for the entries of the next graph, if that is not large.
  mutating func reuse(_ memory: consuming [Entry]) {
    if entries.capacity == 0, memory.capacity <= 1_024 { entries = memory }
  }
  @inline(never)
  private mutating func addToIndex(from first: Int) {
    for place in first..<entries.count { index[entries[place].key] = place }
  }
}
