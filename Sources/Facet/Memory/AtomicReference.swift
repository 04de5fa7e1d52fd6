import Synchronization

/// A reference to an object that readers load without a lock while a writer exchanges it.
///
/// Invariant: it owns its object. Readers are participants of `Reclamation`. A writer that exchanges the object retires the
/// old one. So an object that a reader has loaded stays alive until the reader leaves.
@safe
struct AtomicReference<Object: AnyObject & Sendable>: ~Copyable {
  private let pointer: Atomic<Unmanaged<Object>?>

  init(_ object: consuming Object?) {
    unsafe pointer = unsafe Atomic(object.map { unsafe .passRetained($0) })
  }

  deinit {
    unsafe pointer.load(ordering: .acquiring)?.release()
  }

  /// The object, as a participant of `Reclamation`.
  @inline(__always)
  var loaded: Borrowed<Object>? {
    unsafe pointer.load(ordering: .sequentiallyConsistent)?.borrowed
  }

  /// Publishes another object, and returns the old one, which must be retired.
  ///
  /// One writer at a time.
  func exchange(_ new: Object?) -> Object? {
    let new = unsafe new.map { unsafe Unmanaged.passRetained($0) }
    return unsafe pointer.exchange(new, ordering: .sequentiallyConsistent)?.takeRetainedValue()
  }

  /// Sets the object if there is none yet; false if another thread was faster.
  func setFirst(_ new: Object) -> Bool {
    let new = unsafe Unmanaged.passRetained(new)
    let isFirst = unsafe pointer.compareExchange(
      expected: nil, desired: new, ordering: .acquiringAndReleasing
    ).exchanged
    if !isFirst { unsafe new.release() }
    return isFirst
  }
}

/// A block of references that readers load without a lock while a writer fills it.
///
/// Invariant: a cell owns its object, until `abandon` states that another block owns all objects. Readers are participants of
/// `Reclamation`.
@safe
struct AtomicCells<Object: AnyObject>: ~Copyable {
  let count: Int
  private let cells: UnsafeMutablePointer<Atomic<Unmanaged<Object>?>>
  /// The only object that this block owns after it has left the others to another block; `nil` before.
  ///
  /// Atomic, because readers may still be in the block.
  private let rest = unsafe Atomic<Unmanaged<Object>?>(nil)

  init(count: Int) {
    self.count = count
    unsafe cells = .allocate(capacity: count)
    for index in 0..<count { unsafe (cells + index).initialize(to: Atomic(nil)) }
  }

  deinit {
    let rest = unsafe rest.load(ordering: .relaxed)?.borrowed
    for index in 0..<count {
      guard let object = unsafe cells[index].load(ordering: .relaxed) else { continue }
      if unsafe rest == nil || object.borrowed == rest { unsafe object.release() }
    }
    unsafe cells.deinitialize(count: count)
    unsafe cells.deallocate()
  }

  @inline(__always)
  subscript(index: Int) -> Borrowed<Object>? {
    assert(index >= 0 && index < count, "Not a cell")
    return unsafe cells[index].load(ordering: .sequentiallyConsistent)?.borrowed
  }

  /// Puts an object in a cell, and returns the old one.
  @inline(__always)
  func exchange(_ index: Int, _ new: Object) -> Object? {
    let new = unsafe Unmanaged.passRetained(new)
    return unsafe cells[index].exchange(new, ordering: .sequentiallyConsistent)?.takeRetainedValue()
  }

  /// Takes over the object of a cell of another block, which is about to be abandoned.
  func adopt(_ object: Borrowed<Object>, at index: Int) {
    unsafe cells[index].store(object.reference, ordering: .relaxed)
  }

  /// Leaves the objects to the block that has adopted them, except one.
  func abandon(butFor other: Borrowed<Object>) {
    unsafe rest.store(other.reference, ordering: .relaxed)
  }

  @inline(__always)
  func forEach(_ body: (Int, Borrowed<Object>) -> Void) {
    for index in 0..<count {
      if let object = unsafe cells[index].load(ordering: .acquiring) { body(index, unsafe object.borrowed) }
    }
  }
}
