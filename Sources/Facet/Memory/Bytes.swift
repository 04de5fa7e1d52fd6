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

/// The value of a type that has no bytes.
func valueWithoutBytes<Value>(of _: Value.Type) -> Value {
  precondition(MemoryLayout<Value>.size == 0, "A value of this type has bytes")
  return unsafe withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { nothing in
    unsafe nothing.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: Value.self).pointee
  }
}
