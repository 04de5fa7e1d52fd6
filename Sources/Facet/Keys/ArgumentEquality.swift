/// Whether two arguments are equal whose static type has no `==`: a protocol or an optional may contain a value that has one.
///
/// An object is equal to itself, and an `Equatable` value is equal by `==` to a value of its type. A `nil` is equal to a `nil`, and
/// anything else to nothing. So a cycle may get two instances for one closure, but never one for two.
func isSameArgument(_ left: Any, _ right: Any) -> Bool {
  guard type(of: left) == type(of: right) else { return false }
  let object = reference(in: left)
  if let object, object === reference(in: right) { return true }
  if object == nil, let left = left as? any OptionalArgument, let right = right as? any OptionalArgument {
    guard let left = left.wrapped, let right = right.wrapped else { return left.isNil && right.isNil }
    return isSameArgument(left, right)
  }
  return (left as? any Equatable).map { isEqual($0, right) } ?? false
}

private func isEqual<Known: Equatable>(_ left: Known, _ right: Any) -> Bool {
  (right as? Known).map { left == $0 } ?? false
}

/// A hash that equal arguments share.
func hashOfArgument(_ argument: Any) -> Int {
  guard let value = unwrapped(argument) else { return 0 }
  if let value = value as? any Hashable { return value.hashValue }
  if value is any Equatable { return 0 }
  return reference(in: value).map { ObjectIdentifier($0).hashValue } ?? 0
}

/// The value in an argument that may be an optional, even a nested one; `nil` if there is none.
func unwrapped(_ argument: Any) -> Any? {
  guard let optional = argument as? any OptionalArgument else { return argument }
  return optional.wrapped.flatMap(unwrapped)
}

private protocol OptionalArgument {
  var wrapped: Any? { get }
}

extension OptionalArgument {
  fileprivate var isNil: Bool { wrapped == nil }
}

extension Optional: OptionalArgument {
  fileprivate var wrapped: Any? { map { $0 } }
}
