import Synchronization

/// What a service is in memory, which decides how it is shared.
enum ServiceForm {
  /// A value that is no object.
  case value
  /// An object, as `ReferenceWords`.
  case reference
  /// An object in a form of its own, such as an error in its box.
  case object
}

/// Finds the form of the services of one record without a dynamic cast, which saves some 30 ns for each service.
///
/// The first instances are looked at in the slow way, and the result is remembered:
/// - A service of class type is always a reference.
/// - A service of protocol type that holds an object is one, too. If the protocol type has no room for a value, it always
///   holds an object.
/// - Any other protocol type has three words for the value, then one for its type, then the witness tables. The ABI
///   of Swift says so. The class of the first object is recognised by the type word from then on. No other word is
///   read: the words of the value may be left over from an earlier one.
///
/// Invariant: the remembered form is that of the slow way. Debug builds compare the two at each use.
struct ReferenceLayout: ~Copyable {
  private enum Kind {
    static let unknown: UInt8 = 0
    static let reference: UInt8 = 1
    static let value: UInt8 = 2
    static let typeWord: UInt8 = 3
  }

  /// The offset of the type word in a protocol type that has room for a value.
  private static let typeOffset = 3 * MemoryLayout<UInt>.size

  /// The type word of the last instance that was learned as a reference.
  ///
  /// Most records build one class.
  private let knownType = Atomic<UInt>(0)
  private let kind = Atomic<UInt8>(Kind.unknown)

  /// Whether no service can be an object.
  var isKnownAsValue: Bool { kind.load(ordering: .relaxed) == Kind.value }

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
    // A type of one word that is no class is an error: a box, or on Darwin an object that may not be Swift's.
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

  /// Compares a remembered form with the slow way, in debug builds.
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
