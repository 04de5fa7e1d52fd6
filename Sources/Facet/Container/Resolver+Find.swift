extension Resolver {
  /// Sets `service` to a registered one; nothing is changed if that fails for whatever reason.
  ///
  /// The part that is inlined into clients: it knows the types, gives their identity and the addresses of arguments and
  /// result to the registry, and so costs no box and no dynamic cast.
  ///
  /// Without arguments in a function of its own, as most resolves are: the compiler has half as much to do for it.
  @_alwaysEmitIntoClient
  @inline(__always)
  func find<Service>(_ service: inout Service?, name: String?) -> Outcome {
    guard let registry = backing.registry else { return .missing }
    let outcome = registry.write(nil, name, nil, into: &service)
    // The registry is borrowed from the container behind `self`, which may have no other owner.
    _fixLifetime(self)
    return outcome
  }

  /// The same with one argument, which is where it is: it takes no tuple, and so no copy.
  @_alwaysEmitIntoClient
  @inline(__always)
  func find<Service, Argument>(_ service: inout Service?, name: String?, argument: Argument) -> Outcome {
    guard let registry = backing.registry else { return .missing }
    let outcome = withUnsafePointer(to: argument) { argument in
      // What has no bytes may have no address, but it is an argument.
      let address =
        MemoryLayout<Argument>.size == 0
        ? UnsafeRawPointer(bitPattern: MemoryLayout<Argument>.alignment) : UnsafeRawPointer(argument)
      return registry.write(Signature<Argument>.self, name, address, into: &service)
    }
    _fixLifetime(self)
    return outcome
  }

  /// The same with arguments.
  @_alwaysEmitIntoClient
  @inline(__always)
  func find<Service, each Argument>(
    _ service: inout Service?, name: String?, arguments: repeat each Argument
  ) -> Outcome {
    guard let registry = backing.registry else { return .missing }
    let outcome: Outcome
    if Signature<repeat each Argument>.isEmpty {
      outcome = registry.write(nil, name, nil, into: &service)
    } else {
      let tuple = (repeat each arguments)
      outcome = withUnsafePointer(to: tuple) { pointer in
        registry.write(Signature<repeat each Argument>.self, name, pointer, into: &service)
      }
    }
    _fixLifetime(self)
    return outcome
  }
}

extension Unmanaged<Registry> {
  @_alwaysEmitIntoClient
  @inline(__always)
  func write<Service>(
    _ signature: Any.Type?, _ name: String?, _ arguments: UnsafeRawPointer?, into service: inout Service?
  ) -> Outcome {
    // An optional that is no larger than its value has no room for a tag: there is a value in it as soon as the value's
    // bytes are. So the service is built in its place, and moved no more.
    MemoryLayout<Service?>.size == MemoryLayout<Service>.size
      ? write(signature, name, arguments, inPlace: &service)
      : writeTagged(signature, name, nil, arguments, &service)
  }

  /// Builds a service in the place of an optional that has no tag.
  @_alwaysEmitIntoClient
  @inline(__always)
  func write<Service>(
    _ signature: Any.Type?, _ name: String?, _ arguments: UnsafeRawPointer?,
    inPlace service: UnsafeMutablePointer<Service?>
  ) -> Outcome {
    settled(
      write(Service.self, signature, name, arguments, UnsafeMutableRawPointer(service)), inPlace: service)
  }

  /// Clears the place if there is no service: an instance that was built and had to be dropped has left its bytes.
  @_alwaysEmitIntoClient
  @inline(__always)
  func settled<Service>(_ outcome: Outcome, inPlace service: UnsafeMutablePointer<Service?>) -> Outcome {
    if !outcome.isSuccess { service.initialize(to: nil) }
    return outcome
  }

  /// The same for any value, also one without room for the absence of one, as numbers are; without arguments if `signature`
  /// is `nil`.
  @usableFromInline
  @inline(never)
  func writeTagged<Service>(
    _ signature: Any.Type?, _ name: String?, _ option: OptionBox?, _ arguments: UnsafeRawPointer?,
    _ service: inout Service?
  ) -> Outcome {
    withUnsafeTemporaryAllocation(of: Service.self, capacity: 1) { slot in
      let result = slot.baseAddress.unsafelyUnwrapped
      let outcome = _withUnsafeGuaranteedRef {
        $0.resolve(Lookup(Service.self, signature, name, option), signature == nil ? nil : arguments, result)
      }
      if outcome.isSuccess { service = result.move() }
      return outcome
    }
  }
}

extension Unmanaged<Registry> {
  /// Resolves a service without counting a reference to the registry.
  @_alwaysEmitIntoClient
  @inline(__always)
  func write(
    _ serviceType: Any.Type, _ signature: Any.Type?, _ name: String?, _ arguments: UnsafeRawPointer?,
    _ result: UnsafeMutableRawPointer
  ) -> Outcome {
    // Most resolves give no name, which the compiler sees here.
    _withUnsafeGuaranteedRef { registry in
      guard let name else { return registry.resolve(serviceType, signature, arguments, result) }
      return registry.resolve(serviceType, signature, name, arguments, result)
    }
  }
}
