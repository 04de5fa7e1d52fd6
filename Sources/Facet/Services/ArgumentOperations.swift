/// What the resolution does with arguments of types that only the registration knew.
struct ArgumentOperations: Sendable {
  /// The tuple of the arguments.
  let type: Any.Type
  private let compare: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool

  init<each Argument>(_ signature: Signature<repeat each Argument>.Type) {
    type = (repeat each Argument).self
    compare = { left, right in
      let left = left.assumingMemoryBound(to: (repeat each Argument).self).pointee
      let right = right.assumingMemoryBound(to: (repeat each Argument).self).pointee
      for (one, other) in repeat (each left, each right) {
        guard isEqual(one, other) else { return false }
      }
      return true
    }
  }

  /// Whether two lists of arguments are the same.
  func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    left == right || compare(left, right)
  }
}

/// By `==` where there is one, by identity for objects, else by the bytes.
private func isEqual<Value>(_ left: Value, _ right: Value) -> Bool {
  let isSame = withUnsafeBytes(of: left) { left in
    withUnsafeBytes(of: right) { right in left.elementsEqual(right) }
  }
  if isSame { return true }
  func open<Known: Equatable>(_ known: Known) -> Bool { (right as? Known).map { known == $0 } ?? false }
  guard let known = left as? any Equatable else { return false }
  return open(known)
}
