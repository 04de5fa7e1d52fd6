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
    guard let registry = backing.registry else { return nil }
    return withUnsafeTemporaryAllocation(of: Service.self, capacity: 1) { slot in
      let result = slot.baseAddress.unsafelyUnwrapped
      let isFound: Bool
      if Signature<repeat each Argument>.isEmpty {
        isFound = registry._withUnsafeGuaranteedRef {
          $0.resolve(serviceType, nil, name, nil, UnsafeMutableRawPointer(result))
        }
      } else {
        let tuple = (repeat each arguments)
        isFound = withUnsafePointer(to: tuple) { pointer in
          registry._withUnsafeGuaranteedRef {
            $0.resolve(
              serviceType, Signature<repeat each Argument>.self, name, UnsafeRawPointer(pointer),
              UnsafeMutableRawPointer(result))
          }
        }
      }
      return isFound ? result.move() : nil
    }
  }
}
