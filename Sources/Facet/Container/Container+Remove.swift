extension Container {
  /// Removes the entry of a key, and its instance.
  ///
  /// Forwards to the entry keep the entry.
  ///
  /// - Parameters:
  ///   - serviceType: the registered type.
  ///   - name: the name of the registration.
  ///   - arguments: the types of the arguments that the factory takes, in order.
  /// - Returns: whether an entry was removed.
  @discardableResult
  public func unregister<Service, each Argument>(
    _ serviceType: Service.Type, name: String? = nil, arguments: repeat (each Argument).Type
  ) -> Bool {
    registry.remove(Lookup(Service.self, Signature<repeat each Argument>.identity, name))
  }

  /// Removes all entries and their instances.
  ///
  /// The entries of the parents stay.
  public func removeAll() {
    registry.removeAll()
  }

  /// Whether a type is registered or forwarded with any arguments, here or in a parent.
  ///
  /// - Parameters:
  ///   - serviceType: the type.
  ///   - name: the name of the registration.
  /// - Returns: whether a registration or a forward exists.
  /// - Complexity: O(*n*) in the number of registrations.
  public func hasAnyRegistration<Service>(of serviceType: Service.Type, name: String? = nil) -> Bool {
    registry.hasAny(of: Service.self, name: name)
  }
}

extension Registry {
  fileprivate func hasAny(of serviceType: Any.Type, name: String?) -> Bool {
    registrations(of: serviceType).contains { $0.name == name }
      || parent?.hasAny(of: serviceType, name: name) == true
  }
}
