/// An awaited resolve where its types are known. The caller keeps the container alive until it is over.
extension ResolverBacking {
  /// Resolves a service, or throws the reason why that fails.
  // Never inlined, nor the one with arguments: the compiler would free the memory of the caller's task in another order than it took it.
  @_alwaysEmitIntoClient
  @inline(never)
  nonisolated(nonsending) func required<Service>(
    _ serviceType: Service.Type, _ name: String?
  ) async throws(ResolutionError) -> Service {
    switch try start(Service.self, nil, name, nil) {
    case .ready(let service): return service
    case .awaited(let build): return try await build.instance(of: Service.self)
    }
  }

  /// The same with arguments.
  @_alwaysEmitIntoClient
  @inline(never)
  nonisolated(nonsending) func required<Service, each Argument>(
    _ serviceType: Service.Type, _ name: String?, _ arguments: repeat each Argument
  ) async throws(ResolutionError) -> Service {
    let signature = Signature<repeat each Argument>.identity
    let tuple = (repeat each arguments)
    let begun = try withUnsafePointer(to: tuple) { pointer throws(ResolutionError) in
      try start(Service.self, signature, name, signature == nil ? nil : pointer)
    }
    switch begun {
    case .ready(let service): return service
    case .awaited(let build): return try await build.instance(of: Service.self, repeat each arguments)
    }
  }

  /// Gives the service if it is there at once, or what has to be awaited.
  @_alwaysEmitIntoClient
  @inline(__always)
  func start<Service>(
    _ serviceType: Service.Type, _ signature: Any.Type?, _ name: String?, _ arguments: UnsafeRawPointer?
  ) throws(ResolutionError) -> AwaitedStart<Service> {
    var outcome = Outcome.missing
    if let asked {
      let begun = withUnsafeTemporaryAllocation(of: Service.self, capacity: 1) {
        let result = $0.baseAddress.unsafelyUnwrapped
        let started = asked._withUnsafeGuaranteedRef { registry in
          registry.start(Service.self, signature, name, arguments, result, within: build, &outcome)
        }
        if let started { return AwaitedStart<Service>?.some(.awaited(started)) }
        return outcome.isSuccess ? .ready(result.move()) : nil
      }
      if let begun { return begun }
    }
    throw reason(for: outcome, Service.self, signature, name)
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

/// How an awaited resolve begins.
@usableFromInline
enum AwaitedStart<Service> {
  case ready(Service)
  case awaited(StartedBuild)
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
    let service: Service
    do {
      let factory = direct.typed(as: KeptAsyncFactory<Service, repeat each Argument>.self)
      service = try await factory.pointee(resolver, repeat each arguments)
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
