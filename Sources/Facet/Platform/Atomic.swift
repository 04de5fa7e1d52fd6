internal import FacetPlatform

/// Numbers that are never given twice in a process, in the order of the calls.
///
/// A counter lives as long as the process: each one is static.
@safe
struct Counter: @unchecked Sendable {
  // Unchecked: the number is changed by atomic operations alone.
  private let last = UnsafeMutablePointer<Int>.allocate(capacity: 1)

  init() { unsafe last.initialize(to: 0) }

  func next() -> Int { take(1) }
  /// The first of `count` numbers in a row.
  func take(_ count: Int) -> Int { unsafe facet_add(last, count) + 1 }
  var newest: Int { unsafe facet_add(last, 0) }
}

/// Some answers that are read without a lock.
@safe
struct Flags<Flag: RawRepresentable<UInt8>>: ~Copyable, @unchecked Sendable {
  // Unchecked: the bits are read and changed by atomic operations alone.
  private let bits = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)

  init() { unsafe bits.initialize(to: 0) }
  deinit { unsafe bits.deallocate() }

  @inline(__always)
  func has(_ flag: Flag) -> Bool { unsafe facet_bits(bits) & flag.rawValue != 0 }
  func set(_ flag: Flag) { unsafe facet_bits_set(bits, flag.rawValue) }
  func clear(_ flag: Flag) { unsafe facet_bits_clear(bits, flag.rawValue) }
}
