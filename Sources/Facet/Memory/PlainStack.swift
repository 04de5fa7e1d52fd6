/// A value with a number, by which a `PlainStack` knows whether it may have one.
protocol Numbered {
  var number: Int { get }
}

/// A list of plain values that grows and shrinks at its end: the frames of a thread.
///
/// An `Array` would ask at each step who else holds its memory. Its owner frees it.
@safe
struct PlainStack<Element: BitwiseCopyable & Numbered>: RandomAccessCollection {
  private var base = UnsafeMutablePointer<Element>.allocate(capacity: 8)
  /// How many elements there are for the last bits of each number.
  private var counts = unsafe PlainStack.zeros(8)
  private var capacity = 8, mask = 31
  private(set) var count = 0

  func free() {
    unsafe base.deallocate()
    unsafe counts.deallocate()
  }

  var startIndex: Int { 0 }
  var endIndex: Int { count }
  @inline(__always)
  subscript(place: Int) -> Element {
    @inline(__always) get {
      assert(place >= 0 && place < count, "Not in the list")
      return unsafe base[place]
    }
    @inline(__always) nonmutating _modify {
      assert(place >= 0 && place < count, "Not in the list")
      yield unsafe &base[place]
    }
  }
  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    unsafe (base + count).initialize(to: element)
    unsafe counts[slot(element.number)] &+= 1
    count &+= 1
  }
  @inline(__always)
  mutating func removeLast() -> Element {
    assert(count > 0, "The list is empty")
    count &-= 1
    let element = unsafe base[count]
    unsafe counts[slot(element.number)] &-= 1
    return element
  }
  /// Whether an element may have this number: mostly no other number has the same slot.
  @inline(__always)
  func mayHave(_ number: Int) -> Bool { unsafe counts[slot(number)] != 0 }

  @inline(__always)
  private func slot(_ number: Int) -> Int { number & mask }
  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    unsafe larger.initialize(from: base, count: count)
    free()
    unsafe (base, capacity, mask) = unsafe (larger, capacity * 2, mask * 2 + 1)
    unsafe counts = PlainStack.zeros(capacity)
    for element in self { unsafe counts[slot(element.number)] += 1 }
  }
  private static func zeros(_ capacity: Int) -> UnsafeMutablePointer<UInt32> {
    let zeros = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity * 4)
    unsafe zeros.initialize(repeating: 0, count: capacity * 4)
    return unsafe zeros
  }
}
