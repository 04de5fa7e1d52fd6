/// A copy of arguments, to compare with others and to resolve with later.
@usableFromInline
package class KeptArguments: Opaque, @unchecked Sendable {
  // Unchecked: the arguments never change, and go where the factory goes.
  fileprivate init() {}

  package func withArguments<Result, Failure: Error>(
    _ body: (Arguments) throws(Failure) -> Result
  ) throws(Failure) -> Result { fatalError("A copy has arguments") }

  @usableFromInline
  package static func keeping<each Argument>(_ arguments: repeat each Argument) -> KeptArguments {
    Arguments.with(repeat each arguments) { $0.copy() }
  }
  /// A copy of arguments; `nil` if there are none.
  package static func keep(_ arguments: Arguments) -> KeptArguments? {
    arguments.isNone ? nil : arguments.copy()
  }
}

final class ArgumentTuple<Tuple>: KeptArguments, @unchecked Sendable {
  private let tuple: Tuple
  private let reader: ArgumentReader

  init(_ tuple: Tuple, readBy reader: ArgumentReader) {
    self.tuple = tuple
    self.reader = reader
  }
  override func withArguments<Result, Failure: Error>(
    _ body: (Arguments) throws(Failure) -> Result
  ) throws(Failure) -> Result { try Arguments.with(tuple, readBy: reader, body) }
}

extension KeptArguments {
  func compare(_ other: Arguments) -> Comparison { withArguments { $0.compare(other) } }
  package func isSame(as other: KeptArguments) -> Bool { other.withArguments { compare($0) == .same } }
  package var values: [Any] { withArguments { $0.values } }
  /// The types of arguments that do not even equal themselves, because they are or have closures.
  var incomparableTypes: [Any.Type] {
    withArguments { $0.incomparableTypes }
  }

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

extension KeptArguments {
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
