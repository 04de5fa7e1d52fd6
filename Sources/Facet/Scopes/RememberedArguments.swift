/// Arguments of an ended cycle, which must not keep alive what the cycle was asked with.
///
/// Objects are remembered weakly, and values as they are if they hold no object. Of any other value nothing can be
/// remembered: what was built with it is not found again.
struct RememberedArguments: Sendable {
  private let arguments: [Argument]

  private enum Argument: @unchecked Sendable {
    // Unchecked: arguments go where the factory goes, which may be any thread.
    case value(Any)
    case object(Weak)
  }

  private struct Weak {
    weak var object: AnyObject?
  }

  /// Remembers arguments; `nil` if that would keep something alive.
  init?(_ arguments: [Any]) {
    var remembered: [Argument] = []
    for argument in arguments {
      if let object = reference(in: argument) {
        remembered.append(.object(Weak(object: object)))
      } else if holdsObject(argument) {
        return nil
      } else {
        remembered.append(.value(argument))
      }
    }
    self.arguments = remembered
  }

  /// Whether these are the same arguments. Runs `==` of the arguments, which is user code.
  func areEqual(to others: [Any]) -> Bool {
    arguments.count == others.count
      && zip(arguments, others).allSatisfy { argument, other in
        switch argument {
        case .value(let value): isSameArgument(value, other)
        case .object(let weak): weak.object.map { isSameArgument($0 as Any, other) } ?? false
        }
      }
  }
}

/// Whether an object that somebody could miss may be alive because of a value.
private func holdsObject(_ value: Any) -> Bool {
  func open<Value>(_ value: Value) -> Bool {
    if _isPOD(Value.self) || value is String || value is Substring || value is Character { return false }
    let mirror = Mirror(reflecting: value)
    // Of closures and the like nothing is known.
    guard mirror.displayStyle != .class, mirror.displayStyle != nil else { return true }
    if let collection = value as? any Collection, collection.isEmpty { return false }
    if mirror.displayStyle == .optional, mirror.children.isEmpty { return false }
    return mirror.children.isEmpty || mirror.children.contains { holdsObject($0.value) }
  }
  return _openExistential(value, do: open)
}
