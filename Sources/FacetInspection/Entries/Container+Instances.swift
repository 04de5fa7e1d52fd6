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
  /// Instances of container scope, its own of scoped scope, those of weak scope that somebody holds, those that are kept for arguments, and
  /// those that storages of custom scopes have; and what was given up and waits for an end that is awaited. The parents' are their own.
  ///
  /// - Complexity: O(*n* log *n*) in the number of registrations and of instances. Calls the storages of custom scopes.
  public var instances: [ContainerInstance] { instances(includingParents: false) }

  /// What the container shares at the time, and the parents if they are asked for: the uppermost first.
  ///
  /// - Parameter includingParents: whether the parents' instances are given as well.
  /// - Returns: the instances of each container in the order of creation.
  /// - Complexity: O(*n* log *n*) in the number of registrations and of instances. Calls the storages of custom scopes.
  public func instances(includingParents: Bool) -> [ContainerInstance] {
    guard includingParents, let parent else { return ownInstances }
    return parent.instances(includingParents: true) + ownInstances
  }

  private var ownInstances: [ContainerInstance] {
    var seen: Set<ObjectIdentifier> = []
    let all = registry.registrations() + (registry.forwardsOfDescendants()[ObjectIdentifier(registry)] ?? [])
    let records = all.map(\.record).filter { record in
      record.owner === registry && seen.insert(ObjectIdentifier(record)).inserted
    }
    let own = records.map { (record: $0, scope: $0.settings.scope) }
    let scoped = registry.scopedRecords.map {
      (record: $0, scope: ObjectScope.scoped as any ObjectScopeProtocol)
    }
    let alive = (own + scoped).flatMap { record, scope in
      record.sharedValues.map { shared in
        (
          shared.number,
          ContainerInstance(
            key: record.key, objectScope: scope, instance: shared.value, arguments: shared.arguments)
        )
      }
    }
    let ending = registry.instancesToEnd.map { number, key, scope, value in
      (number, ContainerInstance(key: key, objectScope: scope, instance: value, arguments: []))
    }
    return (alive + ending).sorted { $0.0 < $1.0 }.map(\.1)
  }
}
