extension Container {
  /// Drops the instances of all services in a scope, here and in the parents, and ends them.
  ///
  /// The next resolve builds anew. Actions of `onClose` run then, what must be awaited at the next awaited end; errors go to the failure
  /// handler: ``close(_:)-(ObjectScope)`` throws them. Instances that are being built at the moment are handed to the code that asked for them, and not
  /// kept. Services of transient and graph scope keep nothing beyond their cycle.
  ///
  /// - Parameter objectScope: the scope to reset.
  public func resetObjectScope(_ objectScope: any ObjectScopeProtocol) {
    registry.reset(objectScope, nil)
  }

  /// Drops the instances of all services in a scope, here and in the parents.
  ///
  /// - Parameter objectScope: the scope to reset.
  public func resetObjectScope(_ objectScope: ObjectScope) {
    registry.reset(objectScope, nil)
  }

  /// Drops the instances of the services of one type in a scope, here and in the parents.
  ///
  /// - Parameters:
  ///   - objectScope: the scope to reset.
  ///   - serviceType: the type that the services are registered as, under any name.
  public func resetObjectScope<Service>(_ objectScope: any ObjectScopeProtocol, serviceType: Service.Type) {
    registry.reset(objectScope, Service.self)
  }

  /// Drops the instances of the services of one type in a scope, here and in the parents.
  ///
  /// - Parameters:
  ///   - objectScope: the scope to reset.
  ///   - serviceType: the type that the services are registered as, under any name.
  public func resetObjectScope<Service>(_ objectScope: ObjectScope, serviceType: Service.Type) {
    registry.reset(objectScope, Service.self)
  }

  /// Drops the instances of the services of one type in a scope, here and in the parents.
  ///
  /// - Parameters:
  ///   - objectScope: the scope to reset.
  ///   - serviceType: the type that the services are registered as, known only at run time.
  @_disfavoredOverload
  public func resetObjectScope(_ objectScope: ObjectScope, serviceType: Any.Type) {
    registry.reset(objectScope, serviceType)
  }
}

extension Settings {
  /// Whether instances are kept for each value of the arguments, as another scope does.
  fileprivate func hasRule(of scope: AnyObject) -> Bool {
    guard let rule = members?.rule else { return false }
    return rule == (scope as? ObjectScope)?.argumentRule
  }
}

extension Registry {
  fileprivate func reset(_ scope: AnyObject, _ serviceType: Any.Type?) {
    end(takeInstances(of: records(in: scope, serviceType)))
  }

  /// The records of a scope, here and in the parents.
  func records(in scope: AnyObject, _ serviceType: Any.Type? = nil) -> [Record] {
    let registries = Array(sequence(first: self, next: \.parent))
    let forwards = registries[registries.count - 1].forwardsOfDescendants()
    return registries.flatMap { registry in
      registry.records(in: scope, serviceType, forwards: forwards[ObjectIdentifier(registry)] ?? [])
    }
  }

  private func records(
    in scope: AnyObject, _ serviceType: Any.Type?, forwards: [Registration]
  ) -> [Record] {
    if scope === ObjectScope.scoped {
      return scoped.all.filter { serviceType == nil || $0.serviceType == serviceType }
    }
    // The last key of a record may be a child's.
    let others = forwards.filter { forward in
      (serviceType == nil || forward.serviceType == serviceType || forward.record.serviceType == serviceType)
        && registration(of: forward.record.key) !== forward.record
    }
    return (registrations(of: serviceType) + others).map(\.record).filter { record in
      let settings = record.settings
      return settings.scope === scope || settings.hasRule(of: scope)
    }
  }
}
