/// The identity of a list of argument types.
///
/// Its metatype is a part of the key.
///
/// It has its own type, so that two arguments differ from one tuple, and one `Void` differs from no argument.
@usableFromInline
package struct Signature<each Argument> {
  /// Whether there are no arguments; a constant where the compiler knows the types.
  @inlinable
  @inline(__always)
  static var isEmpty: Bool {
    for _ in repeat (each Argument).self { return false }
    return true
  }

  /// The part of the key; `nil` without arguments.
  @usableFromInline
  package static var identity: Any.Type? { isEmpty ? nil : Self.self }

  /// What a registration knows about its arguments; `nil` without arguments.
  @usableFromInline
  static var operations: ArgumentOperations? { isEmpty ? nil : ArgumentOperations(Self.self) }
}

extension Signature: ArgumentList {
  static var types: [Any.Type] {
    var types: [Any.Type] = []
    repeat types.append((each Argument).self)
    return types
  }

  static var tupleType: Any.Type { (repeat each Argument).self }

  static func tupleType<First>(after first: First.Type) -> Any.Type { (First, repeat each Argument).self }

  static var traits: [ArgumentTraits] { types.map(ArgumentTraits.init) }

  static func areEqual(
    _ left: Arguments, _ right: Arguments, _ traits: [ArgumentTraits]
  ) -> Bool {
    var number = 0
    for (left, right) in repeat (each tuple(left), each tuple(right)) {
      guard traits[number].areEqual(left, right) else { return false }
      number += 1
    }
    return true
  }

  static func hash(_ arguments: Arguments, _ traits: [ArgumentTraits]) -> UInt {
    var hash: UInt = 0
    var number = 0
    for argument in repeat each tuple(arguments) {
      hash = (hash &* 31) ^ UInt(bitPattern: traits[number].hash(argument))
      number += 1
    }
    return hash
  }

  static func values(_ arguments: Arguments) -> [Any] {
    var values: [Any] = []
    repeat values.append(each tuple(arguments))
    return values
  }
}

/// The argument types of a signature; none for `nil`.
func argumentTypes(of signature: Any.Type?) -> [Any.Type] {
  (signature as? any ArgumentList.Type)?.types ?? []
}
