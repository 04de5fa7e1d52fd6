/// An awaited resolve where its types are known. The caller keeps the container alive until it is over.
extension ResolverBacking {
  /// Resolves a service, or throws the reason why that fails.
  // Never inlined, nor the one with arguments: the compiler would free the memory of the caller's task in another order than it took it.
  @_alwaysEmitIntoClient
  @inline(never)
  nonisolated(nonsending) func required<Service>(
    _ serviceType: Service.Type, _ name: String?
  ) async throws(ResolutionError) -> Service {
    var service: Service?
    var outcome = Outcome.missing
    if let build = start(into: &service, nil, name, nil, &outcome) {
      return try await build.instance(of: Service.self)
    }
    if let service { return service }
    throw reason(for: outcome, Service.self, nil, name)
  }

  /// The same with arguments.
  @_alwaysEmitIntoClient
  @inline(never)
  nonisolated(nonsending) func required<Service, each Argument>(
    _ serviceType: Service.Type, _ name: String?, _ arguments: repeat each Argument
  ) async throws(ResolutionError) -> Service {
    let signature = Signature<repeat each Argument>.identity
    var service: Service?
    var outcome = Outcome.missing
    let tuple = (repeat each arguments)
    let build = withUnsafePointer(to: tuple) { pointer in
      start(into: &service, signature, name, pointer, &outcome)
    }
    if let build { return try await build.instance(of: Service.self, repeat each arguments) }
    if let service { return service }
    throw reason(for: outcome, Service.self, signature, name)
  }

  /// Sets `service` if it is there at once, or gives what has to be awaited.
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

  /// Why there is no instance.
  @usableFromInline
  @inline(never)
  func reason(
    for outcome: Outcome, _ serviceType: Any.Type, _ signature: Any.Type?, _ name: String?
  ) -> ResolutionError {
    if case .failed(let error) = outcome { return error }
    let key = ServiceKey(serviceType, signature: signature, name: name)
    return missing(key) ?? ResolutionError(.notRegistered, key: key)
  }
}

extension StartedBuild {
  /// Makes the instance, and hands it out as the type that was asked for; consumes the build.
  ///
  /// Most builds have nothing to do but to run the factory. It is called here, where its types are known: so the service is returned, and
  /// the arguments are those of the caller. The resolver of the factory is the only reference to the build that is counted.
  @_alwaysEmitIntoClient
  @inline(__always)
  nonisolated(nonsending) func instance<Service, each Argument>(
    of serviceType: Service.Type, _ arguments: repeat each Argument
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
      throw reason
    }
    let other: Service? = build._withUnsafeGuaranteedRef {
      $0.endsWithOther() ? $0.take(as: Service.self) : nil
    }
    _fixLifetime(resolver)
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
