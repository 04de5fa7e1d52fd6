/// Stops the program because of a mistake in its code, and names the line that stopped.
func stop(_ message: String, at location: CodeLocation) -> Never {
  stop("\(message)\n\n  Stopped at \(location)")
}

/// The text for a forward to a type that the service is not.
func impossibleForward(
  of key: ServiceKey, at location: CodeLocation, to target: ServiceKey, _ registration: CodeLocation,
  returning dynamicType: Any.Type
) -> String {
  let names = TypeNames(of: [dynamicType, key.serviceType, target.serviceType])
  let (type, instance) = (names.name(key.serviceType), names.name(dynamicType))
  return """
    Precondition failed: Cannot forward \(type) to \(names.name(target.serviceType))

      What the factory of \(names.words(for: target)) returned, a '\(instance)', is no '\(type)'.

      Forward:   \(names.words(for: key))   written at \(location)
      Service:   \(names.words(for: target))   registered at \(registration)

    To fix this, do one of:
      • Conform '\(instance)' to '\(type)'.
      • Remove the forward.
    """
}

/// The text for a forward to an entry that the container cannot reach.
func foreignForward(
  of type: Any.Type, to key: ServiceKey, _ registration: CodeLocation, at location: CodeLocation
) -> String {
  let names = TypeNames(of: [type, key.serviceType])
  return """
    Precondition failed: Cannot forward \(names.name(type)) to \(names.name(key.serviceType)) of another container

      Forward:   '\(names.name(type))'   written at \(location)
      Service:   \(names.words(for: key))   registered at \(registration)

    To fix this, do one of:
      • Forward in the container of the entry, or in one of its children.
      • Register '\(names.name(type))' here by a factory that resolves it from the other container.
    """
}

/// The text for a forward to an entry whose container is gone.
func orphanedForward(
  of type: Any.Type, to key: ServiceKey, _ registration: CodeLocation, at location: CodeLocation
) -> String {
  let names = TypeNames(of: [type, key.serviceType])
  return """
    Precondition failed: Cannot forward \(names.name(type)) to \(names.name(key.serviceType)): its container is gone

      Forward:   '\(names.name(type))'   written at \(location)
      Service:   \(names.words(for: key))   registered at \(registration)

    To fix this, keep the container as long as its entries are changed.
    """
}

/// Stops the program because of a service that cannot be resolved.
@usableFromInline
func stop(_ error: ResolutionError) -> Never {
  stop(error.description)
}
