/// Compares, hashes and copies arguments whose types only the registration and the resolve know.
///
/// Each registration that takes arguments makes one, so a resolve does not search for conformances. An object, so that the others have one word
/// for it.
package final class ArgumentOperations: @unchecked Sendable {
  // Unchecked for the metatype, which never changes.

  /// The metatype of the ``Signature``.
  let list: any ArgumentList.Type
  private let traits: [ArgumentTraits]

  init(_ list: any ArgumentList.Type) {
    self.list = list
    traits = list.traits
  }

  /// The addresses of up to ``ArgumentAddresses/limit`` arguments.
  @inline(__always)
  func addresses(of arguments: UnsafeRawPointer) -> ArgumentAddresses {
    var addresses = ArgumentAddresses(arguments)
    if traits.count == 1 { return addresses }
    addresses.second = arguments + traits[1].offset
    if traits.count > 2 { addresses.third = arguments + traits[2].offset }
    if traits.count > 3 { addresses.fourth = arguments + traits[3].offset }
    return addresses
  }

  /// Whether two lists are equal.
  ///
  /// Calls `==` of the arguments, which is user code.
  package func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    left == right || list.areEqual(left, right, traits)
  }

  /// Whether a list is equal to itself: one with a `nan` is not.
  ///
  /// Calls `==` of the arguments, which is user code.
  func isEqualToItself(_ arguments: UnsafeRawPointer) -> Bool { list.areEqual(arguments, arguments, traits) }

  /// A hash: equal lists have the same.
  ///
  /// Calls `hash(into:)` of the arguments, which is user code.
  func hash(_ arguments: UnsafeRawPointer) -> UInt { list.hash(arguments, traits) }

  /// Whether each argument is of a type that is `Hashable`.
  ///
  /// Not stored: a larger recipe would make every registration slower.
  var isHashable: Bool { traits.allSatisfy(\.isHashable) }

  /// The types of the arguments that are not `Hashable`.
  var unhashableTypes: [Any.Type] {
    zip(list.types, traits).filter { !$1.isHashable }.map(\.0)
  }

  /// The arguments one by one.
  func values(_ arguments: UnsafeRawPointer) -> [Any] { list.values(arguments) }

  package func copy(_ arguments: UnsafeRawPointer) -> ArgumentCopy {
    ArgumentCopy(list.tupleType, from: arguments)
  }
}

/// An array of the addresses of arguments, in the frame of the caller.
@usableFromInline
package struct ArgumentAddresses {
  let first: UnsafeRawPointer
  fileprivate(set) var second: UnsafeRawPointer
  fileprivate(set) var third: UnsafeRawPointer
  fileprivate(set) var fourth: UnsafeRawPointer

  @_alwaysEmitIntoClient
  static var limit: Int { 4 }

  init(_ first: UnsafeRawPointer) {
    (self.first, second, third, fourth) = (first, first, first, first)
  }
}

/// A ``Signature`` whose types are not known to the caller.
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
  // Unchecked for the metatypes, which never change.
  private let equatable: (any Equatable.Type)?
  private let hashable: (any Hashable.Type)?

  /// Where the argument begins, from the first.
  let offset: Int

  init(of type: Any.Type, offset: Int) {
    self.offset = offset
    equatable = type as? any Equatable.Type
    hashable = type as? any Hashable.Type
  }

  var isHashable: Bool { hashable != nil }

  func areEqual<Value>(_ left: Value, _ right: Value) -> Bool {
    // `Known` and `Value` are the same type.
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

// MARK: - Comparison

/// Whether two arguments of one static type are equal.
///
/// Compares by `==` if the value has it, objects by identity, and other values part by part, without padding. Values that
/// show no parts, such as closures and types with a mirror of their own, are compared by their bytes. If it cannot be
/// known, the result is false: the cycle gets two instances, and not a wrong one.
func isSameArgument<Value>(_ left: Value, _ right: Value) -> Bool {
  isSame(left as Any, right as Any)
}

private func isSame(_ left: Any, _ right: Any) -> Bool {
  let (left, right) = (flattened(left), flattened(right))
  guard type(of: left) == type(of: right) else { return false }
  if let left = left as? any Equatable { return isEqual(left, right) }
  if let object = reference(in: left) { return object === reference(in: right) }
  return haveSameParts(left, right)
}

/// A number that equal arguments have in common: `isSameArgument` compares only those that share it.
func hashOfArgument(_ value: Any) -> Int {
  let value = flattened(value)
  if let value = value as? any Hashable { return value.hashValue }
  if value is any Equatable { return 0 }
  if let object = reference(in: value) { return ObjectIdentifier(object).hashValue }
  guard !(value is any CustomReflectable), Mirror(reflecting: value).displayStyle == nil else { return 0 }
  // A closure, most of all.
  func open<Known>(_ value: Known) -> Int {
    withUnsafeBytes(of: value) { $0.reduce(0) { $0 &* 31 &+ Int($1) } }
  }
  return _openExistential(value, do: open)
}

/// The value itself, where `Any` holds a value of protocol type in turn.
private func flattened(_ value: Any) -> Any {
  // A dynamic cast looks into the value; a conversion would not.
  func cast<Target>(_ value: Any, to _: Target.Type) -> Target? { value as? Target }
  return cast(value, to: Any.self) ?? value
}

private func isEqual<Known: Equatable>(_ left: Known, _ right: Any) -> Bool {
  left == right as? Known
}

/// Whether two values of one type without `==` have equal parts.
private func haveSameParts(_ left: Any, _ right: Any) -> Bool {
  guard showsAllParts(left) else { return haveSameBytes(left, right) }
  let (leftParts, rightParts) = (Mirror(reflecting: left).children, Mirror(reflecting: right).children)
  // Closures, metatypes and cases without a payload have no parts.
  guard !leftParts.isEmpty else { return rightParts.isEmpty && haveSameBytes(left, right) }
  guard leftParts.count == rightParts.count else { return false }
  for (left, right) in zip(leftParts, rightParts) {
    guard left.label == right.label, isSame(left.value, right.value) else { return false }
  }
  return true
}

/// Whether the mirror of a value has everything: one of the user's own may leave parts out.
private func showsAllParts(_ value: Any) -> Bool {
  !(value is any CustomReflectable) || String(reflecting: type(of: value)).hasPrefix("Swift.")
}

private func haveSameBytes(_ left: Any, _ right: Any) -> Bool {
  func open<Known>(_ left: Known) -> Bool {
    guard let right = right as? Known else { return false }
    return withUnsafeBytes(of: left) { left in withUnsafeBytes(of: right) { left.elementsEqual($0) } }
  }
  return _openExistential(left, do: open)
}
