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

  @inline(__always)
  init(serviceType: Any.Type, signature: Any.Type?) {
    self.serviceType = serviceType
    self.signature = signature
  }

  @inline(__always)
  init(of registration: Registration) {
    self.init(serviceType: registration.serviceType, signature: registration.signature)
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
    if let hash = name.utf8.withContiguousStorageIfAvailable({ hash(ascii: UnsafeRawBufferPointer($0)) }) {
      return hash ?? hashOfOther(name)
    }
    return hashOfOther(name)
  }

  @inline(never)
  private static func hashOfOther(_ name: String) -> UInt {
    var plain = String(String.UnicodeScalarView(name.unicodeScalars.map { twins[$0] ?? $0 }))
    return plain.withUTF8 { hash(ascii: UnsafeRawBufferPointer($0)) } ?? UInt(bitPattern: plain.hashValue)
  }

  /// The characters that equal an ASCII one without being it.
  private static let twins: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{212A}": "K", "\u{37E}": ";", "\u{1FEF}": "`",
  ]

  /// Hashes ASCII by words; `nil` for anything else.
  @inline(__always)
  private static func hash(ascii bytes: UnsafeRawBufferPointer) -> UInt? {
    var hash = UInt64(truncatingIfNeeded: bytes.count)
    var high: UInt64 = 0
    var offset = 0
    while offset &+ 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      high |= word
      hash = mixed(hash ^ word)
      offset &+= 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest &<< 8 | UInt64(bytes[offset])
      offset &+= 1
    }
    guard (high | rest) & 0x8080_8080_8080_8080 == 0 else { return nil }
    return UInt(truncatingIfNeeded: mixed(hash ^ rest))
  }

  @inline(__always)
  private static func mixed(_ word: UInt64) -> UInt64 {
    let product = word &* 0x9E37_79B9_7F4A_7C15
    return product ^ (product &>> 32)
  }
}
