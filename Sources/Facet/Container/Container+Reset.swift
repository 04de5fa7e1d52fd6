extension Container {
  /// Releases the instances of all services in a scope, here and in the parents, and runs their `onClose` actions.
  ///
  /// The next resolve builds a new instance. Actions of `onClose` run during the reset; actions that must be awaited run at the next awaited close.
  /// Errors go to the failure handler, while ``close(_:)-(ObjectScope)`` throws them. Instances under construction go to their callers, and are not
  /// kept. Services of transient and graph scope keep nothing after their top-level resolve.
  ///
  /// - Parameter objectScope: the scope to reset.
  public func resetObjectScope(_ objectScope: any ObjectScopeProtocol) {
    registry.reset(objectScope, nil)
  }

  /// Releases the instances of all services in a scope, here and in the parents.
  ///
  /// - Parameter objectScope: the scope to reset.
  public func resetObjectScope(_ objectScope: ObjectScope) {
    registry.reset(objectScope, nil)
  }

  /// Releases the instances of all services of one type in a scope, here and in the parents.
  ///
  /// - Parameters:
  ///   - objectScope: the scope to reset.
  ///   - serviceType: the registered type of the services, under any name.
  public func resetObjectScope<Service>(_ objectScope: any ObjectScopeProtocol, serviceType: Service.Type) {
    registry.reset(objectScope, Service.self)
  }

  /// Releases the instances of all services of one type in a scope, here and in the parents.
  ///
  /// - Parameters:
  ///   - objectScope: the scope to reset.
  ///   - serviceType: the registered type of the services, under any name.
  public func resetObjectScope<Service>(_ objectScope: ObjectScope, serviceType: Service.Type) {
    registry.reset(objectScope, Service.self)
  }

  /// Releases the instances of all services of one type in a scope, here and in the parents.
  ///
  /// - Parameters:
  ///   - objectScope: the scope to reset.
  ///   - serviceType: the registered type of the services, known only at run time.
  @_disfavoredOverload
  public func resetObjectScope(_ objectScope: ObjectScope, serviceType: Any.Type) {
    registry.reset(objectScope, serviceType)
  }
}

extension Settings {
  /// Whether these settings keep an instance for each value of the arguments, by the rule of the given scope.
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
    // The last key of a record may belong to a child.
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
