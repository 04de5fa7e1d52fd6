/// Memory for one instance whose type is known only at run time; taken when it is first needed.
///
/// Whoever owns it releases it with the type that it was taken for.
struct InstanceRoom {
  var address: UnsafeMutableRawPointer?
  /// Whether there is an instance in it.
  var isFilled = false

  func release(_ type: Any.Type) {
    guard let address else { return }
    if isFilled { OpaqueValue.destroy(type, at: address) }
    address.deallocate()
  }
}
