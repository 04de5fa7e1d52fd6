/// An initializer that was registered, as messages name it.
package struct Initializer: @unchecked Sendable {
  // Unchecked for the metatypes, which never change.
  let serviceType: Any.Type
  let parameterTypes: [Any.Type]

  var types: [Any.Type] { [serviceType] + parameterTypes }

  /// The initializer in words, such as `PetOwner.init(Animal, Clock?)`.
  ///
  /// For a service that is a protocol, nobody knows the type that the initializer belongs to.
  func text(_ names: TypeNames) -> String {
    let parameters = "(\(parameterTypes.map(names.name).joined(separator: ", ")))"
    let name = names.name(serviceType)
    return TypeNames.isProtocol(serviceType) ? "init\(parameters) as \(name)" : "\(name).init\(parameters)"
  }
}

/// Why a type cannot be an argument of an initializer.
enum ArgumentProblem {
  case noParameter, severalParameters, namedTwice

  /// `nil` if there is no problem.
  init?(of type: Any.Type, in arguments: [Any.Type], _ initializer: Initializer) {
    if arguments.count(where: { $0 == type }) > 1 {
      self = .namedTwice
      return
    }
    switch initializer.parameterTypes.count(where: { $0 == type }) {
    case 0: self = .noParameter
    case 1: return nil
    default: self = .severalParameters
    }
  }
}

/// The text for an argument that does not fit an initializer.
func unfitArgument(_ type: Any.Type, _ problem: ArgumentProblem, of initializer: Initializer) -> String {
  let names = TypeNames(of: [], initializer.types + [type])
  let (service, argument) = (names.name(initializer.serviceType), names.name(type))
  let (fact, remedy) =
    switch problem {
    case .noParameter:
      (
        "no parameter is of the argument type",
        "Name the type of a parameter, exactly as the initializer has it."
      )
    case .severalParameters:
      ("several parameters are of the argument type", "Give each of them a type of its own.")
    case .namedTwice: ("two arguments are of the type", "Give each of them a type of its own.")
    }
  return Message(
    headline:
      "Precondition failed: Cannot autoregister \(service): \(fact) '\(argument)'",
    facts: [("Initializer:", initializer.text(names))],
    remedies: [
      remedy, "Register '\(service)' by a factory that takes the arguments and calls the initializer.",
    ]
  ).text
}
