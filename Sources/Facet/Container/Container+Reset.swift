extension Container {
  /// Releases the instances of all services in a scope, here and in the parents, and runs their `onClose` actions.
  ///
  /// The next resolve builds a new instance. Actions of `onClose` run during the reset, in the order of a close. As soon as one must be awaited, it
  /// and the rest run in a task, for which later ends wait. Errors go to the failure handler, while ``close(_:)`` throws them. Instances under
  /// construction go to their callers, are not kept, and end at the latest with the container. Services of transient and graph scope keep nothing
  /// after their top-level resolve. A closed container resets nothing, and the failure handler receives
  /// ``ResolutionError/Code/containerClosed``.
  ///
  /// - Parameter objectScope: the scope to reset.
  public func resetObjectScope(_ objectScope: ObjectScope) {
    registry.reset(objectScope, nil)
  }
}

extension Registry {
  func reset(_ scope: AnyObject, _ serviceType: Any.Type?) {
    if isClosed { return report(refusal) }
    end(giveUp(scope, serviceType))
  }

  /// The records of a scope, here and in the parents.
  func records(in scope: AnyObject, _ serviceType: Any.Type? = nil) -> [Record] {
    let line = Array(line)
    if scope === ObjectScope.scoped {
      return line.flatMap { $0.homes.map(\.scoped!) }.filter {
        serviceType == nil || $0.serviceType == serviceType
      }
    }
    let family = line[line.count - 1].family
    let records = Registry.recordsInUse(of: family)
    // A forward of the type counts, too.
    let forwarded = serviceType.map { type in
      Set(family.flatMap { $0.registrations(of: type) }.map { ObjectIdentifier($0.record) })
    }
    return line.flatMap { records[ObjectIdentifier($0)] ?? [] }.filter { record in
      record.settings.scope === scope && forwarded?.contains(ObjectIdentifier(record)) != false
    }
  }
}
