/// An awaited resolve, where its types are known.
extension ResolverBacking {
  /// Resolves a service, or throws the reason of the failure.
  // Never inlined, nor the one with arguments: the compiler would free the memory of the caller's task in the wrong order.
  @_alwaysEmitIntoClient
  @inline(never)
  nonisolated(nonsending) func required<Service>(
    _ serviceType: Service.Type, _ name: String?
  ) async throws(ResolutionError) -> sending Service {
    var service: Service? = nil
    let started = unsafe try start(nil, name, nil, to: &service)
    guard let started else { return handedOver(service!) }
    return try await started.service()
  }

  /// The same with arguments.
  @_alwaysEmitIntoClient
  @inline(never)
  nonisolated(nonsending) func required<Service, each Argument>(
    _ serviceType: Service.Type, _ name: String?, _ arguments: repeat each Argument
  ) async throws(ResolutionError) -> sending Service {
    var service: Service? = nil
    let signature = Signature<repeat each Argument>.identity
    let started = unsafe try withUnsafePointer(to: (repeat each arguments)) { tuple throws(ResolutionError) in
      unsafe try start(signature, name, tuple, to: &service)
    }
    guard let started else { return handedOver(service!) }
    return try await started.service()
  }

  @_alwaysEmitIntoClient
  @_transparent
  func start<Service>(
    _ signature: Any.Type?, _ name: String?, _ arguments: UnsafeRawPointer?,
    to service: UnsafeMutablePointer<Service?>
  ) throws(ResolutionError) -> StartedResolve? {
    unsafe try start(Service.self, signature, name, arguments, at: service)
  }

  /// The same for addresses; without a signature there are no arguments.
  @usableFromInline
  func start(
    _ serviceType: Any.Type, _ signature: Any.Type?, _ name: String?, _ arguments: UnsafeRawPointer?,
    at address: UnsafeMutableRawPointer
  ) throws(ResolutionError) -> StartedResolve? {
    let arguments = unsafe signature == nil ? nil : arguments.map { unsafe Arguments(address: $0) }
    return unsafe try start(Lookup(serviceType, signature, name), arguments, Slot(address: address))
  }

  /// Puts the service into the slot if it is available immediately, or returns the build to await.
  func start(
    _ lookup: Lookup, _ arguments: Arguments?, _ slot: Slot
  ) throws(ResolutionError) -> StartedResolve? {
    var outcome = Outcome.missing
    if let asked {
      let started = asked.read {
        $0.start(lookup, arguments, slot, within: build?.object, joining: nil, &outcome)
      }
      if let started { return StartedResolve(.build(started)) }
      if outcome.isSuccess { return nil }
      if case .failed(let error) = outcome, let optional = optional(lookup.serviceType, awaiting: error) {
        let copy = arguments.flatMap { arguments in
          (lookup.signature as? any ArgumentList.Type).map { ArgumentCopy($0.tupleType, of: arguments) }
        }
        let wrapped = Lookup(optional.wrappedType, lookup.signature, lookup.name)
        return StartedResolve(.optional(optional, wrapped, copy, self))
      }
    }
    if case .failed(let error) = outcome { throw error }
    throw missing(lookup.key) ?? ResolutionError(.notRegistered, key: lookup.key)
  }

  /// The type as an optional, if its wrapped type must be awaited.
  private func optional(_ serviceType: Any.Type, awaiting error: ResolutionError) -> (
    any OptionalService.Type
  )? {
    guard error.code == .needsAwait || error.code == .wrongActor,
      let optional = serviceType as? any OptionalService.Type, error.key.serviceType == optional.wrappedType
    else { return nil }
    return optional
  }
}

/// The part of a resolve that must be awaited.
@usableFromInline
struct StartedResolve {
  fileprivate enum Way {
    case build(AwaitedBuild)
    /// The service in an optional.
    case optional(any OptionalService.Type, Lookup, ArgumentCopy?, ResolverBacking)
  }

  private let way: Way

  fileprivate init(_ way: Way) { self.way = way }

  /// Makes the service, of the requested type.
  @_alwaysEmitIntoClient
  nonisolated(nonsending) func service<Service>() async throws(ResolutionError) -> sending Service {
    let memory = UnsafeMutablePointer<Service?>.allocate(capacity: 1)
    unsafe memory.initialize(to: nil)
    defer { unsafe memory.deallocate() }
    do throws(ResolutionError) {
      unsafe try await make(into: Slot(memory))
    } catch {
      unsafe memory.deinitialize(count: 1)
      throw error
    }
    return unsafe memory.move()!
  }

  @usableFromInline
  nonisolated(nonsending) func make(into slot: Slot) async throws(ResolutionError) {
    switch way {
    case .build(let build): try await build.registry.run(build, into: slot)
    case .optional(let optional, let lookup, let arguments, let backing):
      try await optional.wrap(lookup, arguments, by: backing, at: slot)
    }
  }
}
