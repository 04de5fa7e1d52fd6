/// A copy of arguments, to compare with others and to resolve with later.
@usableFromInline
package class KeptArguments: Opaque, @unchecked Sendable {
  // Unchecked: the arguments never change, and go where the factory goes.
  fileprivate init() {}

  /// How arguments stand to others of the same types.
  enum Comparison { case same, different, unknown }

  func compare(_ other: Arguments) -> Comparison { .unknown }
  package func withArguments<Result, Failure: Error>(
    _ body: (Arguments) throws(Failure) -> Result
  ) throws(Failure) -> Result { fatalError("A copy has arguments") }
  package func isSame(as other: KeptArguments) -> Bool { other.withArguments { compare($0) == .same } }
  package var values: [Any] { [] }
  /// The types of those that equal nothing, not even themselves, because they are or have closures.
  var incomparableTypes: [Any.Type] { [] }

  @usableFromInline
  package static func keeping<each Argument>(_ arguments: repeat each Argument) -> KeptArguments {
    ArgumentTuple<repeat each Argument>(repeat each arguments)
  }
}

extension KeptArguments {
  /// The arguments of a copy; none for none.
  @usableFromInline
  static func tuple<Tuple>(_ arguments: KeptArguments?, _ type: Tuple.Type) -> Tuple {
    arguments.with { $0.tuple(type) }
  }
}

extension Optional<KeptArguments> {
  /// Calls `body` with the arguments, or with none.
  package func with<Result, Failure: Error>(
    _ body: (Arguments) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let self else { return try body(.none) }
    return try self.withArguments(body)
  }
}

final class ArgumentTuple<each Argument>: KeptArguments, @unchecked Sendable {
  private let tuple: (repeat each Argument)

  init(_ arguments: Arguments) { tuple = arguments.tuple((repeat each Argument).self) }
  init(_ arguments: repeat each Argument) { tuple = (repeat each arguments) }

  override func compare(_ other: Arguments) -> Comparison {
    let others = other.tuple((repeat each Argument).self)
    var result = Comparison.same
    for (mine, other) in repeat (each tuple, each others) {
      switch KeptArguments.compareAsPassed(mine, other) {
      case .same: break
      case .different: return .different
      case .unknown: result = .unknown
      }
    }
    return result
  }
  override func withArguments<Result, Failure: Error>(
    _ body: (Arguments) throws(Failure) -> Result
  ) throws(Failure) -> Result { try Arguments.with(tuple, body) }

  override var values: [Any] {
    var values: [Any] = []
    repeat values.append(each tuple)
    return values
  }
  override var incomparableTypes: [Any.Type] {
    var types: [Any.Type] = []
    for (value, type) in repeat (each tuple, (each Argument).self) {
      if KeptArguments.compare(value, value) == .unknown { types.append(type) }
    }
    return types
  }
}

extension KeptArguments {
  /// Objects of different classes may be equal by the class that they are passed as.
  fileprivate static func compareAsPassed<Argument>(_ left: Argument, _ right: Argument) -> Comparison {
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
  /// A closure cannot be compared, nor what hides its parts.
  fileprivate static func compare(_ left: Any, _ right: Any, depth: Int = 0) -> Comparison {
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

  /// The hash of the values, if each is `Hashable` or `nil`.
  var hash: Int? {
    var hasher = Hasher()
    for value in values {
      if let value = value as? AnyHashable {
        hasher.combine(value)
      } else if unwrapped(value) != nil {
        return nil
      }
    }
    return hasher.finalize()
  }
}
