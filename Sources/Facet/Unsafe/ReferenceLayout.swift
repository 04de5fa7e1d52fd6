import Synchronization

/// What a service is, as far as sharing it goes.
enum ServiceForm {
  /// Of a value type, or an object that its static type hides.
  case value
  /// An object, as `ReferenceWords`.
  case reference
  /// An object in a form of its own, such as an error in its box.
  case object
}

/// How to tell, without a dynamic cast, what form the services of one record have.
///
/// What is needed is read off the first instances and checked against the slow and sure way:
/// - A service of class type always is a reference.
/// - One of protocol type that holds an object is, too. If it has no room for a value beside the type and the witness table,
///   it always holds an object.
/// - Else it is three words for the value, then one for its type, then the witness tables: so the ABI of Swift lays it out.
///   A class that has been seen to be one is recognised by that word from then on. No other word is looked at, for those of
///   the value may have been left by an earlier one.
struct ReferenceLayout: ~Copyable {
  private enum Kind {
    static let unknown: UInt8 = 0
    static let reference: UInt8 = 1
    static let value: UInt8 = 2
    static let typeWord: UInt8 = 3
  }

  /// Where a protocol type that has room for a value has its type.
  private static let typeOffset = 3 * MemoryLayout<UInt>.size

  private let kind = Atomic<UInt8>(Kind.unknown)
  /// The type word of the last instance that was a reference; most records build one class.
  private let knownType = Atomic<UInt>(0)

  /// The form of the value of type `type` at `pointer`.
  @inline(__always)
  func form(_ type: Any.Type, at pointer: UnsafeRawPointer) -> ServiceForm {
    let form = knownForm(type, at: pointer)
    assert(isSameForm(form, type, at: pointer), "The layout of \(type) was misread")
    return form
  }

  @inline(__always)
  private func knownForm(_ type: Any.Type, at pointer: UnsafeRawPointer) -> ServiceForm {
    let kind = self.kind.load(ordering: .relaxed)
    if kind == Kind.reference { return .reference }
    if kind == Kind.typeWord {
      let word = pointer.load(fromByteOffset: ReferenceLayout.typeOffset, as: UInt.self)
      if word == knownType.load(ordering: .relaxed) { return .reference }
    }
    return kind == Kind.value ? .value : learn(type, at: pointer)
  }

  @inline(never)
  private func learn(_ type: Any.Type, at pointer: UnsafeRawPointer) -> ServiceForm {
    let dynamicType = OpaqueValue.dynamicType(type, at: pointer)
    guard dynamicType is AnyClass else {
      if dynamicType == type { kind.store(Kind.value, ordering: .relaxed) }
      return .value
    }
    let size = OpaqueValue.size(type)
    // One word that is no class is an error: in a box, or on Darwin an object that need not be Swift's.
    guard type is AnyClass || type == AnyObject.self || size > MemoryLayout<UInt>.size else { return .object }
    guard ReferenceWords.verify(type, size: size, at: pointer, dynamicType: dynamicType) else {
      return .object
    }
    if type is AnyClass || size <= ReferenceLayout.typeOffset {
      kind.store(Kind.reference, ordering: .relaxed)
    } else if pointer.load(fromByteOffset: ReferenceLayout.typeOffset, as: UInt.self)
      == unsafeBitCast(dynamicType, to: UInt.self)
    {
      knownType.store(unsafeBitCast(dynamicType, to: UInt.self), ordering: .relaxed)
      kind.store(Kind.typeWord, ordering: .relaxed)
    }
    return .reference
  }

  /// Compares what was read off the memory with the slow and sure way; in debug builds.
  private func isSameForm(_ form: ServiceForm, _ type: Any.Type, at pointer: UnsafeRawPointer) -> Bool {
    let dynamicType = OpaqueValue.dynamicType(type, at: pointer)
    switch form {
    case .value: return !(dynamicType is AnyClass)
    case .object: return dynamicType is AnyClass
    case .reference:
      let size = OpaqueValue.size(type)
      return ReferenceWords.verify(type, size: size, at: pointer, dynamicType: dynamicType)
    }
  }
}
