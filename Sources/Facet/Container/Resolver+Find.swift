/// The resolve at its call site, with memory for its service: a variable, whose address is passed on for the time of the call.
///
/// The caller knows the types. It passes their identity and the addresses of arguments and service to the registry, so no box and no dynamic
/// cast is needed. The functions are transparent, like most that clients get: for other functions the compiler makes and optimizes a copy
/// for each type before it inlines them.
extension Resolver {
  /// Finds a service, or throws the reason of the failure.
  @_alwaysEmitIntoClient
  @_transparent
  func find<Service>(_ serviceType: Service.Type, name: String?) throws(ResolutionError) -> sending Service {
    var service: Service? = nil
    if let error = unsafe write(name: name, to: &service) {
      service = try provided(instead: consume error, Service.self, name: name)
    }
    // Not by `handedOver`: in a debug build its copies would be on the stack, between one service and the next.
    nonisolated(unsafe) let found = unsafe service.unsafelyUnwrapped
    return unsafe found
  }

  /// The same with one argument, without a tuple.
  @_alwaysEmitIntoClient
  @_transparent
  func find<Service, Argument>(
    _ serviceType: Service.Type, name: String?, argument: Argument
  ) throws(ResolutionError) -> sending Service {
    var service: Service? = nil
    var copy = argument
    if let error = unsafe write(name: name, &copy, to: &service) {
      service = try provided(instead: consume error, Service.self, name: name, arguments: argument)
    }
    // Not by `handedOver`: in a debug build its copies would be on the stack, between one service and the next.
    nonisolated(unsafe) let found = unsafe service.unsafelyUnwrapped
    return unsafe found
  }

  /// The same with arguments, and an optional option.
  @_alwaysEmitIntoClient
  @inline(__always)
  func find<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, option: OptionBox? = nil, arguments: repeat each Argument
  ) throws(ResolutionError) -> sending Service {
    var service: Service? = nil
    let signature = Signature<repeat each Argument>.isEmpty ? nil : Signature<repeat each Argument>.self
    let error = unsafe withUnsafePointer(to: (repeat each arguments)) {
      unsafe write(signature, name: name, option: option, $0, to: &service)
    }
    if let error {
      service = try provided(
        instead: consume error, Service.self, name: name, option: option, arguments: repeat each arguments)
    }
    // Not by `handedOver`: in a debug build its copies would be on the stack, between one service and the next.
    nonisolated(unsafe) let found = unsafe service.unsafelyUnwrapped
    return unsafe found
  }

  // Most resolves give no name, and the compiler sees this at the call site.

  @_alwaysEmitIntoClient
  @_transparent
  func write<Service>(name: String?, to service: UnsafeMutablePointer<Service?>) -> ResolutionError? {
    name == nil
      ? unsafe writeUnnamed(Service.self, nil, nil, to: service)
      : unsafe write(Service.self, name: name, to: service)
  }

  @_alwaysEmitIntoClient
  @_transparent
  func write<Service, Argument>(
    name: String?, _ argument: UnsafeMutablePointer<Argument>, to service: UnsafeMutablePointer<Service?>
  ) -> ResolutionError? {
    name == nil
      ? unsafe writeUnnamed(
        Service.self, Signature<Argument>.self, Arguments(argument).address, to: service)
      : unsafe write(
        Service.self, Signature<Argument>.self, name: name, Arguments(argument).address, to: service)
  }

  @_alwaysEmitIntoClient
  @inline(__always)
  func write<Service, Tuple>(
    _ signature: Any.Type?, name: String?, option: OptionBox?, _ tuple: UnsafePointer<Tuple>,
    to service: UnsafeMutablePointer<Service?>
  ) -> ResolutionError? {
    let arguments = unsafe signature == nil ? nil : Arguments(tuple).address
    if case .none = option, name == nil {
      return unsafe writeUnnamed(Service.self, signature, arguments, to: service)
    }
    return unsafe write(Service.self, signature, name: name, option: option, arguments, to: service)
  }

  /// Resolves without a name, in one call at the call site.
  ///
  /// - Parameters:
  ///   - serviceType: the requested type.
  ///   - signature: identifies the types of the arguments; `nil` without arguments.
  ///   - arguments: the address of the arguments.
  ///   - service: memory for an optional of the type. The optional is `nil` before, and stays `nil` after a failure.
  /// - Returns: the reason of a failure.
  @usableFromInline
  func writeUnnamed(
    _ serviceType: Any.Type, _ signature: Any.Type?, _ arguments: UnsafeRawPointer?,
    to service: UnsafeMutableRawPointer
  ) -> ResolutionError? {
    guard type(of: self) == Container.self else {
      return unsafe write(serviceType, signature, name: nil, arguments, to: service)
    }
    let arguments = unsafe arguments.map { unsafe Arguments(address: $0) }
    return unsafe unsafeDowncast(self, to: Container.self).registry.resolve(
      Lookup(serviceType, signature), arguments, Slot(address: service)
    ).failure()
  }

  /// Resolves under a name, or with an option.
  @usableFromInline
  func write(
    _ serviceType: Any.Type, _ signature: Any.Type? = nil, name: String?, option: OptionBox? = nil,
    _ arguments: UnsafeRawPointer? = nil, to service: UnsafeMutableRawPointer
  ) -> ResolutionError? {
    // The container behind `self` may have no other owner.
    defer { withExtendedLifetime(self) {} }
    let arguments = unsafe arguments.map { unsafe Arguments(address: $0) }
    return unsafe backing.resolve(
      Lookup(serviceType, signature, name, option), arguments, Slot(address: service))
  }

  // MARK: - Resolvers without an instance

  /// The service that a resolver without a container provides; throws the reason if there is a container.
  @usableFromInline
  @inline(never)
  func provided<Service>(
    instead error: consuming ResolutionError, _ serviceType: Service.Type, name: String?
  ) throws(ResolutionError) -> sending Service {
    if let reason = reason(error, Service.self, nil, name, nil) { throw reason }
    return try provided(serviceType, name: name)
  }

  @_alwaysEmitIntoClient
  @inline(never)
  func provided<Service, each Argument>(
    instead error: consuming ResolutionError, _ serviceType: Service.Type, name: String?,
    option: OptionBox? = nil, arguments: repeat each Argument
  ) throws(ResolutionError) -> sending Service {
    let signature = Signature<repeat each Argument>.identity
    if let reason = reason(error, Service.self, signature, name, option) { throw reason }
    return try provided(serviceType, name: name, option: option, repeat each arguments)
  }

  /// The complete error; `nil` if the resolver has no container.
  @usableFromInline
  @inline(never)
  func reason(
    _ error: ResolutionError, _ serviceType: Any.Type, _ signature: Any.Type?, _ name: String?,
    _ option: OptionBox?
  ) -> ResolutionError? {
    guard error.identity == ResolutionError.nothingFound.identity else { return error }
    defer { withExtendedLifetime(self) {} }
    return backing.missing(ServiceKey(serviceType, signature: signature, name: name, option: option))
  }

  /// Asks a resolver without a container for its own service.
  ///
  /// As in a container, a missing optional is its wrapped service, or `nil`.
  @usableFromInline
  func provided<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, option: OptionBox? = nil, _ arguments: repeat each Argument
  ) throws(ResolutionError) -> sending Service {
    let signature = Signature<repeat each Argument>.identity
    let key = ServiceKey(Service.self, signature: signature, name: name, option: option)
    do {
      if let service = try provide(Service.self, name: name, arguments: repeat each arguments) {
        return handedOver(service)
      }
      if let optional = Service.self as? any OptionalService.Type,
        let service = try optional.provided(by: self, name: name, repeat each arguments) as? Service
      {
        return handedOver(service)
      }
    } catch {
      throw ResolutionError(error, providing: key)
    }
    throw ResolutionError(.notRegistered, key: key)
  }

  /// Passes the reason to the failure handler.
  @usableFromInline
  @inline(never)
  func report(_ error: ResolutionError) {
    defer { withExtendedLifetime(self) {} }
    if let registry = backing.asked?.object {
      registry.report(error)
    } else {
      printToStandardError(error.description)
    }
  }

  /// Stops the program with the reason, for a resolve that has no other way to report it.
  @usableFromInline
  @inline(never)
  func stopResolving(_ error: ResolutionError, _ fileID: String, _ line: Int) -> Never {
    stop(error.description, at: CodeLocation(fileID: fileID, line: line))
  }
}

