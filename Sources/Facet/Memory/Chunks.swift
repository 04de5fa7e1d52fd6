/// A list that grows at its end, and whose elements never move.
///
/// Invariant: elements are bitwise copyable, or their owner cleans them up before they are removed.
@safe
struct Chunks<Element>: ~Copyable {
  private typealias Chunk = UnsafeMutablePointer<Element>

  private static var chunkCapacity: Int { 32 }

  private let first: Chunk
  /// The chunks after the first one.
  private var others: [Chunk] = unsafe []
  private(set) var count = 0

  init() {
    unsafe first = .allocate(capacity: Chunks.chunkCapacity)
  }

  deinit {
    assert(count == 0, "What is in the list would not be cleaned up")
    unsafe first.deallocate()
    unsafe others.forEach { unsafe $0.deallocate() }
  }

  @inline(__always)
  fileprivate func address(_ index: Int) -> UnsafeMutablePointer<Element> {
    if index < Chunks.chunkCapacity { return unsafe first + index }
    return unsafe others[index / Chunks.chunkCapacity - 1] + index % Chunks.chunkCapacity
  }

  /// An element, read and changed in place.
  @inline(__always)
  subscript(index: Int) -> Element {
    @inline(__always) _read {
      assert(index >= 0 && index < count, "Not in the list")
      yield unsafe address(index).pointee
    }
    @inline(__always) nonmutating _modify {
      assert(index >= 0 && index < count, "Not in the list")
      yield unsafe &address(index).pointee
    }
  }

  @inline(__always)
  mutating func append(_ element: consuming Element) {
    if count >= Chunks.chunkCapacity, count % Chunks.chunkCapacity == 0 { makeRoom() }
    unsafe address(count).initialize(to: element)
    count &+= 1
  }

  @inline(__always)
  mutating func removeLast() {
    assert(count > 0, "The list is empty")
    count &-= 1
  }

  @inline(never)
  private mutating func makeRoom() {
    guard unsafe count / Chunks.chunkCapacity > others.count else { return }
    unsafe others.append(.allocate(capacity: Chunks.chunkCapacity))
  }
}

extension Chunks {
  /// The memory of a part of an element, which is stable because elements do not move.
  @inline(__always)
  func cell(_ part: WritableKeyPath<Element, InlineCell>, of index: Int) -> Cell {
    assert(index >= 0 && index < count, "Not in the list")
    return unsafe Cell(address: UnsafeMutableRawPointer(address(index).pointer(to: part).unsafelyUnwrapped))
  }
}
