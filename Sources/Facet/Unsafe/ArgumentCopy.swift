/// Arguments that outlive the call that passed them.
final class ArgumentCopy {
  let pointer: UnsafeMutableRawPointer
  private let type: Any.Type

  /// Copies a tuple of type `type`.
  init(_ type: Any.Type, from source: UnsafeRawPointer) {
    self.type = type
    pointer = OpaqueValue.allocate(type)
    OpaqueValue.copy(type, from: source, to: pointer)
  }

  deinit {
    OpaqueValue.destroy(type, at: pointer)
    pointer.deallocate()
  }
}
