extension Resolver {
  /// Resolves all named registrations of a type, by their names.
  ///
  /// ```swift
  /// container.register(Exporter.self, name: "pdf") { _ in PDFExporter() }
  /// container.register(Exporter.self, name: "html") { _ in HTMLExporter() }
  /// let exporters = container.resolveAllByName(Exporter.self)       // ["pdf": …, "html": …]
  /// let later = container.resolveAllByName(Lazy<Exporter>.self)     // builds none yet
  /// ```
  ///
  /// All of them belong to the same top-level resolve, in the order of registration, the parents' first. Each service keeps its own scope. A
  /// name of a child takes the place of its parent's. Services without a name are left out, like the services that
  /// ``resolveAll(_:)`` leaves out. A resolver without a container has no names, so the result is empty.
  ///
  /// - Parameter serviceType: the type to resolve.
  /// - Returns: the services.
  /// - Complexity: O(*n*) in the number of registrations of the container and its parents.
  @_alwaysEmitIntoClient
  public func resolveAllByName<Service>(_ serviceType: Service.Type) -> sending [String: Service] {
    guard let registry = asked else { return [:] }
    var services: [String: Service] = [:]
    registry.forEachNamed(of: Service.self, nil, orElse: report) { name throws(ResolutionError) in
      services[name] = try require(serviceType, name: name)
    }
    return handedOver(services)
  }

  /// Resolves all named registrations of a type that take certain arguments, by their names.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve.
  ///   - arguments: passed to the factories.
  /// - Returns: the services.
  /// - Complexity: O(*n*) in the number of registrations of the container and its parents.
  @_alwaysEmitIntoClient
  public func resolveAllByName<Service, each Argument>(
    _ serviceType: Service.Type, arguments: repeat each Argument
  ) -> sending [String: Service] {
    guard let registry = asked else { return [:] }
    var services: [String: Service] = [:]
    let signature = argumentSignature(repeat (each Argument).self)
    registry.forEachNamed(of: Service.self, signature, orElse: report) { name throws(ResolutionError) in
      services[name] = try require(serviceType, name: name, arguments: repeat each arguments)
    }
    return handedOver(services)
  }
}
