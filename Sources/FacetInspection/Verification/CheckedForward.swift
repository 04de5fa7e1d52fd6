import Facet

/// Resolves a forward in a verification with a separate record, whose factory fails where the forward would stop the program.
enum CheckedForward {
  /// The error of a forward to a type that the service does not conform to.
  struct Impossible: Error, CustomStringConvertible {
    let serviceType: Any.Type
    let dynamicType: Any.Type

    var description: String {
      let names = TypeNames(of: [], [serviceType, dynamicType])
      return "'\(names.name(dynamicType))' is not a '\(names.name(serviceType))'"
    }
  }

  /// A record that resolves the target as the program does; with `isAwaited`, also by `await`, or on the target's actor.
  static func record(
    for forward: Forward, to target: Record, in registry: Registry, _ order: Int, isAwaited: Bool
  ) -> Record {
    @Sendable func convert(_ instance: Instance, _ slot: Slot?) throws -> Answer {
      guard let converted = forward.conversion.call(instance, slot) else {
        throw Impossible(serviceType: forward.serviceType, dynamicType: instance.dynamicType)
      }
      return converted
    }
    let resolve: Recipe.Factory = { resolver, arguments, slot in
      let builder = Registry.asked(by: resolver).ownContainer
      return try convert(try builder.resolve(target, arguments), slot)
    }
    let awaitTarget: Recipe.AsyncFactory = { resolver, arguments in
      try convert(try await Registry.awaitPart(target, arguments, by: resolver), nil).boxed
    }
    var traits: Recipe.Traits?
    if isAwaited {
      // What is kept was built before: so who asks for it synchronously gets it, and is checked.
      let isKept = target.outlivesCycle && target.settings.scope.kind != .weak
      traits =
        isKept
        ? nil
        : Recipe.Traits(
          isolation: target.actorToVisit, asyncFactory: target.mustBeAwaited ? awaitTarget : nil)
    }
    return Record(
      Origin(forward.key, at: forward.location, in: registry, order: order),
      by: Recipe(traits, factory: resolve), with: Settings(scope: ObjectScope.transient))
  }

  /// Whether the types allow a forward; `nil` if an instance must decide, as for a protocol or a subclass.
  static func isPossible(_ entry: ContainerEntry) -> Bool? {
    if entry.isByClosure { return true }
    guard let source = entry.target?.serviceType as? AnyClass,
      let wanted = entry.key.serviceType as? AnyClass
    else { return nil }
    return isSubclass(source, of: wanted) ? true : isSubclass(wanted, of: source) ? nil : false
  }
}
