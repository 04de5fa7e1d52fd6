/// What a resolve looks for in a registry.
///
/// Made inside the functions of the hot path, which are inlined: without a name and an option, as most keys are, nothing of
/// it is counted and only the two types are compared.
struct Lookup {
  let serviceType: Any.Type
  let signature: Any.Type?
  let name: String?
  let option: OptionBox?
  /// The top bits choose the cell of a table. Computed with user code if there is an option.
  let hash: UInt

  @inline(__always)
  init(_ serviceType: Any.Type, _ signature: Any.Type?, _ name: String? = nil, _ option: OptionBox? = nil) {
    self.serviceType = serviceType
    self.signature = signature
    self.name = name
    self.option = option
    hash = Lookup.hash(serviceType, signature, name)
  }

  /// Whether a registration is the one. Runs `isEqualTo` of an option, which is user code.
  @inline(__always)
  func matches(_ registration: Registration) -> Bool {
    guard registration.serviceType == serviceType, registration.signature == signature else { return false }
    if name == nil && option == nil { return registration.isPlain }
    return registration.name == name && registration.option == option
  }

  /// An odd multiplier carries the entropy of the types, which are unique addresses, to the top bits.
  @inline(__always)
  static func hash(_ serviceType: Any.Type, _ signature: Any.Type?, _ name: String?) -> UInt {
    var hash = unsafeBitCast(serviceType, to: UInt.self)
    if let signature { hash ^= unsafeBitCast(signature, to: UInt.self) &* 0x9E37_79B9 }
    if let name { hash ^= name.cheapHash }
    return hash &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)
  }
}
