import Facet

/// An instance that a container currently shares.
public struct ContainerInstance {
  /// The registered key of the service.
  public let key: ServiceKey
  /// The scope that shares the instance.
  public let objectScope: any ObjectScopeProtocol
  /// The instance itself.
  public let instance: Any
  /// The arguments of the instance, one by one; empty except in the scope `perArgument`.
  public let arguments: [Any]
}

extension Container {
  /// The instances that the container currently shares, in the order of creation; nothing is built.
  ///
  /// ```swift
  /// for alive in container.instances { print(alive.key, alive.objectScope) }
  /// ```
  ///
  /// The result has the instances of container scope, of this container's scoped scope and of weak scope while they are alive. It has
  /// the instances that are kept for arguments or by storages of custom scopes, and released instances that wait for an awaited end. The
  /// parents' instances are not included.
  ///
  /// - Complexity: O(*n* log *n*) in the number of registrations and of instances. Calls the storages of custom scopes.
  public var instances: [ContainerInstance] { instances(includingParents: false) }

  /// The instances that the container and, on request, its parents currently share, the uppermost first.
  ///
  /// - Parameter includingParents: whether the result includes the parents' instances.
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
