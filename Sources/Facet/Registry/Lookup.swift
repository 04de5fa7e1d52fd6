/// The key that a resolve looks for in a registry.
///
/// The functions that make it are inlined. Most keys have neither a name nor an option; for them no reference is
/// counted, and only the two types are compared.
struct Lookup {
  let serviceType: Any.Type
  let signature: Any.Type?
  let name: String?
  let option: OptionBox?
  /// The hash of the types and the name, without the option.
  ///
  /// Its top bits choose the cell of a table.
  let hash: UInt

  @inline(__always)
  init(_ serviceType: Any.Type, _ signature: Any.Type?, _ name: String? = nil, _ option: OptionBox? = nil) {
    self.serviceType = serviceType
    self.signature = signature
    self.name = name
    self.option = option
    hash = Lookup.hash(serviceType, signature, name)
  }

  init(_ key: ServiceKey) {
    self.init(key.serviceType, key.signature, key.name, key.optionBox)
  }

  var key: ServiceKey { ServiceKey(serviceType, signature: signature, name: name, option: option) }

  /// Whether a registration has this key.
  ///
  /// Calls `isEqualTo` of an option, which is user code.
  @inline(__always)
  func matches(_ registration: Registration) -> Bool {
    guard registration.serviceType == serviceType, registration.signature == signature else { return false }
    if name == nil && option == nil { return registration.isPlain }
    return registration.name == name && registration.option == option
  }

  /// Hashes the parts of a key.
  ///
  /// The types are unique addresses. The odd multiplier moves their entropy to the top bits.
  @inline(__always)
  static func hash(_ serviceType: Any.Type, _ signature: Any.Type?, _ name: String?) -> UInt {
    var hash = UInt(bitPattern: ObjectIdentifier(serviceType))
    if let signature { hash ^= UInt(bitPattern: ObjectIdentifier(signature)) &* 0x9E37_79B9 }
    if let name { hash ^= name.cheapHash }
    return hash &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)
  }
}
