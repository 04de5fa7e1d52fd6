extension Initializer {
  /// The initializer in words, such as `PetOwner.init(Animal, Clock?)`.
  ///
  /// If the service is a protocol, the type of the initializer is unknown.
  func text(_ names: TypeNames) -> String {
    let parameters = "(\(parameterTypes.map(names.name).joined(separator: ", ")))"
    let name = names.name(serviceType)
    return TypeNames.isProtocol(serviceType) ? "init\(parameters) as \(name)" : "\(name).init\(parameters)"
  }
}

/// The reason why a type cannot be an argument of an initializer, and how to fix it.
struct ArgumentProblem {
  fileprivate let fact: String
  fileprivate let remedy: String

  /// `nil` if there is no problem.
  init?(of type: Any.Type, in arguments: [Any.Type], _ initializer: Initializer) {
    let isNamedTwice = arguments.count { $0 == type } > 1
    let parameters = initializer.parameterTypes.count { $0 == type }
    if parameters == 1, !isNamedTwice { return nil }
    remedy =
      isNamedTwice || parameters > 1
      ? "Give each of them a type of its own."
      : "Name the type of a parameter, exactly as the initializer has it."
    fact =
      isNamedTwice
      ? "two arguments are of the type"
      : "\(parameters == 0 ? "no parameter is" : "several parameters are") of the argument type"
  }
}

/// The text for an argument that does not fit an initializer.
func unfitArgument(_ type: Any.Type, _ problem: ArgumentProblem, of initializer: Initializer) -> String {
  let names = TypeNames(of: [], initializer.types + [type])
  let service = names.name(initializer.serviceType)
  return Message(
    headline:
      "Precondition failed: Cannot autoregister \(service): \(problem.fact) '\(names.name(type))'",
    facts: [("Initializer:", initializer.text(names))],
    remedies: [
      problem.remedy,
      "Register '\(service)' by a factory that takes the arguments and calls the initializer.",
    ]
  ).text
}
