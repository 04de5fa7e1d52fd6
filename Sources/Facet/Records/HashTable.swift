/// An element that a `HashTable` finds by its key.
protocol Keyed {
  associatedtype Key
  var key: Key { get }
  func has(_ key: Key) -> Bool
  /// A number of which the upper half counts.
  static func hash(_ key: Key) -> UInt
}

extension Keyed {
  /// Spreads numbers that are near one another.
  @inline(__always)
  static func spread(_ number: UInt) -> UInt {
    number &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)
  }
}

/// Elements that are found by their keys.
///
/// A `Dictionary` hashes with a seed, and so costs several times as much for each look-up.
struct HashTable<Element: Keyed> {
  /// In no order.
  private(set) var all: [Element] = []
  /// The places of the elements, once there are many: a hash table with open addressing, in which -1 is free.
  private var index: [Int32] = []
  private static var many: Int { 8 }

  var count: Int { all.count }
  var isEmpty: Bool { all.isEmpty }

  @inline(__always)
  func find(_ key: Element.Key) -> Element? {
    let place = place(key)
    return place < 0 ? nil : all[place]
  }
  /// Where the element is; -1 if there is none.
  @inline(__always)
  private func place(_ key: Element.Key) -> Int {
    if index.isEmpty { return all.lastIndex { $0.has(key) } ?? -1 }
    var slot = start(key)
    while true {
      let place = Int(index[slot])
      if place < 0 || all[place].has(key) { return place }
      slot = next(slot)
    }
  }

  /// Returns the element that had the key before.
  @discardableResult
  mutating func insert(_ new: Element) -> Element? {
    let slot = index.isEmpty ? nil : slot(new.key)
    let known = slot.map { Int(index[$0]) } ?? place(new.key)
    if known >= 0 { return exchange(&all[known], with: new) }
    // A list of one, as requests have, costs half of what an empty one does that grows.
    if all.capacity == 0 { all = [new] } else { all.append(new) }
    if let slot, count * 2 <= index.count { index[slot] = Int32(count - 1) } else { makeIndex(for: count) }
    return nil
  }
  @discardableResult
  mutating func remove(_ key: Element.Key) -> Element? {
    let (removed, last) = (place(key), count - 1)
    if removed < 0 { return nil }
    let freed = index.isEmpty ? nil : slot(key)
    if freed != nil { index[slot(all[last].key)] = Int32(removed) }
    all.swapAt(removed, last)
    let old = all.removeLast()
    if let freed { free(freed) }
    return old
  }
  mutating func reserve(_ more: Int) {
    all.reserveCapacity(count + more)
    makeIndex(for: count + more)
  }

  // MARK: - The index

  @inline(__always)
  private func start(_ key: Element.Key) -> Int {
    Int(truncatingIfNeeded: Element.hash(key) &>> 33) & (index.count &- 1)
  }
  @inline(__always)
  private func next(_ slot: Int) -> Int { (slot &+ 1) & (index.count &- 1) }
  /// Where the place of an element stands, or is to stand.
  private func slot(_ key: Element.Key) -> Int {
    var slot = start(key)
    while index[slot] >= 0, !all[Int(index[slot])].has(key) { slot = next(slot) }
    return slot
  }
  private mutating func makeIndex(for count: Int) {
    if count < HashTable.many { return }
    var size = 32
    while size < count * 2 { size *= 2 }
    if size <= index.count { return }
    index = Array(repeating: -1, count: size)
    for place in all.indices { index[slot(all[place].key)] = Int32(place) }
  }
  private mutating func free(_ slot: Int) {
    var free = slot
    index[free] = -1
    // Elements behind in the same run move up, unless their search begins behind the free slot.
    var slot = next(free)
    while index[slot] >= 0 {
      let distance = (slot &- start(all[Int(index[slot])].key)) & (index.count &- 1)
      if distance >= (slot &- free) & (index.count &- 1) {
        (index[free], index[slot]) = (index[slot], -1)
        free = slot
      }
      slot = next(slot)
    }
  }
}
