/// The arguments of a service of an ended cycle, which keep nothing alive.
///
/// Objects are remembered weakly. Values that hold no object are remembered as they are. Other values cannot be
/// remembered, so what was built with them is not found again, unless the cycle is one that holds them until its end.
struct RememberedArguments: @unchecked Sendable {
  // Unchecked: the caller of a resolve lets its arguments be used on any thread.

  /// The arguments, with a `WeakReference` for each object, and for each value that the cycle holds.
  private let arguments: [Any]
  /// What the cycle has to hold, so that they are found.
  private(set) var held: [AnyObject] = []

  /// Remembers arguments; `nil` if that would keep an object alive, and the cycle holds none.
  ///
  /// Calls `customMirror` of arguments, which is user code.
  init?(_ arguments: [Any], mayHold: Bool = false) {
    var remembered: [Any] = []
    for argument in arguments {
      var object = reference(in: argument)
      if object == nil, holdsObject(argument) {
        if !mayHold { return nil }
        object = HeldArgument(argument)
      }
      if mayHold, let object { held.append(object) }
      remembered.append(object.map { WeakReference($0) } ?? argument)
    }
    self.arguments = remembered
  }

  /// The same, held by nobody.
  var weakly: RememberedArguments {
    var copy = self
    copy.held = []
    return copy
  }

  /// Whether other arguments are equal to these.
  ///
  /// Calls `==` of the arguments, which is user code.
  func areEqual(to others: [Any]) -> Bool {
    guard arguments.count == others.count else { return false }
    for (argument, other) in zip(arguments, others) {
      var argument = argument
      if let weak = argument as? WeakReference {
        guard let object = weak.object else { return false }
        argument = (object as? HeldArgument)?.argument ?? object
      }
      guard isSameArgument(argument, other) else { return false }
    }
    return true
  }
}

/// An argument that holds objects.
private final class HeldArgument {
  let argument: Any

  init(_ argument: Any) { self.argument = argument }
}

/// Whether a value may keep an object alive.
private func holdsObject(_ value: Any) -> Bool {
  if isTrivial(type(of: value)) || value is String || value is Substring || value is Character {
    return false
  }
  let mirror = Mirror(reflecting: value)
  // Closures and the like show nothing of what they hold.
  guard let style = mirror.displayStyle, style != .class else { return true }
  if let collection = value as? any Collection, collection.isEmpty { return false }
  if mirror.children.isEmpty { return style != .optional }
  for child in mirror.children where holdsObject(child.value) { return true }
  return false
}

private func isTrivial(_ type: Any.Type) -> Bool {
  func open<Value>(_: Value.Type) -> Bool { _isPOD(Value.self) }
  return open(type)
}
