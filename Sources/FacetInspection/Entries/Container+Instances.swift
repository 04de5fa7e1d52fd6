import Facet

/// An instance that a container shares at the time.
public struct ContainerInstance {
  /// The key that its service was registered with.
  public let key: ServiceKey
  /// The scope that it is shared in.
  public let objectScope: any ObjectScopeProtocol
  /// The instance itself.
  public let instance: Any
  /// The arguments that it is kept for, one by one; none but in the scope `perArgument`.
  public let arguments: [Any]
}

extension Container {
  /// What the container shares at the time, in the order of creation; nothing is built.
  ///
  /// ```swift
  /// for alive in container.instances { print(alive.key, alive.objectScope) }
  /// ```
  ///
  /// Instances of container scope, those of weak scope that somebody holds, those that are kept for arguments, and those that
  /// storages of custom scopes have. The parents' are their own.
  ///
  /// - Complexity: O(*n* log *n*) in the number of registrations and of instances. Calls the storages of custom scopes.
  public var instances: [ContainerInstance] {
    var seen: Set<ObjectIdentifier> = []
    let all = registry.registrations() + (registry.forwardsOfDescendants()[ObjectIdentifier(registry)] ?? [])
    let records = all.map(\.record).filter { record in
      record.owner === registry && seen.insert(ObjectIdentifier(record)).inserted
    }
    let alive = records.flatMap { record in record.sharedValues.map { (record: record, shared: $0) } }
    return alive.sorted { $0.shared.number < $1.shared.number }.map { record, shared in
      ContainerInstance(
        key: record.key, objectScope: record.settings.scope, instance: shared.value,
        arguments: shared.arguments)
    }
  }
}