extension ResolutionError {
  /// The reason why a resolver without a container failed to provide all services of a type.
  @usableFromInline
  init(_ error: any Error, providing serviceType: Any.Type, _ signature: Any.Type?) {
    self.init(error, providing: ServiceKey(serviceType, signature: signature))
  }

  /// The reason why a resolver without a container failed to provide a service.
  @inline(never)
  fileprivate init(_ error: any Error, providing key: ServiceKey) {
    self = error as? ResolutionError ?? ResolutionError(.factoryFailed, key: key, underlyingError: error)
  }
}

extension Resolver {
  /// The container or build behind the resolver, found by its class.
  ///
  /// So the protocol needs no requirement that users would see.
  ///
  /// A cast would count a reference, like `self` as an existential would: threads would wait for one another.
  @usableFromInline
  var backing: ResolverBacking {
    if type(of: self) == Container.self {
      return ResolverBacking(registry: unsafe unsafeDowncast(self, to: Container.self).registry)
    }
    if type(of: self) == AwaitedBuild.self {
      return ResolverBacking(build: unsafe unsafeDowncast(self, to: AwaitedBuild.self))
    }
    return ResolverBacking()
  }
}

extension ResolverBacking {
  /// Resolves a service without counting a reference to the registry; returns the error if there is no service.
  ///
  /// Not generic: callers pass metatypes and addresses, so that a program with thousands of call sites stays small.
  func resolve(_ lookup: Lookup, _ arguments: Arguments?, _ slot: Slot) -> ResolutionError? {
    if let registry { return registry.read { $0.resolve(lookup, arguments, slot) }.failure() }
    guard let build = build?.object else { return .nothingFound }
    return build.joined { _ in build.registry.resolve(lookup, arguments, slot) }.failure()
  }

  /// The error for a key that was not found; `nil` if there is neither a registry nor a build.
  @inline(never)
  func missing(_ key: ServiceKey) -> ResolutionError? {
    if let build = build?.object { return build.joined { thread in build.registry.missing(key, thread) } }
    return registry?.object.missing(key, Thread.current)
  }
}
