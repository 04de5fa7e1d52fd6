extension Resolver {
  /// Writes a service to memory for it; gives the reason, or what `reason` completes, if there is no service.
  ///
  /// The caller knows the types, gives their identity and the addresses of arguments and result to the registry, and so needs no box and no
  /// dynamic cast.
  @_alwaysEmitIntoClient
  @_transparent
  func write<Service>(
    _ serviceType: Service.Type, name: String?, to result: UnsafeMutableRawPointer
  ) -> ResolutionError? {
    // Most resolves give no name, which the compiler sees where they are written.
    if name == nil { return write(Service.self, nil, nil, to: result) }
    // The registry is borrowed from the container behind `self`, which may have no other owner.
    defer { _fixLifetime(self) }
    return backing.resolve(Service.self, nil, name, nil, result)
  }

  /// The same with one argument, which is where it is: it takes no tuple, and so no copy.
  @_alwaysEmitIntoClient
  @_transparent
  func write<Service, Argument>(
    _ serviceType: Service.Type, name: String?, argument: Argument, to result: UnsafeMutableRawPointer
  ) -> ResolutionError? {
    withUnsafePointer(to: argument) { argument in
      // What has no bytes may have no address, but it is an argument.
      let address =
        MemoryLayout<Argument>.size == 0
        ? UnsafeRawPointer(bitPattern: MemoryLayout<Argument>.alignment) : UnsafeRawPointer(argument)
      if name == nil { return write(Service.self, Signature<Argument>.self, address, to: result) }
      defer { _fixLifetime(self) }
      return backing.resolve(Service.self, Signature<Argument>.self, name, address, result)
    }
  }

  /// The same with arguments, and perhaps an option.
  @_alwaysEmitIntoClient
  @inline(__always)
  func write<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, option: OptionBox? = nil, arguments: repeat each Argument,
    to result: UnsafeMutableRawPointer
  ) -> ResolutionError? {
    let signature = Signature<repeat each Argument>.isEmpty ? nil : Signature<repeat each Argument>.self
    return withUnsafePointer(to: (repeat each arguments)) { tuple in
      let arguments = signature == nil ? nil : UnsafeRawPointer(tuple)
      defer { _fixLifetime(self) }
      if let option { return backing.resolve(Service.self, signature, name, option, arguments, result) }
      return name == nil
        ? write(Service.self, signature, arguments, to: result)
        : backing.resolve(Service.self, signature, name, arguments, result)
    }
  }
}

extension ResolverBacking {
  /// Resolves a service without counting a reference to the registry; gives the reason if there is no service.
  ///
  /// Not generic: callers pass metatypes and addresses, so that a program with thousands of call sites stays small. The parts
  /// of the key come one by one, in registers. What is at `result` after a failure is no value.
  @usableFromInline
  func resolve(
    _ serviceType: Any.Type, _ signature: Any.Type?, _ name: String?, _ arguments: UnsafeRawPointer?,
    _ result: UnsafeMutableRawPointer
  ) -> ResolutionError? {
    let lookup = Lookup(serviceType, signature, name)
    guard let registry else { return resolveByBuild(lookup, arguments, result) }
    return registry._withUnsafeGuaranteedRef { $0.resolve(lookup, arguments, result) }.failure()
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
  @_optimize(speed)
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
