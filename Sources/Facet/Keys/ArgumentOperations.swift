/// Compares, hashes and copies arguments whose types are known only to the registration and the resolve.
///
/// Each registration with arguments makes one. It searches for conformances only once, when arguments are first compared, and then keeps them.
@usableFromInline
package final class ArgumentOperations: @unchecked Sendable {
  // Unchecked for the metatype, which never changes.

  /// The metatype of the ``Signature``.
  let list: any ArgumentList.Type
  private let knownTraits = AtomicReference<Traits>(nil)

  private final class Traits: Sendable {
    let all: [ArgumentTraits]

    init(_ all: [ArgumentTraits]) { self.all = all }
  }

  init(_ list: any ArgumentList.Type) { self.list = list }

  private var traits: [ArgumentTraits] {
    if let known = knownTraits.loaded { return known.read { $0.all } }
    let traits = Traits(list.traits)
    _ = knownTraits.setFirst(traits)
    return traits.all
  }

  /// Whether two lists are equal: each argument by `==` if it has one, else as the same object.
  ///
  /// A list is equal to itself without a comparison, so a build that looks for itself is found.
  ///
  /// Calls `==` of the arguments, which is user code.
  package func areEqual(_ left: Arguments, _ right: Arguments) -> Bool {
    left === right || list.areEqual(left, right, traits)
  }

  /// Whether the arguments are equal to themselves: a `nan` and a closure are not.
  ///
  /// Calls `==` of the arguments, which is user code.
  func isEqualToItself(_ arguments: Arguments) -> Bool { list.areEqual(arguments, arguments, traits) }

  /// A hash: equal lists have the same hash.
  ///
  /// Calls `hash(into:)` of the arguments, which is user code.
  func hash(_ arguments: Arguments) -> UInt { list.hash(arguments, traits) }

  /// Whether the types of all arguments are `Hashable`.
  var isHashable: Bool { traits.allSatisfy(\.isHashable) }

  /// The types of the arguments that are not `Hashable`.
  var unhashableTypes: [Any.Type] {
    zip(list.types, traits).filter { !$1.isHashable }.map(\.0)
  }

  /// The single arguments.
  func values(_ arguments: Arguments) -> [Any] { list.values(arguments) }

  package func copy(_ arguments: Arguments) -> ArgumentCopy {
    ArgumentCopy(list.tupleType, of: arguments)
  }
}

/// A ``Signature`` whose types the caller does not know.
protocol ArgumentList {
  static var types: [Any.Type] { get }
  static var tupleType: Any.Type { get }
  /// The tuple of another type and these types.
  static func tupleType<First>(after first: First.Type) -> Any.Type
  static var traits: [ArgumentTraits] { get }
  static func areEqual(
    _ left: Arguments, _ right: Arguments, _ traits: [ArgumentTraits]
  ) -> Bool
  static func hash(_ arguments: Arguments, _ traits: [ArgumentTraits]) -> UInt
  static func values(_ arguments: Arguments) -> [Any]
}

/// The capabilities of one argument type.
struct ArgumentTraits: @unchecked Sendable {
  // Unchecked for the metatypes, which never change.
  private let equatable: (any Equatable.Type)?
  private let hashable: (any Hashable.Type)?

  init(of type: Any.Type) {
    equatable = type as? any Equatable.Type
    hashable = type as? any Hashable.Type
  }

  var isHashable: Bool { hashable != nil }

  func areEqual<Value>(_ left: Value, _ right: Value) -> Bool {
    // `Known` is `Value`: the casts copy, and cannot fail.
    func open<Known: Equatable>(_: Known.Type) -> Bool { (left as! Known) == (right as! Known) }
    return equatable.map { open($0) } ?? isSameArgument(left, right)
  }

  func hash<Value>(_ value: Value) -> Int {
    func open<Known: Hashable>(_: Known.Type) -> Int { (value as! Known).hashValue }
    if let hashable { return open(hashable) }
    if equatable != nil { return 0 }
    // Except in a subclass, an object has no `==` that its class lacks, and the search takes long.
    if Value.self is AnyClass, type(of: value) == Value.self, let object = reference(in: value) {
      return ObjectIdentifier(object).hashValue
    }
    return hashOfArgument(value)
  }
}
