/// Stops the program because of a mistake in its code, and names the location of the mistake.
@usableFromInline
func stop(_ message: String, at location: CodeLocation) -> Never {
  stop("\(message)\n\n  Stopped at \(location)", shownFirst: location)
}

/// Stops the program because of a mistake whose text names its places: an editor jumps to the first line, and `fatalError` begins with one of
/// Facet's own.
func stop(_ message: String, shownFirst location: CodeLocation) -> Never {
  printToStandardError("\(location): error: the program stops here")
  stop(message)
}

/// Stops the program because of a service that cannot be resolved, at the registration of the service that asks.
@usableFromInline
func stop(_ error: ResolutionError) -> Never {
  guard let location = error.places.last(where: { $0 != nil }) ?? nil else { stop(error.description) }
  stop(error.description, shownFirst: location)
}

// MARK: - Forwards

func impossibleForward(
  of key: ServiceKey, at location: CodeLocation, to target: ServiceKey, _ registration: CodeLocation,
  returning dynamicType: Any.Type, decoratedAt decorators: [CodeLocation] = []
) -> String {
  let names = TypeNames(of: [key, target], [dynamicType])
  let (type, instance) = (names.name(key.serviceType), names.name(dynamicType))
  let part = decorators.isEmpty ? "The factory" : decorators.count == 1 ? "The decorator" : "A decorator"
  return failedForward(
    """
    \(type) to \(names.name(target.serviceType))

      \(part) of \(names.text(for: target)) returned a '\(instance)', which is no '\(type)'.
    """,
    names, of: key, at: location, to: target, registration, decoratedAt: decorators,
    remedies: ["Conform '\(instance)' to '\(type)'.", "Remove the forward."])
}

func foreignForward(
  of type: Any.Type, to key: ServiceKey, _ registration: CodeLocation, at location: CodeLocation
) -> String {
  let names = TypeNames(of: [key], [type])
  return failedForward(
    "\(names.name(type)) to \(names.name(key.serviceType)) of another container",
    names, of: ServiceKey(type), at: location, to: key, registration,
    remedies: [
      "Forward in the container of the entry, or in one of its children.",
      "Register '\(names.name(type))' here by a factory that resolves it from the other container.",
    ])
}

func orphanedForward(
  of type: Any.Type, to key: ServiceKey, _ registration: CodeLocation, at location: CodeLocation
) -> String {
  let names = TypeNames(of: [key], [type])
  return failedForward(
    "\(names.name(type)) to \(names.name(key.serviceType)): its container is gone",
    names, of: ServiceKey(type), at: location, to: key, registration,
    remedy: "keep the container as long as its entries are changed.")
}

private func failedForward(
  _ problem: String, _ names: TypeNames, of key: ServiceKey, at location: CodeLocation,
  to target: ServiceKey, _ registration: CodeLocation, decoratedAt decorators: [CodeLocation] = [],
  remedies: [String] = [],
  remedy: String = "do one of:"
) -> String {
  Message(
    headline: "Precondition failed: Cannot forward \(problem)",
    facts: [
      ("Forward:", "\(names.text(for: key))   written at \(location)"),
      ("Service:", "\(names.text(for: target))   registered at \(registration)"),
    ]
      + decorators.enumerated().map { ($0 == 0 ? "Decorator:" : "", "written at \($1)") },
    remedies: remedies, remedy: remedy
  ).text
}

func decoratedForward(_ key: ServiceKey, at location: CodeLocation, to target: ServiceKey) -> String {
  let names = TypeNames(of: [key, target])
  return """
    Precondition failed: Cannot decorate \(names.text(for: key)), which is forwarded to \(names.text(for: target))

      Written at \(location)

    To fix this, decorate \(names.text(for: target)): its forwards show the same instance.
    """
}

/// The text for a decorator of a service that only a parent registers.
func decoratorOfParentsService(
  _ key: ServiceKey, at location: CodeLocation, _ service: ServiceKey, registeredAt registration: CodeLocation
) -> String {
  let names = TypeNames(of: [key, service])
  return Message(
    headline: "Precondition failed: Cannot decorate \(names.text(for: key)), which a parent registers",
    facts: [
      ("Decorator:", "written at \(location)"),
      ("Service:", "\(names.text(for: service))   registered at \(registration)"),
    ],
    remedies: [
      "Decorate it in the container that registers it.",
      "Register it in this container first, and decorate that.",
    ]
  ).text
}

// MARK: - Arguments

/// The text for a completion with other arguments than its entry.
func unfitCompletion(
  of key: ServiceKey, _ registration: CodeLocation, taking types: [Any.Type]
) -> String {
  let names = TypeNames(of: [key], types)
  let arguments = types.map(names.name).joined(separator: ", ")
  return Message(
    headline:
      "Precondition failed: Cannot complete \(names.name(key.serviceType)) with arguments (\(arguments))",
    facts: [("Service:", "\(names.text(for: key))   registered at \(registration)")],
    remedy: "take the arguments of the registration, or none."
  ).text
}

/// The text for a service that takes arguments and is to be built by a start.
func eagerArguments(of key: ServiceKey, _ registration: CodeLocation) -> String {
  let names = TypeNames(of: [key])
  return Message(
    headline: "Precondition failed: \(names.text(for: key)) takes arguments, which a start does not have",
    facts: [("Service:", "\(names.text(for: key))   registered at \(registration)")],
    remedies: [
      "Remove startsEagerly(), and resolve it with its arguments after the start.",
      "Let a service without arguments, which starts eagerly, resolve it with these.",
    ]
  ).text
}

/// The text for a scope that keeps one instance for each value of the arguments, when these cannot be compared.
func incomparableArguments(
  of key: ServiceKey, _ registration: CodeLocation, _ types: [Any.Type], _ scope: String
) -> String {
  let names = TypeNames(of: [key], types)
  let list = types.map { "'\(names.name($0))'" }.joined(separator: " and ")
  let fact = "\(list) \(types.count == 1 ? "is" : "are") not Hashable"
  return Message(
    headline:
      "Precondition failed: Cannot keep one \(names.name(key.serviceType)) per argument, because \(fact)",
    facts: [("Service:", "\(names.text(for: key))   registered at \(registration)"), ("Scope:", scope)],
    remedies: [
      "Conform \(list) to Hashable.", "Take an argument that is Hashable, such as an identifier.",
      "Choose another scope.",
    ]
  ).text
}

// MARK: - The main container

/// The text for a first use of the main container outside the main actor, when its services are registered on
/// the main actor.
var mainContainerAwayFromMainActor: String {
  Message(
    headline:
      "Precondition failed: Container.main is used first away from the main actor, on which its services are registered",
    remedies: [
      "Use it first on the main actor, where the program starts: _ = Container.main",
      "Conform to AutoRegistering instead, and name the actor at each factory: main.register { @MainActor in … }",
    ]
  ).text
}

// MARK: - Copies

/// The text for a container that another copy of Facet made.
var containerOfAnotherCopy: String {
  Message(
    headline: "Precondition failed: This container was made by another copy of Facet in the same process",
    facts: copies.map { [("Copies:", "'\($0.first)' and '\($0.own)'")] } ?? [],
    remedy: "link Facet once, as the product FacetDynamic."
  ).text
}
