/// Whether two arguments of one static type are the same.
///
/// By `==`, if what they hold has one; else objects by identity, and values part by part. Padding and unused bytes never
/// count. Where it cannot be known, the answer is no: two instances instead of a wrong one.
func isSameArgument<Value>(_ left: Value, _ right: Value) -> Bool {
  isSame(left as Any, right as Any)
}

/// A number that the same arguments have in common: `isSameArgument` compares every two that have it.
func hashOfArgument(_ value: Any) -> Int {
  func open<Known>(_ value: Known) -> Int {
    if let value = value as? any Hashable { return value.hashValue }
    if value is any Equatable { return 0 }
    if type(of: value) is AnyClass { return ObjectIdentifier(value as AnyObject).hashValue }
    guard !(value is any CustomReflectable), Mirror(reflecting: value).displayStyle == nil else { return 0 }
    // A closure, most of all.
    return withUnsafeBytes(of: value) { $0.reduce(0) { $0 &* 31 &+ Int($1) } }
  }
  return _openExistential(value, do: open)
}

private func isSame(_ left: Any, _ right: Any) -> Bool {
  // Opens what is left of a protocol type: only then is the type that of the value itself.
  func open<Known>(_ left: Known) -> Bool {
    guard type(of: left as Any) == type(of: right), let right = right as? Known else { return false }
    if let left = left as? any Equatable { return isEqual(left, right) }
    if type(of: left) is AnyClass { return left as AnyObject === right as AnyObject }
    return haveSameParts(left, right)
  }
  return _openExistential(left, do: open)
}

private func isEqual<Known: Equatable>(_ left: Known, _ right: Any) -> Bool {
  left == right as? Known
}

/// Whether two values without `==` hold the same.
private func haveSameParts<Value>(_ left: Value, _ right: Value) -> Bool {
  // What describes itself may hide a part of it.
  guard !(left is any CustomReflectable) else { return haveSameBytes(left, right) }
  let (leftParts, rightParts) = (Mirror(reflecting: left).children, Mirror(reflecting: right).children)
  // Nothing is known of closures, metatypes, and cases without a payload.
  guard !leftParts.isEmpty else { return rightParts.isEmpty && haveSameBytes(left, right) }
  return leftParts.count == rightParts.count
    && zip(leftParts, rightParts).allSatisfy { $0.label == $1.label && isSame($0.value, $1.value) }
}

private func haveSameBytes<Value>(_ left: Value, _ right: Value) -> Bool {
  withUnsafeBytes(of: left) { left in withUnsafeBytes(of: right) { left.elementsEqual($0) } }
}
