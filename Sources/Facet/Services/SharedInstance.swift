/// An instance that outlives its cycle, as all threads see it: held strongly or weakly.
@usableFromInline
final class SharedInstance: @unchecked Sendable {
  // Unchecked: all is fixed before the object is published, but for the weak reference, which is safe to load from
  // several threads while its object dies.

  let type: Any.Type
  let dynamicType: Any.Type
  /// Whether the value is `ReferenceWords`.
  let isReference: Bool
  /// Whether the object is held weakly. Then `storage` has its words, but does not own it.
  let isWeak: Bool
  let size: Int
  let storage: UnsafeMutableRawPointer
  private weak var object: AnyObject?

  /// Copies the value at `source`.
  init(
    _ type: Any.Type, size: Int, dynamicType: Any.Type, isReference: Bool, isWeak: Bool = false,
    from source: UnsafeRawPointer
  ) {
    self.type = type
    self.dynamicType = dynamicType
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

  /// Gives the value to `body`, or `nil` if it was held weakly and has died.
  @inline(__always)
  func withValue<Result>(_ body: (UnsafeRawPointer?) -> Result) -> Result {
    guard isWeak else { return body(UnsafeRawPointer(storage)) }
    let object = self.object
    return withExtendedLifetime(object) { body(object == nil ? nil : UnsafeRawPointer(storage)) }
  }
}
