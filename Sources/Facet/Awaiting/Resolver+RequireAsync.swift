extension Resolver {
  /// Resolves a service that may need an `await`, or throws the reason of the failure.
  ///
  /// ```swift
  /// container.register(Database.self) { r async throws in try await Database.open(r.require(Settings.self)) }
  ///   .inObjectScope(.container)
  ///
  /// let database = try await container.requireAsync(Database.self)
  /// ```
  ///
  /// The call awaits asynchronous factories, including those of services that a registered initializer takes, and builds services of another
  /// actor on that actor. Other services are resolved synchronously, as by `require`. If many tasks request a kept service, it is built once.
  /// The build goes on if one of the tasks is cancelled. See
  /// <doc:ActorsAndAsync>.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve; inferred if left out.
  ///   - name: the name of the registration.
  ///   - arguments: passed to the factory; their static types are part of the key.
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``. The failure handler is not called.
  /// - Complexity: O(1) on average, plus the cost of the factories. No thread is blocked.
  @_alwaysEmitIntoClient
  @inline(never)
  public nonisolated(nonsending) func requireAsync<Service, each Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, arguments: repeat each Argument
  ) async throws(ResolutionError) -> sending Service {
    guard asked != nil else {
      return try provided(serviceType, name: name, mayBeMissing: false, repeat each arguments)
    }
    let signature = argumentSignature(repeat (each Argument).self)
    let kept = signature == nil ? nil : KeptArguments.keeping(repeat each arguments)
    let instance = try await serveAsync(ServiceKey(Service.self, signature: signature, name: name), kept)
    return handedOver(instance.service(as: Service.self))
  }

  /// Resolves a service with one argument that may need an `await`, or throws the reason of the failure.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve; inferred if left out.
  ///   - name: the name of the registration.
  ///   - argument: passed to the factory; its static type is part of the key.
  ///   - argumentType: leave it out: it keeps the static type of the argument, also where that is a protocol.
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``. The failure handler is not called.
  @_alwaysEmitIntoClient
  @inline(__always)
  public nonisolated(nonsending) func requireAsync<Service, Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, argument: Argument,
    _ argumentType: Argument.Type = Argument.self
  ) async throws(ResolutionError) -> sending Service {
    try await requireAsync(serviceType, name: name, arguments: argument)
  }

  /// Resolves all registrations of a type, under every name and under none, each by `requireAsync`.
  ///
  /// The services are resolved one after the other, in the order of ``resolveAll(_:)``.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve.
  ///   - arguments: passed to the factories; entries with other argument types are left out.
  /// - Returns: the services.
  /// - Throws: the ``ResolutionError`` of the first service that cannot be built.
  @_alwaysEmitIntoClient
  public nonisolated(nonsending) func requireAllAsync<Service, each Argument>(
    _ serviceType: Service.Type, arguments: repeat each Argument
  ) async throws(ResolutionError) -> sending [Service] {
    let signature = argumentSignature(repeat (each Argument).self)
    if asked == nil {
      let service = try find(Service?.self, name: nil, arguments: repeat each arguments)
      return handedOver(service.map { [$0] } ?? [])
    }
    var services: [Service] = []
    for name in names(of: Service.self, signature) {
      do {
        services.append(try await requireAsync(serviceType, name: name, arguments: repeat each arguments))
      } catch {
        let element = ServiceKey(Service.self, signature: signature, name: name)
        if asked?.hasLost(element, after: error) != true { throw error }
      }
    }
    return handedOver(services)
  }
}

extension Resolver {
  /// The names of all registrations of a type that take certain arguments.
  @usableFromInline
  func names(of serviceType: Any.Type, _ signature: Any.Type?) -> [String?] {
    var names: [String?] = []
    asked?.withNames(of: serviceType, signature) { names = $0 }
    return names
  }
}
