import Synchronization

/// The result of one dynamic cast of an object to one type.
///
/// For another object of the same class, the result differs only in the address. So the words of the first result
/// serve as a pattern, and a later cast exchanges the address in it. This saves 30 to 60 ns for each cast. The first
/// class is kept; objects of other classes are cast each time.
///
/// Invariant: the type is a class or a protocol, and the pattern came out of a real cast of an object of `dynamicType`.
struct CastCache: ~Copyable {
  private let pattern = Atomic<UnsafeRawPointer?>(nil)

  deinit {
    guard let pointer = pattern.load(ordering: .acquiring) else { return }
    Unmanaged<CastPattern>.fromOpaque(pointer).release()
  }

  /// Writes the reference to the object at `address` to `result`; false if its class is not the known one.
  ///
  /// The reference is not counted.
  @inline(__always)
  func write(_ address: UInt, to result: UnsafeMutableRawPointer) -> Bool {
    guard let pointer = pattern.load(ordering: .acquiring) else { return false }
    return Unmanaged<CastPattern>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
      $0.write(address, to: result)
    }
  }

  /// Remembers the value of type `type` at `result`, which a cast made of the object at `address`.
  @inline(never)
  func learn(_ type: Any.Type, size: Int, at result: UnsafeRawPointer, from address: UInt) {
    let dynamicType = ReferenceWords.dynamicType(address)
    guard pattern.load(ordering: .relaxed) == nil,
      ReferenceWords.verify(type, size: size, at: result, dynamicType: dynamicType),
      // A bridged value is a new one made from the object, and may depend on more than the class.
      OpaqueValue.dynamicType(type, at: result) == dynamicType,
      ReferenceWords.address(at: result) == address
    else { return }
    let new = Unmanaged.passRetained(CastPattern(dynamicType, words: result, size: size))
    let (isFirst, _) = pattern.compareExchange(
      expected: nil, desired: UnsafeRawPointer(new.toOpaque()), ordering: .acquiringAndReleasing)
    if !isFirst { new.release() }
  }
}

private final class CastPattern: @unchecked Sendable {
  // Unchecked for `words`, which nothing writes after `init`.
  private let dynamicType: UInt
  private let words: UnsafeMutableRawPointer
  private let size: Int

  init(_ dynamicType: Any.Type, words source: UnsafeRawPointer, size: Int) {
    self.dynamicType = unsafeBitCast(dynamicType, to: UInt.self)
    self.size = size
    words = .allocate(byteCount: size, alignment: MemoryLayout<UInt>.alignment)
    words.copyMemory(from: source, byteCount: size)
  }

  deinit {
    words.deallocate()
  }

  @inline(__always)
  func write(_ address: UInt, to result: UnsafeMutableRawPointer) -> Bool {
    guard unsafeBitCast(ReferenceWords.dynamicType(address), to: UInt.self) == dynamicType else {
      return false
    }
    ReferenceWords.move(from: words, to: result, size: size)
    result.storeBytes(of: address, as: UInt.self)
    return true
  }
}
