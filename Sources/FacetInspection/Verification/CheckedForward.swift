import Facet

/// Resolves a forward in a verification with a separate record, whose factory fails where the forward would stop the program.
enum CheckedForward {
  /// The error of a forward to a type that the service does not conform to.
  struct Impossible: Error, CustomStringConvertible {
    let serviceType: Any.Type
    let dynamicType: Any.Type

    var description: String {
      let names = ProblemNames([], [serviceType, dynamicType])
      return "'\(names.name(dynamicType))' is not a '\(names.name(serviceType))'"
    }
  }

  /// A record that resolves the target as the program does; with `isAwaited`, also by `await`, or on the target's actor.
  static func record(
    for forward: Forward, to target: Record, in registry: Registry, _ order: Int, isAwaited: Bool
  ) -> Record {
    @Sendable func convert(_ service: Slot, _ result: Slot) throws {
      guard forward.conversion(service, result) else {
        throw Impossible(
          serviceType: forward.serviceType, dynamicType: service.dynamicType(target.serviceType))
      }
    }
    let resolve: Recipe.Factory = { resolver, arguments, result in
      let builder = Registry.asked(by: resolver)
      try Slot.withOpened(target.serviceType) { service in
        if case .failed(let error) = builder.resolve(target, arguments, service) { throw error }
        try convert(service, result)
      }
    }
    let awaitTarget: Recipe.AsyncFactory = { resolver, arguments, result in
      let room = Room(target.serviceType)
      try await Registry.awaitPart(target, arguments, by: resolver, to: room.slot)
      try convert(room.slot, result)
    }
    var details: RecipeDetails?
    if isAwaited {
      details = RecipeDetails(
        isolation: target.actorToVisit, asyncFactory: target.mustBeAwaited ? awaitTarget : nil)
    }
    let recipe = Recipe(
      slotType: SlotType(opening: forward.serviceType), arguments: target.recipe.arguments, details: details,
      factory: resolve)
    return Record(
      forward.key, at: forward.location, recipe, owner: registry,
      configuration: .make(Settings(scope: ObjectScope.transient)), order: order)
  }

  /// Whether the types allow a forward: false if no service can have both types; otherwise an instance must decide.
  static func isPossible(_ entry: ContainerEntry) -> Bool {
    guard !entry.isByClosure, let source = entry.target?.serviceType as? AnyClass,
      let wanted = entry.key.serviceType as? AnyClass
    else { return true }
    return isSubclass(source, of: wanted) || isSubclass(wanted, of: source)
  }

  /// Whether a forward is possible for the exact type of an initializer; `nil` if the types cannot decide, as for protocols.
  ///
  /// If not, the forward is usually impossible. But `register(Animal.self, initializer: Dog.init)` makes a subclass.
  static func isPossibleForExactType(_ entry: ContainerEntry) -> Bool? {
    guard isPossible(entry) else { return false }
    guard !entry.isByClosure, let target = entry.target?.serviceType as? AnyClass,
      let wanted = entry.key.serviceType as? AnyClass
    else { return nil }
    return isSubclass(target, of: wanted)
  }

  /// Whether only an instance shows if a forward is possible: the types and the compiler do not, as for a conversion.
  static func needsInstance(_ entry: ContainerEntry) -> Bool {
    !entry.isByClosure && isPossible(entry) && isPossibleForExactType(entry) != true
  }
}
