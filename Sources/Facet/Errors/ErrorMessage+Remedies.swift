/// What to do about a failure.
extension ErrorMessage {
  /// One line for each remedy.
  package var remedies: String {
    switch error.code {
    case .notRegistered: missingRemedies
    case .loop:
      """
        • Set one of the dependencies in initCompleted, where it is found half-built.
        • \(deferral)
      """
    case .factoryFailed:
      """
        • Fix what the \(failingPart) reports.
        • Catch the error in the \(failingPart).
      """
    case .tooDeep:
      """
        • End the recursion: every service on the path needs the next one.
        • \(deferral)\(error.isAwaited ? "" : "\n  • Resolve on a thread with a larger stack.")
      """
    case .containerGone:
      """
        • Keep the container as long as what was resolved from it is used.
        • Use it once while the container is there: the instance is kept.
      """
    case .containerClosed:
      """
        • Close the container when nothing uses it any more.
        • Make a new one: a container that was closed stays so.
      """
    case .needsAwait:
      """
        • Await it: try await container.requireAsync(\(metatype)\(nameArgument)\(givenArguments))
        • Await it first, if its scope shares it: from then on it is there at once.\(dependentRemedy)
      """
    case .cancelled:
      """
        • Resolve it in a task that is not cancelled: the build went on.
      """
    case .wrongActor:
      """
        • Resolve it on \(error.isolation.map { names.name($0.actorType) } ?? "").
        • Await it, from anywhere: try await container.requireAsync(\(metatype)\(nameArgument)\(givenArguments))
        • \(independence)
      """
    }
  }

  private var deferral: String {
    let prefix = error.isAwaited ? "Async" : ""
    return "Ask for \(prefix)Lazy<\(service)> or \(prefix)Provider<\(service)> in one of the factories."
  }

  private var failingPart: String { error.decorator == nil ? "factory" : "decorator" }

  private var missingRemedies: String {
    if error.key.serviceType == GraphIdentifier.self {
      return "  • Resolve it in a factory, or within withObjectGraph: elsewhere there is no cycle."
    }
    var (hasOtherArguments, hasOtherName, hasOtherOption) = (false, false, false)
    var (isInChild, hasOptional, hasNamesake, hasSubtype) = (false, false, false, false)
    for near in nearMisses {
      if near.key.serviceType != error.key.serviceType {
        if typeName(near.key.serviceType) == typeName(error.key.serviceType) {
          hasNamesake = true
        } else if near.key.serviceType == optionalType(of: error.key.serviceType) {
          hasOptional = true
        } else {
          hasSubtype = true
        }
      } else if near.isInChild {
        isInChild = true
      } else {
        if near.key.signature != error.key.signature { hasOtherArguments = true }
        if near.key.name != error.key.name { hasOtherName = true }
        if near.key.optionBox != error.key.optionBox { hasOtherOption = true }
      }
    }
    var remedies = ""
    if hasOtherArguments { remedies += "  • Pass the argument types of a registration above.\n" }
    if hasOtherName { remedies += "  • Ask for the name of a registration above.\n" }
    if hasOtherOption { remedies += "  • Ask for the option of a registration above.\n" }
    if isInChild { remedies += childRemedy }
    if hasOptional { remedies += "  • Unwrap what the factory of a registration above makes.\n" }
    if hasNamesake { remedies += "  • Ask for the type of a registration above.\n" }
    if hasSubtype {
      remedies += "  • Forward a registration above: .implements(\(metatype)\(nameArgument))\n"
    }
    let container =
      error.isOfMain ? " with the main container, which was asked: Container.main" : ": container"
    return "\(remedies)  • Register it\(container).\(registration)"
  }

  /// The service that needs it, in quotes; `nil` if it was asked for by itself.
  private var dependent: String? {
    error.path.count > 1 ? names.text(for: error.path[error.path.count - 2]) : nil
  }

  /// What to do if a child container has it.
  private var childRemedy: String {
    guard let dependent else {
      return "  • Resolve it from the child container, or register it in this one.\n"
    }
    return """
        • Resolve \(dependent) from the child container. If it is shared, register it there, too: who has it builds it.

      """
  }

  /// What to do about the service that needs it.
  private var dependentRemedy: String {
    guard let dependent else { return "" }
    return "\n  • Give \(dependent) an asynchronous factory, and await it there."
  }

  /// What to do if no actor is needed.
  private var independence: String {
    let part = error.isolation?.part
    let way = part == nil ? "register it by container.registerNonisolated, or" : "write it"
    return "If its \(part ?? "factory") needs no actor, \(way) in a nonisolated function."
  }

  private var givenArguments: String {
    let places = error.key.argumentTypes.map { _ in "…" }
    return places.isEmpty
      ? "" : ", argument\(places.count == 1 ? "" : "s"): \(places.joined(separator: ", "))"
  }

  private var nameArgument: String { error.key.quotedName.map { ", name: " + $0 } ?? "" }

  private var registration: String {
    let name = nameArgument
    let option = error.key.option == nil ? "" : ", option: …"
    var parameters = ["resolver"]
    for type in error.key.argumentTypes { parameters.append(parameterName(type, besides: parameters)) }
    return
      "register(\(metatype)\(name)\(option)) { \(parameters.joined(separator: ", ")) in … }"
  }

  /// The type as an expression: a composition needs parentheses, and a function.
  private var metatype: String {
    service.contains(" ") && !service.hasSuffix(">") || service.contains("->")
      ? "(\(service)).self" : "\(service).self"
  }

  /// A name for a parameter that no other parameter has.
  private func parameterName(_ type: Any.Type, besides others: [String]) -> String {
    let letters = typeName(type).prefix { $0.isLetter || $0.isNumber }
    let name = letters.isEmpty ? "argument" : letters.prefix(1).lowercased() + letters.dropFirst()
    var unique = name
    var number = 2
    while others.contains(unique) {
      unique = "\(name)\(number)"
      number += 1
    }
    return ErrorMessage.keywords.contains(" \(unique) ") ? "`\(unique)`" : unique
  }

  /// The words that cannot name a parameter, as far as types are named so.
  private static var keywords: String {
    " as break case catch class continue default defer do else enum extension false for func guard if import in init inout is let nil "
      + "operator protocol repeat return self static struct subscript super switch throw true try var where while "
  }
}
