extension Container {
  /// Whether a type is registered or forwarded with any arguments, here or in a parent.
  ///
  /// - Parameters:
  ///   - serviceType: the type.
  ///   - name: the name of the registration.
  /// - Returns: whether a registration or a forward exists.
  /// - Complexity: O(*n*) in the number of registrations.
  public func hasAnyRegistration<Service>(of serviceType: Service.Type, name: String? = nil) -> Bool {
    registry.line.contains { registry in
      registry.registrations(of: Service.self).contains { $0.key.name == name }
    }
  }
}
