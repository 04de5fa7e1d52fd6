/// The arguments of a service of a finished cycle.
///
/// Objects are remembered weakly. Other values are remembered themselves if they are `Equatable`. Anything else equals nothing, so a service
/// that was built with it is not found again.
struct RememberedArguments: @unchecked Sendable {
  // Unchecked: the caller of a resolve lets its arguments be used on any thread.

  private enum Argument {
    case object(WeakReference)
    case value(Any)
  }

  private let arguments: [Argument]

  /// Remembers arguments; `nil` if one of them equals nothing.
  init?(_ arguments: [Any]) {
    var remembered: [Argument] = []
    for argument in arguments {
      let value = unwrapped(argument)
      if let object = reference(in: value) {
        remembered.append(.object(WeakReference(object)))
      } else if value.map({ $0 is any Equatable }) ?? true {
        remembered.append(.value(argument))
      } else {
        return nil
      }
    }
    self.arguments = remembered
  }

  /// Whether other arguments are equal to these.
  ///
  /// Calls `==` of the arguments, which is user code.
  func areEqual(to others: [Any]) -> Bool {
    guard arguments.count == others.count else { return false }
    return zip(arguments, others).allSatisfy { argument, other in
      switch argument {
      case .value(let value): isSameArgument(value, other)
      case .object(let reference):
        if let object = reference.object, let other = unwrapped(other) {
          isSameArgument(object, other)
        } else {
          false
        }
      }
    }
  }
}
