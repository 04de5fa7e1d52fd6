/// A list of plain values that grows and shrinks at its end: the frames of a thread.
///
/// An `Array` would ask at each step who else holds its memory. Its owner frees it.
@safe
struct PlainStack<Element: BitwiseCopyable>: RandomAccessCollection {
  private var base = UnsafeMutablePointer<Element>.allocate(capacity: 8)
  private var capacity = 8
  private(set) var count = 0

  func free() { unsafe base.deallocate() }

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
    count &+= 1
  }
  @inline(__always)
  mutating func removeLast() -> Element {
    assert(count > 0, "The list is empty")
    count &-= 1
    return unsafe base[count]
  }
  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    unsafe larger.initialize(from: base, count: count)
    free()
    unsafe (base, capacity) = unsafe (larger, capacity * 2)
  }
}
