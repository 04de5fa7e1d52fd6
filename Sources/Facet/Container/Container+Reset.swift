extension Container {
  /// Releases the instances of all services in a scope, here and in the parents, and runs their `onClose` actions.
  ///
  /// The next resolve builds a new instance. Actions of `onClose` run during the reset, in the order of a close. As soon as one must be awaited, it
  /// and the rest run in a task, for which later ends wait. Errors go to the failure handler, while ``close(_:)`` throws them. Instances under
  /// construction go to their callers, are not kept, and end right after. Services of transient and graph scope are not kept
  /// after their top-level resolve, so a reset of these scopes has no effect. For a closed container, the failure handler receives
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
}
