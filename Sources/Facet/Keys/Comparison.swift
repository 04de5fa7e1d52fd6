/// How arguments stand to others of the same types.
@usableFromInline
package enum Comparison {
  case same, different, unknown

  /// Objects of different classes may be equal by the class that they are passed as.
  static func compareAsPassed<Argument>(_ left: Argument, _ right: Argument) -> Comparison {
    guard Argument.self is AnyClass, let known = Argument.self as? any Equatable.Type else {
      return compare(left, right)
    }
    let isSame = reference(in: left) === reference(in: right) || isEqual(left, right, as: known)
    return isSame ? .same : .different
  }
  private static func isEqual<Known: Equatable>(_ left: Any, _ right: Any, as _: Known.Type) -> Bool {
    left as? Known == right as? Known
  }
  /// Equal, or the same object; without `==`, equal in all parts.
  ///
  /// A closure cannot be compared, and neither can a value that hides its parts.
  static func compare(_ left: Any, _ right: Any, depth: Int = 0) -> Comparison {
    guard type(of: left) == type(of: right) else { return .different }
    let object = reference(in: left)
    if let object, object === reference(in: right) { return .same }
    if object == nil, let left = left as? any AnyOptional, let right = right as? any AnyOptional {
      switch (left.wrappedValue, right.wrappedValue) {
      case (nil, nil): return .same
      case (let left?, let right?): return compare(left, right, depth: depth)
      default: return .different
      }
    }
    if let left = left as? any Equatable { return isEqual(left, right) ? .same : .different }
    if object != nil { return .different }
    if let type = left as? Any.Type { return type == right as? Any.Type ? .same : .different }
    return compareParts(left, right, depth: depth)
  }
  private static func compareParts(_ left: Any, _ right: Any, depth: Int) -> Comparison {
    let pairs: [(Any, Any)]
    if let dictionary = left as? any KeyedValues {
      guard let values = dictionary.values(beside: right) else { return .different }
      pairs = values
    } else {
      guard let all = Parts(left, depth: depth), let others = Parts(right, depth: depth) else {
        return .unknown
      }
      if all.isCase, others.isCase { return haveSameBytes(left, right) ? .same : .different }
      guard all.name == others.name, all.values.count == others.values.count else { return .different }
      pairs = Array(zip(all.values, others.values))
    }
    var result = Comparison.same
    for (left, right) in pairs {
      switch compare(left, right, depth: depth + 1) {
      case .same: break
      case .different: return .different
      case .unknown: result = .unknown
      }
    }
    return result
  }
  private static func isEqual<Known: Equatable>(_ left: Known, _ right: Any) -> Bool {
    (right as? Known) == left
  }
}
