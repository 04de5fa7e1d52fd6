/// A list of plain values that grows and shrinks at its end: the frames of a thread.
@safe
struct PlainStack<Element: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity = 8
  private(set) var count = 0

  init() { unsafe base = .allocate(capacity: 8) }
  deinit { unsafe base.deallocate() }

  @inline(__always)
  subscript(place: Int) -> Element {
    @inline(__always) _read {
      assert(place >= 0 && place < count, "Not in the list")
      yield unsafe base[place]
    }
    @inline(__always) nonmutating _modify {
      assert(place >= 0 && place < count, "Not in the list")
      yield unsafe &base[place]
    }
  }
  @inline(__always)
  mutating func push(_ element: Element) {
    if count == capacity { grow() }
    unsafe (base + count).initialize(to: element)
    count &+= 1
  }
  @inline(__always)
  mutating func pop() -> Element {
    assert(count > 0, "The list is empty")
    count &-= 1
    return unsafe base[count]
  }
  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    unsafe larger.initialize(from: base, count: count)
    unsafe base.deallocate()
    unsafe (base, capacity) = unsafe (larger, capacity * 2)
  }
}
