extension Resolver {
  /// Resolves a service that may take an `await`, or throws the reason why that fails.
  ///
  /// ```swift
  /// container.register(Database.self) { r async throws in try await Database.open(r.require(Settings.self)) }
  ///   .inObjectScope(.container)
  ///
  /// let database = try await container.requireAsync(Database.self)
  /// ```
  ///
  /// It builds what has an asynchronous factory, and what belongs to another actor than the caller's, on that actor. Everything else is resolved as by
  /// `require`, right here. However many tasks ask for a shared service, it is built once; the build goes on if one of them is
  /// cancelled. See <doc:ActorsAndAsync>.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve; inferred if left out.
  ///   - name: the name of the registration.
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``. The failure handler is not called.
  /// - Complexity: O(1) on average, and the factories' own. No thread is blocked.
  @_alwaysEmitIntoClient
  @inline(never)
  public nonisolated(nonsending) func requireAsync<Service>(
    _ serviceType: Service.Type = Service.self, name: String? = nil
  ) async throws(ResolutionError) -> Service {
    // Never inlined, as the one with arguments: the compiler would free the memory of the caller's task in another order than it took it.
    var service: Service?
    var outcome = Outcome.missing
    if let build = startAsync(&service, name: name, &outcome) {
      return try await build.instance(of: Service.self, for: self)
    }
    if let service { return service }
    return try recoverOrThrow(outcome, serviceType, name: name)
  }

  /// Resolves a service with arguments that may take an `await`, or throws the reason why that fails.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve; inferred if left out.
  ///   - name: the name of the registration.
  ///   - arguments: are handed to the factory; their static types are a part of the key.
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``. The failure handler is not called.
  @_alwaysEmitIntoClient
  @inline(never)
  public nonisolated(nonsending) func requireAsync<Service, each Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, arguments: repeat each Argument
  ) async throws(ResolutionError) -> Service {
    var service: Service?
    var outcome = Outcome.missing
    if let build = startAsync(&service, name: name, &outcome, arguments: repeat each arguments) {
      return try await build.instance(of: Service.self, for: self, repeat each arguments)
    }
    if let service { return service }
    return try recoverOrThrow(outcome, serviceType, name: name, arguments: repeat each arguments)
  }

  /// Resolves a service with one argument that may take an `await`, or throws the reason why that fails.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve; inferred if left out.
  ///   - name: the name of the registration.
  ///   - argument: is handed to the factory; its static type is a part of the key.
  /// - Returns: the service.
  /// - Throws: a ``ResolutionError``. The failure handler is not called.
  @_alwaysEmitIntoClient
  public nonisolated(nonsending) func requireAsync<Service, Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, argument: Argument
  ) async throws(ResolutionError) -> Service {
    try await requireAsync(serviceType, name: name, arguments: argument)
  }

  /// Resolves a service that may take an `await`.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve; inferred if left out.
  ///   - name: the name of the registration.
  /// - Returns: the service; or `nil`, after the reason was given to the failure handler of the container.
  @_alwaysEmitIntoClient
  public nonisolated(nonsending) func resolveAsync<Service>(
    _ serviceType: Service.Type = Service.self, name: String? = nil
  ) async -> Service? {
    do {
      return try await requireAsync(serviceType, name: name)
    } catch {
      report(error)
      return nil
    }
  }

  /// Resolves a service with arguments that may take an `await`.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve; inferred if left out.
  ///   - name: the name of the registration.
  ///   - arguments: are handed to the factory; their static types are a part of the key.
  /// - Returns: the service; or `nil`, after the reason was given to the failure handler of the container.
  @_alwaysEmitIntoClient
  public nonisolated(nonsending) func resolveAsync<Service, each Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, arguments: repeat each Argument
  ) async -> Service? {
    do {
      return try await requireAsync(serviceType, name: name, arguments: repeat each arguments)
    } catch {
      report(error)
      return nil
    }
  }

  /// Resolves a service with one argument that may take an `await`.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve; inferred if left out.
  ///   - name: the name of the registration.
  ///   - argument: is handed to the factory; its static type is a part of the key.
  /// - Returns: the service; or `nil`, after the reason was given to the failure handler of the container.
  @_alwaysEmitIntoClient
  public nonisolated(nonsending) func resolveAsync<Service, Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, argument: Argument
  ) async -> Service? {
    await resolveAsync(serviceType, name: name, arguments: argument)
  }

  /// Resolves all registrations of a type, under every name and under none, each by `requireAsync`.
  ///
  /// One after the other, in the order of ``resolveAll(_:arguments:)``.
  ///
  /// - Parameter serviceType: the type to resolve.
  /// - Returns: the services.
  /// - Throws: the ``ResolutionError`` of the first that cannot be built.
  @_alwaysEmitIntoClient
  public nonisolated(nonsending) func requireAllAsync<Service>(
    _ serviceType: Service.Type
  ) async throws(ResolutionError) -> [Service] {
    var services: [Service] = []
    for name in names(of: Service.self) {
      services.append(try await requireAsync(serviceType, name: name))
    }
    return services
  }
}

