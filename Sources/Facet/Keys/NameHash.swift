extension String {
  /// A cheap hash: equal strings have the same hash.
  ///
  /// Strings are compared by canonical equivalence. For ASCII this is a comparison of bytes; `Hasher` hashes all other
  /// strings.
  var cheapHash: UInt {
    @inline(never) get {
      if let asciiHash { return asciiHash }
      var plain = ""
      for scalar in unicodeScalars { plain.unicodeScalars.append(String.asciiTwin(of: scalar)) }
      return plain.asciiHash ?? UInt(bitPattern: plain.hashValue)
    }
  }

  /// The hash of ASCII; `nil` for anything else.
  private var asciiHash: UInt? {
    unsafe utf8.withContiguousStorageIfAvailable { unsafe String.hash(ascii: UnsafeRawBufferPointer($0)) }
      ?? nil
  }

  /// The ASCII character that is equal to a character beyond ASCII; else the character itself.
  private static func asciiTwin(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "\u{212A}": "K"
    case "\u{37E}": ";"
    case "\u{1FEF}": "`"
    default: scalar
    }
  }

  /// Hashes ASCII eight bytes at a time; `nil` for anything else.
  @inline(__always)
  private static func hash(ascii bytes: UnsafeRawBufferPointer) -> UInt? {
    var hash = UInt64(truncatingIfNeeded: bytes.count)
    var high: UInt64 = 0
    var offset = 0
    while offset &+ 8 <= bytes.count {
      let word = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      high |= word
      hash = mixed(hash ^ word)
      offset &+= 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = unsafe rest &<< 8 | UInt64(bytes[offset])
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
