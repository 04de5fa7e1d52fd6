extension Container {
  /// Removes the entry of a key, and its instance.
  ///
  /// Forwards to the entry keep the entry.
  ///
  /// - Parameters:
  ///   - serviceType: the registered type.
  ///   - name: the name of the registration.
  /// - Returns: whether an entry was removed.
  @discardableResult
  public func unregister<Service>(_ serviceType: Service.Type, name: String? = nil) -> Bool {
    registry.remove(ServiceKey(Service.self, name: name))
  }

  /// Removes the entry of a key whose factory takes arguments, and its instances.
  ///
  /// - Parameters:
  ///   - serviceType: the registered type.
  ///   - name: the name of the registration.
  ///   - arguments: the types of the arguments, in order.
  /// - Returns: whether an entry was removed.
  @discardableResult
  public func unregister<Service, each Argument>(
    _ serviceType: Service.Type, name: String? = nil, arguments: repeat (each Argument).Type
  ) -> Bool {
    registry.remove(
      ServiceKey(Service.self, signature: argumentSignature(repeat (each Argument).self), name: name))
  }

  /// Removes all entries with their instances, and all decorators.
  ///
  /// Behaviors, the default scope and the failure handler stay, and so does what the parents have. `registerAllServices` has run for the main
  /// container and does not run again: call it.
  public func removeAll() {
    registry.removeAll()
  }
}
