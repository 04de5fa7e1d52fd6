import Synchronization

/// How to tell, without a dynamic cast, whether a service of one record is a reference to an object (`ReferenceWords`).
///
/// What is needed is read off the first instances and checked against the slow and sure way, so that nothing here rests
/// on knowledge of the compiler's:
/// - A service of class type always is a reference.
/// - One of protocol type that holds an object is, too. If it has no room for a value beside the type and the witness table,
///   it always holds an object.
/// - Else a word of it says which type it holds. The place of that word is found in the first instance, and a class
///   that has been seen to be one is recognised there from then on.
struct ReferenceLayout: ~Copyable {
  private enum Kind {
    static let unknown: UInt8 = 0
    static let object: UInt8 = 1
    static let value: UInt8 = 2
    /// The place of the type word is added to it.
    static let typeWord: UInt8 = 3
  }

  /// The size of the smallest protocol type that can hold a value: three words for it, one for its type.
  private static let smallestOpaqueSize = 4 * MemoryLayout<UInt>.size

  private let kind = Atomic<UInt8>(Kind.unknown)
  /// The type word of the last instance that was a reference; most records build one class.
  private let knownType = Atomic<UInt>(0)

  /// Whether the value of type `type` at `pointer` is a reference.
  @inline(__always)
  func isReference(_ type: Any.Type, at pointer: UnsafeRawPointer) -> Bool {
    let kind = self.kind.load(ordering: .relaxed)
    if kind == Kind.object { return true }
    if kind > Kind.value {
      let word = pointer.load(
        fromByteOffset: Int(kind - Kind.typeWord) * MemoryLayout<UInt>.size, as: UInt.self)
      if word == knownType.load(ordering: .relaxed) { return true }
    }
    return kind == Kind.value ? false : learn(type, at: pointer)
  }

  @inline(never)
  private func learn(_ type: Any.Type, at pointer: UnsafeRawPointer) -> Bool {
    let size = OpaqueValue.size(type)
    let dynamicType = OpaqueValue.dynamicType(type, at: pointer)
    let isReference = ReferenceWords.verify(type, size: size, at: pointer, dynamicType: dynamicType)
    if isReference && (type is AnyClass || size < ReferenceLayout.smallestOpaqueSize) {
      kind.store(Kind.object, ordering: .relaxed)
    } else if dynamicType == type || size > ReferenceWords.maximumSize {
      kind.store(Kind.value, ordering: .relaxed)
    } else if let place = place(of: dynamicType, at: pointer, size: size), isReference {
      knownType.store(unsafeBitCast(dynamicType, to: UInt.self), ordering: .relaxed)
      kind.store(Kind.typeWord + UInt8(place), ordering: .relaxed)
    }
    return isReference
  }

  private func place(of type: Any.Type, at pointer: UnsafeRawPointer, size: Int) -> Int? {
    (1..<size / MemoryLayout<UInt>.size).first { place in
      pointer.load(fromByteOffset: place * MemoryLayout<UInt>.size, as: UInt.self)
        == unsafeBitCast(type, to: UInt.self)
    }
  }
}
