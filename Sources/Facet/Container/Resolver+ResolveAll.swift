extension Resolver {
  /// Resolves all registrations of a type, under every name and under none.
  ///
  /// ```swift
  /// container.register(Plugin.self, name: "spelling") { _ in Spelling() }
  /// container.register(Plugin.self, name: "grammar") { _ in Grammar() }
  /// let plugins = container.resolveAll(Plugin.self)
  /// ```
  ///
  /// In the order of registration, the parents' first. A registration with a parent's key takes the place of the parent's.
  /// All are resolved in one cycle; each service keeps its own scope. One that cannot be resolved is left out, and the reason goes to the failure handler.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve.
  ///   - arguments: are handed to the factories; only those that take them are used.
  /// - Returns: the services.
  /// - Complexity: O(*n*) in the number of registrations of the container and its parents.
  public func resolveAll<Service, each Argument>(
    _ serviceType: Service.Type, arguments: repeat each Argument
  ) -> [Service] {
    defer { withExtendedLifetime(self) {} }
    guard let registry = backing.registry?.takeUnretainedValue() else {
      let service = try? provide(serviceType, name: nil, arguments: repeat each arguments)
      return service.map { [$0] } ?? []
    }
    let names = registry.names(of: serviceType, Signature<repeat each Argument>.identity)
    return Resolution.current.inOneCycle {
      names.compactMap { resolve(serviceType, name: $0, arguments: repeat each arguments) }
    }
  }
}

extension Registry {
  /// The names of all registrations of a type, the parents' first, each once.
  fileprivate func names(of serviceType: Any.Type, _ signature: Any.Type?) -> [String?] {
    let inherited = parent?.names(of: serviceType, signature) ?? []
    let own =
      registrations
      .filter { $0.serviceType == serviceType && $0.signature == signature && $0.option == nil }
      .map(\.name)
    return inherited + own.filter { !inherited.contains($0) }
  }
}
