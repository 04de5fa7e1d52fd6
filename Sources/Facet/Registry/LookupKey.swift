/// What a lookup compares with a registration.
protocol RegistrationKey {
  /// The top bits choose the cell.
  var hash: UInt { get }
  func matches(_ registration: Registration) -> Bool
}

/// A key without a name and an option, as most are: nothing in it is counted.
struct PlainKey: RegistrationKey {
  let serviceType: Any.Type
  let signature: Any.Type?

  @inline(__always)
  var hash: UInt { PlainKey.spread(PlainKey.mixed(serviceType, signature)) }

  @inline(__always)
  func matches(_ registration: Registration) -> Bool {
    registration.serviceType == serviceType && registration.signature == signature && registration.isPlain
  }

  /// Metatypes are unique addresses.
  @inline(__always)
  static func mixed(_ serviceType: Any.Type, _ signature: Any.Type?) -> UInt {
    let service = unsafeBitCast(serviceType, to: UInt.self)
    guard let signature else { return service }
    return service ^ (unsafeBitCast(signature, to: UInt.self) &* 0x9E37_79B9)
  }

  /// An odd multiplier carries the entropy of addresses to the top bits.
  @inline(__always)
  static func spread(_ mixed: UInt) -> UInt {
    mixed &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)
  }
}

/// All parts of a key.
struct LookupKey: RegistrationKey {
  let serviceType: Any.Type
  let signature: Any.Type?
  let name: String?
  let option: OptionBox?
  let hash: UInt

  @inline(__always)
  init(_ serviceType: Any.Type, _ signature: Any.Type?, _ name: String?, _ option: OptionBox? = nil) {
    self.serviceType = serviceType
    self.signature = signature
    self.name = name
    self.option = option
    let mixed = PlainKey.mixed(serviceType, signature)
    hash = PlainKey.spread(name.map { mixed ^ LookupKey.hash($0) } ?? mixed)
  }

  @inline(__always)
  init(of registration: Registration) {
    self.init(registration.serviceType, registration.signature, registration.name, registration.option)
  }

  @inline(__always)
  func matches(_ registration: Registration) -> Bool {
    guard registration.serviceType == serviceType, registration.signature == signature else { return false }
    return registration.name == name && registration.option == option
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
