/// Makes containers with the registrations of others, and instances of their own.
///
/// Recipes are shared, for they hold nothing of a container. A forward of a copied record points at the copy.
package struct ContainerCopier {
  /// Says which registrations are copied; a forward goes with its record.
  package var isIncluded: (Record) -> Bool = { _ in true }
  /// Gives the key of a copied registration.
  package var key: (Registration) -> ServiceKey = { $0.key }
  /// Gives the recipe of a copied record.
  package var recipe: (Record) -> Recipe = { $0.recipe }
  /// Gives the scope of a copied record.
  package var scope: (Record) -> any ObjectScopeProtocol = { $0.settings.scope }
  /// Gives the completions of a copied record.
  package var completions: (Record) -> [Settings.Completion] = { $0.settings.completions }
  /// Gives the copy of a forward, from the copy of its target and the registry of the copy.
  package var forward: (Forward, Record, Registry) -> Registration = { forward, target, registry in
    Forward(
      forward.key, at: forward.location, in: registry, size: forward.size, target: target,
      conversion: forward.conversion)
  }

  private var records: [ObjectIdentifier: Record] = [:]
  private var registries: [ObjectIdentifier: Registry] = [:]

  package init() {}

  /// Copies a container, and its parents if `includingParents` says so; else the copy has the same parent.
  ///
  /// The copy has the registrations that are there at the time, and neither behaviors nor a failure handler.
  package mutating func copy(_ container: Container, includingParents: Bool) -> Container {
    var parent = container.parent
    if includingParents, let original = parent { parent = copy(original, includingParents: true) }
    let other = Container(parent: parent, defaultObjectScope: container.registry.defaultScope)
    registries[ObjectIdentifier(container.registry)] = other.registry
    for registration in container.registry.registrations() where isIncluded(registration.record) {
      // The copy is there, so it can be registered with.
      _ = other.registry.add(copy(registration, in: other.registry))
    }
    return other
  }

  private mutating func copy(_ registration: Registration, in registry: Registry) -> Registration {
    let record = copy(registration.record)
    guard registration.isForward else { return record }
    return forward(unsafeDowncast(registration, to: Forward.self), record, registry)
  }

  /// The copy of a record; the record itself if it belongs to a container that is not copied.
  private mutating func copy(_ record: Record) -> Record {
    if let known = records[ObjectIdentifier(record)] { return known }
    guard let owner = registries[ObjectIdentifier(record.owner)] else { return record }
    var settings = Settings(scope: scope(record))
    settings.completions = completions(record)
    let other = Record(
      key(record), at: record.location, recipe(record), owner: owner, configuration: .make(settings))
    records[ObjectIdentifier(record)] = other
    return other
  }
}
