/// What the engine does with arguments whose types only the registration and the resolve know.
///
/// Made once for each registration that takes arguments, so that a resolve looks for no conformance.
struct ArgumentOperations: @unchecked Sendable {
  // Unchecked for the metatype, which nothing changes.

  /// The metatype of the ``Signature``.
  let list: any ArgumentList.Type
  private let traits: [ArgumentTraits]

  init(_ list: any ArgumentList.Type) {
    self.list = list
    traits = list.traits
  }

  /// Whether two lists are the same. Runs `==` of the arguments, which is user code.
  func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    left == right || list.areEqual(left, right, traits)
  }

  /// A number that equal lists have in common. Runs `hash(into:)` of the arguments, which is user code.
  func hash(_ arguments: UnsafeRawPointer) -> UInt { list.hash(arguments, traits) }

  /// The arguments one by one.
  func values(_ arguments: UnsafeRawPointer) -> [Any] { list.values(arguments) }

  func copy(_ arguments: UnsafeRawPointer) -> ArgumentCopy {
    ArgumentCopy(list.tupleType, from: arguments)
  }
}

/// A ``Signature``, seen without its types.
protocol ArgumentList {
  static var types: [Any.Type] { get }
  static var tupleType: Any.Type { get }
  static var traits: [ArgumentTraits] { get }
  static func areEqual(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ traits: [ArgumentTraits]
  ) -> Bool
  static func hash(_ arguments: UnsafeRawPointer, _ traits: [ArgumentTraits]) -> UInt
  static func values(_ arguments: UnsafeRawPointer) -> [Any]
}

/// What one argument type can do.
struct ArgumentTraits: @unchecked Sendable {
  // Unchecked for the metatypes, which nothing changes.
  private let equatable: (any Equatable.Type)?
  private let hashable: (any Hashable.Type)?

  init(of type: Any.Type) {
    equatable = type as? any Equatable.Type
    hashable = type as? any Hashable.Type
  }

  func areEqual<Value>(_ left: Value, _ right: Value) -> Bool {
    // `Known` is `Value` under another name.
    func open<Known: Equatable>(_: Known.Type) -> Bool {
      unsafeBitCast(left, to: Known.self) == unsafeBitCast(right, to: Known.self)
    }
    return equatable.map { open($0) } ?? isSameArgument(left, right)
  }

  func hash<Value>(_ value: Value) -> Int {
    func open<Known: Hashable>(_: Known.Type) -> Int { unsafeBitCast(value, to: Known.self).hashValue }
    return hashable.map { open($0) } ?? (equatable == nil ? hashOfArgument(value) : 0)
  }
}
