// What the frames of a thread consist of: plain values in a list, which refer to objects without counting that.

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

// MARK: - References

/// A reference that is not counted.
///
/// It stands where somebody else holds the object: a frame's record and container are held by the resolve that made the frame, and the
/// container of a registry by whoever resolves with it.
@safe
struct Borrowed<Object: AnyObject>: Equatable, BitwiseCopyable, @unchecked Sendable {
  // Unchecked: it is used by the thread of the resolve that holds the object.
  private let reference: Unmanaged<Object>

  @inline(__always)
  init(_ object: Object) { unsafe reference = .passUnretained(object) }

  @inline(__always)
  var object: Object { unsafe reference.takeUnretainedValue() }
  @inline(__always)
  func read<Result, Failure: Error>(_ body: (Object) throws(Failure) -> Result) throws(Failure) -> Result {
    try unsafe body(reference.takeUnretainedValue())
  }
  @inline(__always)
  func isSame(_ other: Object) -> Bool {
    unsafe reference.toOpaque() == Unmanaged.passUnretained(other).toOpaque()
  }
  @inline(__always)
  static func == (left: Borrowed, right: Borrowed) -> Bool {
    unsafe left.reference.toOpaque() == right.reference.toOpaque()
  }
}

/// A downcast that the caller has checked by a flag of the object.
@inline(__always)
func known<Object: AnyObject>(_ object: AnyObject, as type: Object.Type) -> Object {
  unsafe unsafeDowncast(object, to: type)
}
