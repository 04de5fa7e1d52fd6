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

/// Why a type cannot be an argument of an initializer, and how to mend it; `nil` if it can.
func unfitArgument(_ type: Any.Type, in arguments: [Any.Type], of initializer: Initializer) -> String? {
  let isNamedTwice = arguments.count { $0 == type } > 1
  let parameters = initializer.parameterTypes.count { $0 == type }
  if parameters == 1, !isNamedTwice { return nil }
  let names = TypeNames(of: [], initializer.types + [type])
  let service = names.name(initializer.serviceType)
  let fact =
    isNamedTwice
    ? "two arguments are of the type"
    : "\(parameters == 0 ? "no parameter is" : "several parameters are") of the argument type"
  return Message(
    headline: "Precondition failed: Cannot autoregister \(service): \(fact) '\(names.name(type))'",
    facts: [("Initializer:", initializer.text(names))],
    remedies: [
      isNamedTwice || parameters > 1
        ? "Give each of them a type of its own."
        : "Name the type of a parameter, exactly as the initializer has it.",
      "Register '\(service)' by a factory that takes the arguments and calls the initializer.",
    ]
  ).text
}
