/// Memory for one instance whose type is known only at run time; taken when it is first needed.
///
/// Whoever owns it releases it with the type that it was taken for.
struct InstanceRoom {
  private(set) var address: UnsafeMutableRawPointer?
  /// Whether there is an instance in it.
  private(set) var isFilled = false

  mutating func own(_ address: UnsafeMutableRawPointer) { self.address = address }

  /// Says that an instance was moved in.
  mutating func fill() { isFilled = true }

  /// Says that the instance was moved out.
  mutating func empty() { isFilled = false }

  func release(_ type: Any.Type) {
    guard let address else { return }
    if isFilled { OpaqueValue.destroy(type, at: address) }
    address.deallocate()
  }
}
