import Builtin

extension Resolver {
  /// Finds a service; throws the reason if there is none, for `recover`.
  ///
  /// The part that is inlined into clients: it knows the types, gives their identity and the addresses of arguments and
  /// result to the registry, and so costs no box and no dynamic cast.
  ///
  /// Transparent, as most that clients get: of other functions the compiler makes, and optimizes, a copy for each type before it inlines them.
  /// For the same reason the memory for the service is the builtin's: `withUnsafeTemporaryAllocation` has a second way, by the heap, for what
  /// would be on the stack as a variable, too, and calls a closure.
  @_alwaysEmitIntoClient
  @_transparent
  func find<Service>(_ serviceType: Service.Type, name: String?) throws(ResolutionError) -> Service {
    let memory = Builtin.unprotectedStackAlloc(
      MemoryLayout<Service>.size._builtinWordValue, 1._builtinWordValue,
      MemoryLayout<Service>.alignment._builtinWordValue)
    let result = UnsafeMutableRawPointer(memory)
    // Most resolves give no name, which the compiler sees here.
    let error =
      name == nil
      ? backing.resolve(Service.self, nil, nil, result)
      : backing.resolve(Service.self, nil, name, nil, result)
    // The registry is borrowed from the container behind `self`, which may have no other owner.
    _fixLifetime(self)
    if let error {
      Builtin.stackDealloc(memory)
      throw error
    }
    let service = UnsafeMutablePointer<Service>(memory).move()
    Builtin.stackDealloc(memory)
    return service
  }

  /// The same with one argument, which is where it is: it takes no tuple, and so no copy.
  @_alwaysEmitIntoClient
  @_transparent
  func find<Service, Argument>(
    _ serviceType: Service.Type, name: String?, argument: Argument
  ) throws(ResolutionError) -> Service {
    let memory = Builtin.unprotectedStackAlloc(
      MemoryLayout<Service>.size._builtinWordValue, 1._builtinWordValue,
      MemoryLayout<Service>.alignment._builtinWordValue)
    let result = UnsafeMutableRawPointer(memory)
    let backing = backing
    let error = withUnsafePointer(to: argument) { argument in
      // What has no bytes may have no address, but it is an argument.
      let address =
        MemoryLayout<Argument>.size == 0
        ? UnsafeRawPointer(bitPattern: MemoryLayout<Argument>.alignment) : UnsafeRawPointer(argument)
      return name == nil
        ? backing.resolve(Service.self, Signature<Argument>.self, address, result)
        : backing.resolve(Service.self, Signature<Argument>.self, name, address, result)
    }
    _fixLifetime(self)
    if let error {
      Builtin.stackDealloc(memory)
      throw error
    }
    let service = UnsafeMutablePointer<Service>(memory).move()
    Builtin.stackDealloc(memory)
    return service
  }

  /// The same with arguments, and perhaps an option.
  @_alwaysEmitIntoClient
  @inline(__always)
  func find<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, option: OptionBox? = nil, arguments: repeat each Argument
  ) throws(ResolutionError) -> Service {
    let memory = Builtin.unprotectedStackAlloc(
      MemoryLayout<Service>.size._builtinWordValue, 1._builtinWordValue,
      MemoryLayout<Service>.alignment._builtinWordValue)
    let result = UnsafeMutableRawPointer(memory)
    let signature = Signature<repeat each Argument>.isEmpty ? nil : Signature<repeat each Argument>.self
    let tuple = (repeat each arguments)
    let backing = backing
    let error = withUnsafePointer(to: tuple) { tuple in
      let arguments = signature == nil ? nil : UnsafeRawPointer(tuple)
      if let option { return backing.resolve(Service.self, signature, name, option, arguments, result) }
      return name == nil
        ? backing.resolve(Service.self, signature, arguments, result)
        : backing.resolve(Service.self, signature, name, arguments, result)
    }
    _fixLifetime(self)
    if let error {
      Builtin.stackDealloc(memory)
      throw error
    }
    let service = UnsafeMutablePointer<Service>(memory).move()
    Builtin.stackDealloc(memory)
    return service
  }
}

extension ResolverBacking {
  /// Resolves a service without counting a reference to the registry; gives the reason if there is none.
  ///
  /// Not generic: callers pass metatypes and addresses, so that a program with thousands of call sites stays small. The parts
  /// of the key come one by one, in registers. What is at `result` after a failure is no value.
  @_alwaysEmitIntoClient
  @_transparent
  func resolve(
    _ serviceType: Any.Type, _ signature: Any.Type?, _ arguments: UnsafeRawPointer?,
    _ result: UnsafeMutableRawPointer
  ) -> ResolutionError? {
    guard let registry else { return resolve(serviceType, signature, nil, arguments, result) }
    return registry._withUnsafeGuaranteedRef { $0.write(serviceType, signature, arguments, result) }
  }

  /// The same with a name, and for a resolver without a registry.
  @usableFromInline
  func resolve(
    _ serviceType: Any.Type, _ signature: Any.Type?, _ name: String?, _ arguments: UnsafeRawPointer?,
    _ result: UnsafeMutableRawPointer
  ) -> ResolutionError? {
    guard let registry else { return resolveByBuild(serviceType, signature, name, arguments, result) }
    return registry._withUnsafeGuaranteedRef {
      $0.resolve(Lookup(serviceType, signature, name), arguments, result).failure()
    }
  }

  /// The same with an option.
  @usableFromInline
  func resolve(
    _ serviceType: Any.Type, _ signature: Any.Type?, _ name: String?, _ option: OptionBox,
    _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer
  ) -> ResolutionError? {
    let lookup = Lookup(serviceType, signature, name, option)
    guard let registry else { return resolveByBuild(lookup, arguments, result) }
    return registry._withUnsafeGuaranteedRef { $0.resolve(lookup, arguments, result) }.failure()
  }

  @inline(never)
  private func resolveByBuild(
    _ serviceType: Any.Type, _ signature: Any.Type?, _ name: String?, _ arguments: UnsafeRawPointer?,
    _ result: UnsafeMutableRawPointer
  ) -> ResolutionError? {
    resolveByBuild(Lookup(serviceType, signature, name), arguments, result)
  }

  @inline(never)
  private func resolveByBuild(
    _ lookup: Lookup, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer
  ) -> ResolutionError? {
    guard let build = build?.takeUnretainedValue() else { return .nothingFound }
    return build.joined { _ in build.registry.resolve(lookup, arguments, result) }.failure()
  }

  /// Why nothing was found for a key; `nil` if there is neither a registry nor a build.
  @inline(never)
  func missing(_ key: ServiceKey) -> ResolutionError? {
    if let build { return build.takeUnretainedValue().missing(key) }
    return registry?.takeUnretainedValue().missing(key, ThreadState.current)
  }
}
