/// Equal bytes of one type are one value.
///
/// The reverse is not promised: then the values count as different.
func haveSameBytes(_ left: Any, _ right: Any) -> Bool {
  func compare<Value>(_: Value.Type) -> Bool {
    guard let left = left as? Value, let right = right as? Value else { return false }
    return unsafe withUnsafeBytes(of: left) { left in
      unsafe withUnsafeBytes(of: right) { right in unsafe left.elementsEqual(right) }
    }
  }
  let type: Any.Type = Swift.type(of: left)
  return compare(type)
}
