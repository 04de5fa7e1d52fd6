/// An instance that outlives its cycle, as all threads see it: held strongly or weakly.
@usableFromInline
final class SharedInstance: @unchecked Sendable {
  // Unchecked: all is fixed before the object is published, but for the weak reference, which is safe to load from
  // several threads while its object dies.

  let type: Any.Type
  /// Whether the value is `ReferenceWords`.
  let isReference: Bool
  /// Whether the object is held weakly.
  ///
  /// Then `storage` has its words, but does not own it.
  let isWeak: Bool
  let size: Int
  let storage: UnsafeMutableRawPointer
  private weak var object: AnyObject?

  /// Copies the value at `source`.
  init(
    _ type: Any.Type, size: Int, isReference: Bool, isWeak: Bool = false, from source: UnsafeRawPointer
  ) {
    self.type = type
    self.isReference = isReference
    self.isWeak = isWeak
    self.size = size
    storage = OpaqueValue.allocate(type)
    if isWeak {
      ReferenceWords.move(from: source, to: storage, size: size)
      object = ReferenceWords.object(ReferenceWords.address(at: source)).takeUnretainedValue()
    } else {
      OpaqueValue.copy(type, from: source, to: storage)
    }
  }

  deinit {
    if !isWeak { OpaqueValue.destroy(type, at: storage) }
    storage.deallocate()
  }

  /// What keeps the value alive, or `nil` if it was held weakly and has died.
  var owner: AnyObject? { isWeak ? object : self }

  /// Writes a copy to `result`; false if the object was held weakly and has died.
  @inline(__always)
  func copy(to result: UnsafeMutableRawPointer) -> Bool {
    if isWeak { return copyWeak(to: result) }
    copyStorage(to: result)
    return true
  }

  /// Writes a copy of the stored value, which the caller knows to be alive.
  @inline(__always)
  func copyStorage(to result: UnsafeMutableRawPointer) {
    if isReference {
      ReferenceWords.copy(from: storage, to: result, size: size)
    } else {
      OpaqueValue.copy(type, from: storage, to: result)
    }
  }

  @inline(__always)
  private func copyWeak(to result: UnsafeMutableRawPointer) -> Bool {
    guard let object else { return false }
    // Loading has counted the reference, which the result takes over.
    _ = Unmanaged.passRetained(object)
    ReferenceWords.move(from: storage, to: result, size: size)
    return true
  }
}
