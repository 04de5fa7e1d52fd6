extension Resolver {
  /// Writes a registered service to `slot`; false, with nothing written, if that fails for whatever reason.
  ///
  /// The part that is inlined into clients: it knows the types, gives their identity and the addresses of arguments and
  /// result to the registry, and so costs no box and no dynamic cast.
  @inlinable
  @inline(__always)
  func find<Service, each Argument>(
    _ slot: UnsafeMutablePointer<Service>, name: String?, arguments: repeat each Argument
  ) -> Bool {
    // The registry is borrowed from the container behind `self`, which may have no other owner.
    defer { _fixLifetime(self) }
    guard let registry = backing.registry else { return false }
    if Signature<repeat each Argument>.isEmpty { return registry.write(Service.self, nil, name, nil, slot) }
    let tuple = (repeat each arguments)
    return withUnsafePointer(to: tuple) { pointer in
      registry.write(Service.self, Signature<repeat each Argument>.self, name, pointer, slot)
    }
  }
}

/// Gives `body` memory for one value.
@inlinable
@inline(__always)
func withSlot<Value, Result, Failure: Error>(
  for _: Value.Type, _ body: (UnsafeMutablePointer<Value>) throws(Failure) -> Result
) throws(Failure) -> Result {
  try withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { slot throws(Failure) in
    try body(slot.baseAddress.unsafelyUnwrapped)
  }
}

extension Unmanaged<Registry> {
  /// Resolves a service without counting a reference to the registry.
  @inlinable
  @inline(__always)
  func write(
    _ serviceType: Any.Type, _ signature: Any.Type?, _ name: String?, _ arguments: UnsafeRawPointer?,
    _ result: UnsafeMutableRawPointer
  ) -> Bool {
    // Most resolves give no name, which the compiler sees here.
    guard let name else {
      return _withUnsafeGuaranteedRef { $0.resolve(serviceType, signature, arguments, result) }
    }
    return _withUnsafeGuaranteedRef { $0.resolve(serviceType, signature, name, arguments, result) }
  }
}
