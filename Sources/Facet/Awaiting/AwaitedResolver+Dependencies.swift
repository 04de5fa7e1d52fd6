// Autowiring by an await: where something that an initializer takes must be awaited, all parameters are, before it is called.

extension AwaitedResolver {
  /// Awaits what the initializer of the service takes, in the order of its parameters; nothing for a factory.
  nonisolated(nonsending) func awaitDependencies() async throws -> [(key: ServiceKey, instance: Instance)] {
    guard let initializer = record!.recipe.initializer else { return [] }
    let place = AwaitedPlace(container: container, enclosing: self)
    var dependencies: [(key: ServiceKey, instance: Instance)] = []
    for key in initializer.dependencies {
      do throws(ResolutionError) {
        dependencies.append((key, try await AwaitedResolver.serveWrapped(key, nil, in: place)))
      } catch {
        throw error.about(initializer, askedAt: path.count)
      }
    }
    return dependencies
  }
}

extension Record {
  /// Whether its initializer takes something that must be awaited, perhaps by other initializers.
  func awaitsDependencies(_ found: Found, askedBy asked: Registry) -> Bool {
    if recipe.initializer == nil { return false }
    var seen: Set<Int> = []
    return awaitsDependencies(found, askedBy: asked, on: nil, &seen)
  }
  /// `isolation` is where the initializers around it run; `nil` for where the caller runs.
  fileprivate func awaitsDependencies(
    _ found: Found, askedBy asked: Registry, on isolation: Isolation?, _ seen: inout Set<Int>
  ) -> Bool {
    guard let initializer = recipe.initializer, seen.insert(order).inserted else { return false }
    let builder = (found.configuration ?? configuration).kind.isBuiltByOwner ? owner : asked
    let isolation = actorToVisit ?? isolation
    return initializer.dependencies.contains { builder.mustAwait($0, on: isolation, &seen) }
  }
}

extension Registry {
  fileprivate func mustAwait(_ key: ServiceKey, on isolation: Isolation?, _ seen: inout Set<Int>) -> Bool {
    switch find(key, 0) {
    case .kept, .closed: return false
    case .found(let found):
      let record = found.registration.record
      if (found.configuration ?? record.configuration).mustBeAwaited { return true }
      if let other = record.actorToVisit, other.isEnforced, other.actor !== isolation?.actor,
        isolation != nil || !other.isKnownToBeCurrent(.current)
      {
        return true
      }
      return record.awaitsDependencies(found, askedBy: self, on: isolation, &seen)
    case .notRegistered:
      if let optional = key.serviceType as? any OptionalService.Type {
        return mustAwait(key.of(optional.wrappedType), on: isolation, &seen)
      }
      guard let list = ownContainer.list(key) else { return false }
      return ownContainer.names(of: list.elementType, nil).contains { name in
        mustAwait(ServiceKey(list.elementType, name: name), on: isolation, &seen)
      }
    }
  }
}
