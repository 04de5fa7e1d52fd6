/// A value that never moves and is never freed.
///
/// It has its own cache lines, because one thread changes it all the time.
@safe
struct Pinned<Value: ~Copyable>: Equatable, @unchecked Sendable {
  // Unchecked: the owner of the value decides which thread may touch it.
  private let address: UnsafeMutablePointer<Value>

  init(_ value: consuming Value) {
    let size = (MemoryLayout<Value>.size + 127) / 128 * 128
    unsafe address = UnsafeMutableRawPointer.allocate(byteCount: max(size, 256), alignment: 128)
      .bindMemory(to: Value.self, capacity: 1)
    unsafe address.initialize(to: value)
  }

  /// The value whose address a thread has stored.
  @inline(__always)
  init?(at kept: UnsafeMutableRawPointer?) {
    guard let kept = unsafe kept else { return nil }
    unsafe address = kept.assumingMemoryBound(to: Value.self)
  }

  static func == (left: Pinned, right: Pinned) -> Bool { unsafe left.address == right.address }

  /// Its address, for a thread to store.
  @inline(__always)
  var kept: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(address) }

  /// The value, read and changed in place.
  @inline(__always)
  var value: Value {
    @inline(__always) _read { yield unsafe address.pointee }
    @inline(__always) nonmutating _modify { yield unsafe &address.pointee }
  }
}
