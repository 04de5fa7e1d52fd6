extension Resolver {
  /// Resolves a registered service; `nil` if that fails for whatever reason.
  ///
  /// The part that is inlined into clients: it knows the types, gives their identity and the addresses of arguments and
  /// result to the registry, and so costs no box and no dynamic cast.
  @inlinable
  @inline(__always)
  func find<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
  ) -> Service? {
    // The registry is borrowed from the container behind `self`, which may have no other owner.
    defer { _fixLifetime(self) }
    guard let registry = backing.registry else { return nil }
    return withUnsafeTemporaryAllocation(of: Service.self, capacity: 1) { slot in
      let result = slot.baseAddress.unsafelyUnwrapped
      let isFound: Bool
      if Signature<repeat each Argument>.isEmpty {
        isFound = registry.write(serviceType, nil, name, nil, result)
      } else {
        let tuple = (repeat each arguments)
        isFound = withUnsafePointer(to: tuple) { pointer in
          registry.write(serviceType, Signature<repeat each Argument>.self, name, pointer, result)
        }
      }
      return isFound ? result.move() : nil
    }
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
