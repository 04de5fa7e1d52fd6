/// The identity of a list of argument types: its metatype is a part of the key.
///
/// A type of its own, so that two arguments differ from one tuple, and one `Void` from no argument.
@usableFromInline
package struct Signature<each Argument> {
  /// Whether there are no arguments; a constant where the compiler knows the types.
  @inlinable
  @inline(__always)
  static var isEmpty: Bool {
    for _ in repeat (each Argument).self { return false }
    return true
  }

  /// The number of arguments; a constant where the compiler knows the types.
  @inlinable
  @inline(__always)
  static var count: Int {
    var count = 0
    for _ in repeat (each Argument).self { count += 1 }
    return count
  }

  /// The part of the key; `nil` for no arguments.
  @usableFromInline
  package static var identity: Any.Type? { isEmpty ? nil : Self.self }
}

extension Signature: ArgumentList {
  private typealias Tuple = (repeat each Argument)

  static var types: [Any.Type] {
    var types: [Any.Type] = []
    repeat types.append((each Argument).self)
    return types
  }

  static var tupleType: Any.Type { Tuple.self }

  static var traits: [ArgumentTraits] {
    let layout = TupleLayout(of: types)
    assert((layout.size, layout.alignment) == (MemoryLayout<Tuple>.size, MemoryLayout<Tuple>.alignment))
    return zip(types, layout.offsets).map(ArgumentTraits.init)
  }

  static func areEqual(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ traits: [ArgumentTraits]
  ) -> Bool {
    let left = left.assumingMemoryBound(to: Tuple.self).pointee
    let right = right.assumingMemoryBound(to: Tuple.self).pointee
    var number = 0
    for (left, right) in repeat (each left, each right) {
      guard traits[number].areEqual(left, right) else { return false }
      number += 1
    }
    return true
  }

  static func hash(_ arguments: UnsafeRawPointer, _ traits: [ArgumentTraits]) -> UInt {
    let arguments = arguments.assumingMemoryBound(to: Tuple.self).pointee
    var hash: UInt = 0
    var number = 0
    for argument in repeat each arguments {
      hash = (hash &* 31) ^ UInt(bitPattern: traits[number].hash(argument))
      number += 1
    }
    return hash
  }

  static func values(_ arguments: UnsafeRawPointer) -> [Any] {
    let arguments = arguments.assumingMemoryBound(to: Tuple.self).pointee
    var values: [Any] = []
    repeat values.append(each arguments)
    return values
  }
}

/// The argument types of a signature; none for `nil`.
func argumentTypes(of signature: Any.Type?) -> [Any.Type] {
  (signature as? any ArgumentList.Type)?.types ?? []
}
