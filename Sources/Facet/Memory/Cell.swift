/// Memory that keeps the service of a slot: an object as a counted reference, anything else as it is in a slot.
///
/// Invariant: it contains a service of the type that each function receives, from `fill` to `destroy` or `move`.
@safe
struct Cell: @unchecked Sendable {
  // Unchecked: its owner decides which code may read it.
  let address: UnsafeMutableRawPointer

  @inline(__always)
  init(address: UnsafeMutableRawPointer) {
    unsafe self.address = address
  }

  /// Takes memory from the heap.
  static func allocate(_ type: SlotType) -> Cell {
    func open<Memory>(_: Memory.Type) -> Cell {
      unsafe Cell(address: UnsafeMutableRawPointer(UnsafeMutablePointer<Memory>.allocate(capacity: 1)))
    }
    return switch type {
    case .object: unsafe open(Unmanaged<AnyObject>.self)
    case .other(let type): open(type)
    }
  }

  func deallocate() {
    unsafe address.deallocate()
  }

  private var object: Unmanaged<AnyObject> {
    unsafe address.assumingMemoryBound(to: Unmanaged<AnyObject>.self).pointee
  }

  /// Copies the service of a slot.
  @inline(__always)
  func fill(_ type: SlotType, from slot: Slot) {
    func open<Memory>(_: Memory.Type) {
      let service = unsafe slot.address.assumingMemoryBound(to: Memory.self)
      unsafe address.assumingMemoryBound(to: Memory.self).initialize(to: service.pointee)
    }
    func openClass<Object: AnyObject>(_: Object.Type) {
      let object = unsafe slot.address.assumingMemoryBound(to: Object?.self).pointee.unsafelyUnwrapped
      unsafe address.storeBytes(of: Unmanaged<AnyObject>.passRetained(object), as: Unmanaged<AnyObject>.self)
    }
    switch type {
    case .object(let type): openClass(type)
    case .other(let type): open(type)
    }
  }

  /// Copies the service into a slot.
  @inline(__always)
  func copy(_ type: SlotType, to slot: Slot) {
    func open<Memory>(_: Memory.Type) {
      // The old content is `nil`, and owns nothing.
      let service = unsafe address.assumingMemoryBound(to: Memory.self)
      unsafe slot.address.assumingMemoryBound(to: Memory.self).initialize(to: service.pointee)
    }
    switch type {
    case .object(let type): slot.put(unsafe object.takeUnretainedValue(), of: type)
    case .other(let type): open(type)
    }
  }

  func destroy(_ type: SlotType) { move(type) {} }

  /// Takes the service out.
  ///
  /// It is destroyed when `body` has returned.
  ///
  /// The destruction may run user code, so the service is no longer in the memory then.
  @inline(__always)
  func move(_ type: SlotType, _ body: () -> Void) {
    func open<Memory>(_: Memory.Type) {
      let service = unsafe address.assumingMemoryBound(to: Memory.self).move()
      body()
      _ = consume service
    }
    switch type {
    case .object:
      let object = unsafe object
      body()
      unsafe object.release()
    case .other(let type): open(type)
    }
  }
}
