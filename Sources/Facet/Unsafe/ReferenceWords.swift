/// The memory of a reference to an object: the object's address, and words that depend only on its class.
///
/// A variable of class type is one word, the address. A variable of protocol type that holds an object begins with
/// the address. The rest (type metadata, witness tables, unused buffer words) is the same for every object of one
/// class. So two things are possible without a call through the type's metadata. Copying the words and retaining the
/// object copies the value, whatever its static type. Exchanging the address turns the words of one object into those
/// of another object of its class.
///
/// This saves 30 ns and more for each copy of a value whose type is not known at compile time.
///
/// Invariant: every address here is that of a living object, and some owner counts a reference to it. `verify` proves
/// that a value begins with such an address, once for each class that a record builds. Values that are no references
/// never come here.
enum ReferenceWords {
  /// Room for a class type, or a composition of up to two protocols.
  ///
  /// Nearly all services fit. Larger ones are kept on the heap.
  typealias Storage = (UInt, UInt, UInt, UInt, UInt, UInt)

  static let storageSize = MemoryLayout<Storage>.size

  /// Whether the value at `pointer`, of static type `type`, is an object's address followed by words of its class.
  static func verify(
    _ type: Any.Type, size: Int, at pointer: UnsafeRawPointer, dynamicType: Any.Type
  ) -> Bool {
    guard dynamicType is AnyClass, size.isMultiple(of: MemoryLayout<UInt>.size),
      let object = OpaqueValue.object(type, at: pointer)
    else { return false }
    return address(at: pointer) == UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
  }

  /// The address of the object that `value` holds directly; `nil` for anything else, such as an error in its box.
  @inline(__always)
  static func address(of value: Any) -> UInt? {
    let dynamicType: Any.Type = type(of: value)
    guard dynamicType is AnyClass else { return nil }
    // The type is written because the compiler would open the value without it.
    return withUnsafePointer(to: value) { (pointer: UnsafePointer<Any>) in
      let words = UnsafeRawPointer(pointer)
      // Three words for the value, then its type.
      return words.load(fromByteOffset: 3 * MemoryLayout<UInt>.size, as: UInt.self)
        == unsafeBitCast(dynamicType, to: UInt.self) ? words.load(as: UInt.self) : nil
    }
  }

  @inline(__always)
  static func address(at pointer: UnsafeRawPointer) -> UInt {
    pointer.load(as: UInt.self)
  }

  /// Copies the words without counting the reference.
  ///
  /// Word by word as far as a protocol type of one protocol goes: the compiler makes four loops of one.
  @inline(__always)
  static func move(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, size: Int) {
    let count = size / MemoryLayout<UInt>.size
    let source = source.assumingMemoryBound(to: UInt.self)
    let target = target.assumingMemoryBound(to: UInt.self)
    target.initialize(to: source[0])
    guard count > 1 else { return }
    (target + 1).initialize(to: source[1])
    guard count > 2 else { return }
    (target + 2).initialize(to: source[2])
    guard count > 3 else { return }
    (target + 3).initialize(to: source[3])
    guard count > 4 else { return }
    (target + 4).initialize(to: source[4])
    if count > 5 { moveRest(from: source, to: target, count) }
  }

  @inline(never)
  private static func moveRest(
    from source: UnsafePointer<UInt>, to target: UnsafeMutablePointer<UInt>, _ count: Int
  ) {
    for index in 5..<count { (target + index).initialize(to: source[index]) }
  }

  @inline(__always)
  static func copy(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, size: Int) {
    retain(address(at: source))
    move(from: source, to: target, size: size)
  }

  @inline(__always)
  static func retain(_ address: UInt) {
    assert(address != 0 && address.isMultiple(of: 8), "Not the address of an object")
    _ = object(address).retain()
  }

  @inline(__always)
  static func release(_ address: UInt) {
    assert(address != 0 && address.isMultiple(of: 8), "Not the address of an object")
    object(address).release()
  }

  @inline(__always)
  static func dynamicType(_ address: UInt) -> Any.Type {
    object(address)._withUnsafeGuaranteedRef { type(of: $0) }
  }

  @inline(__always)
  static func object(_ address: UInt) -> Unmanaged<AnyObject> {
    // The address is one that `verify` has seen to be an object's.
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped)
  }
}