extension Resolver {
  /// Begins a resolve: sets `service` if it is there at once, or gives what has to be awaited.
  @_alwaysEmitIntoClient
  @inline(__always)
  func startAsync<Service>(
    _ service: inout Service?, name: String?, _ outcome: inout Outcome
  ) -> StartedBuild? {
    let build = backing.start(into: &service, nil, name, nil, &outcome)
    _fixLifetime(self)
    return build
  }

  /// The same with arguments.
  @_alwaysEmitIntoClient
  func startAsync<Service, each Argument>(
    _ service: inout Service?, name: String?, _ outcome: inout Outcome, arguments: repeat each Argument
  ) -> StartedBuild? {
    let tuple = (repeat each arguments)
    let build = withUnsafePointer(to: tuple) { pointer in
      backing.start(into: &service, Signature<repeat each Argument>.identity, name, pointer, &outcome)
    }
    _fixLifetime(self)
    return build
  }

  /// The names of all registrations of a type; none for a resolver without a container.
  @usableFromInline
  func names(of serviceType: Any.Type) -> [String?] {
    var names: [String?] = []
    backing.asked?.takeUnretainedValue().forEachName(of: serviceType, nil, nil) { names.append($0) }
    return names
  }
}

extension ResolverBacking {
  @_alwaysEmitIntoClient
  func start<Service>(
    into service: inout Service?, _ signature: Any.Type?, _ name: String?, _ arguments: UnsafeRawPointer?,
    _ outcome: inout Outcome
  ) -> StartedBuild? {
    guard let asked else { return nil }
    return withUnsafeTemporaryAllocation(of: Service.self, capacity: 1) { slot in
      let result = slot.baseAddress.unsafelyUnwrapped
      let started = asked._withUnsafeGuaranteedRef { registry in
        registry.start(
          Service.self, signature, name, signature == nil ? nil : arguments, result, within: build, &outcome)
      }
      if outcome.isSuccess { service = result.move() }
      return started
    }
  }
}

extension StartedBuild {
  /// Makes the instance, and hands it out as the type that was asked for; consumes the build.
  ///
  /// Most builds have nothing to do but to run the factory. It is called here, where its types are known: so the service is returned, and
  /// the arguments are those of the caller. The resolver of the factory is the only reference to the build that is counted; the container
  /// is kept by the one who asked, `keeper`.
  @_alwaysEmitIntoClient
  @inline(__always)
  nonisolated(nonsending) func instance<Service, Keeper, each Argument>(
    of serviceType: Service.Type, for keeper: Keeper, _ arguments: repeat each Argument
  ) async throws(ResolutionError) -> Service {
    guard let direct else {
      let build = build.takeRetainedValue()
      try await build.run()
      return build.take(as: Service.self)
    }
    let resolver: any Resolver = build.takeRetainedValue()
    // They go where the service is made, and nobody uses them here meanwhile.
    let handed = UncheckedValue((repeat each arguments))
    let service: Service
    do {
      let factory = direct.typed(as: UncheckedAsyncFactory<Service, repeat each Argument>.self)
      service = try await factory.pointee.call(resolver, repeat each handed.value)
    } catch {
      let reason = build._withUnsafeGuaranteedRef { $0.reason(afterFailure: error) }
      _fixLifetime(resolver)
      _fixLifetime(keeper)
      throw reason
    }
    let other: Service? = build._withUnsafeGuaranteedRef {
      $0.endsWithOther() ? $0.take(as: Service.self) : nil
    }
    _fixLifetime(resolver)
    _fixLifetime(keeper)
    return other ?? service
  }
}

extension AsyncBuild {
  /// Moves the instance out, of the type that was asked for.
  @_alwaysEmitIntoClient
  func take<Service>(as type: Service.Type) -> Service {
    takenResult().assumingMemoryBound(to: Service.self).move()
  }
}
