/// Stops the program because of a mistake in its code, and names the line that stopped.
@usableFromInline
func stop(_ message: String, at location: CodeLocation) -> Never {
  stop("\(message)\n\n  Stopped at \(location)")
}

/// The text for a forward to a type that the service is not.
func impossibleForward(
  of key: ServiceKey, at location: CodeLocation, to target: ServiceKey, _ registration: CodeLocation,
  returning dynamicType: Any.Type
) -> String {
  let names = TypeNames(of: [], [dynamicType, key.serviceType, target.serviceType])
  let (type, instance) = (names.name(key.serviceType), names.name(dynamicType))
  return failedForward(
    """
    \(type) to \(names.name(target.serviceType))

      What the factory of \(names.text(for: target)) returned, a '\(instance)', is no '\(type)'.
    """, names.text(for: key), location, names.text(for: target), registration,
    """
    do one of:
      • Conform '\(instance)' to '\(type)'.
      • Remove the forward.
    """)
}

/// The text for a forward to an entry that the container cannot reach.
func foreignForward(
  of type: Any.Type, to key: ServiceKey, _ registration: CodeLocation, at location: CodeLocation
) -> String {
  let names = TypeNames(of: [], [type, key.serviceType])
  let type = names.name(type)
  return failedForward(
    "\(type) to \(names.name(key.serviceType)) of another container", "'\(type)'", location,
    names.text(for: key), registration,
    """
    do one of:
      • Forward in the container of the entry, or in one of its children.
      • Register '\(type)' here by a factory that resolves it from the other container.
    """)
}

/// The text for a forward to an entry whose container is gone.
func orphanedForward(
  of type: Any.Type, to key: ServiceKey, _ registration: CodeLocation, at location: CodeLocation
) -> String {
  let names = TypeNames(of: [], [type, key.serviceType])
  let type = names.name(type)
  return failedForward(
    "\(type) to \(names.name(key.serviceType)): its container is gone", "'\(type)'", location,
    names.text(for: key), registration, "keep the container as long as its entries are changed.")
}

@inline(never)
private func failedForward(
  _ problem: String, _ forward: String, _ location: CodeLocation, _ service: String,
  _ registration: CodeLocation, _ remedy: String
) -> String {
  """
  Precondition failed: Cannot forward \(problem)

    Forward:   \(forward)   written at \(location)
    Service:   \(service)   registered at \(registration)

  To fix this, \(remedy)
  """
}

/// The text for a completion that takes other arguments than its entry.
func unfitCompletion(
  of key: ServiceKey, _ registration: CodeLocation, taking types: [Any.Type]
) -> String {
  let names = TypeNames(of: [key], types)
  return """
    Precondition failed: Cannot complete \(names.name(key.serviceType)) with arguments (\(types.map(names.name).joined(separator: ", ")))

      Service:   \(names.text(for: key))   registered at \(registration)

    To fix this, take the arguments of the registration, or none.
    """
}

/// Stops the program because of a service that cannot be resolved.
@usableFromInline
func stop(_ error: ResolutionError) -> Never {
  stop(error.description)
}

/// The text where the main container is used first, but its services are registered on the main actor.
var mainContainerAwayFromMainActor: String {
  """
  Precondition failed: Container.main is used first away from the main actor, on which its services are registered

  To fix this, do one of:
    • Use it first on the main actor, where the program starts: _ = Container.main
    • Conform to AutoRegistering instead, and name the actor at each factory: main.register { @MainActor in … }
  """
}
