/// What a lookup compares: the parts of a key, and their hash.
struct LookupKey {
  let serviceType: Any.Type
  let signature: Any.Type?
  let name: String?
  let option: OptionBox?
  /// The top bits choose the cell.
  let hash: UInt

  @inline(__always)
  init(_ serviceType: Any.Type, _ signature: Any.Type?, _ name: String?, _ option: OptionBox? = nil) {
    self.serviceType = serviceType
    self.signature = signature
    self.name = name
    self.option = option
    // Metatypes are unique addresses; an odd multiplier spreads their entropy to the top bits.
    var hash = unsafeBitCast(serviceType, to: UInt.self)
    if let signature { hash ^= unsafeBitCast(signature, to: UInt.self) &* 0x9E37_79B9 }
    if let name { hash ^= LookupKey.hash(name) }
    self.hash = hash &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)
  }

  @inline(__always)
  init(of registration: Registration) {
    self.init(registration.serviceType, registration.signature, registration.name, registration.option)
  }

  @inline(__always)
  func matches(_ registration: Registration) -> Bool {
    guard registration.serviceType == serviceType, registration.signature == signature else { return false }
    if name != nil || registration.name != nil {
      guard registration.name == name else { return false }
    }
    if option == nil && registration.option == nil { return true }
    return registration.option == option
  }

  /// A cheap hash that agrees with `==` of strings.
  ///
  /// Strings are equal by canonical equivalence, which is bytewise only for ASCII: the rest goes to `Hasher`.
  @inline(never)
  private static func hash(_ name: String) -> UInt {
    var name = name
    let bytewise = name.withUTF8 { bytes -> UInt? in
      var hash = UInt(bitPattern: bytes.count)
      var high: UInt8 = 0
      for byte in bytes {
        hash = (hash ^ UInt(byte)) &* 0x0100_0000_01B3
        high |= byte
      }
      return high < 0x80 ? hash : nil
    }
    return bytewise ?? UInt(bitPattern: name.hashValue)
  }
}
