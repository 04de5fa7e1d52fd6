extension Container {
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
    registrations(of: serviceType).contains { $0.key.name == name }
      || parent?.hasAny(of: serviceType, name: name) == true
  }
}
