/// The way of a resolve: find the registration, then give what is shared, or build.
///
/// The hot path. Its functions take what they need one by one, in registers; `Request` bundles it for the ways that are
/// taken seldom.
extension Registry {
  /// Resolves a service, and writes it to `result`.
  ///
  /// Not generic: callers pass metatypes and addresses, so that a program with thousands of call sites stays small.
  ///
  /// - Returns: false with nothing written. Then `Resolution.error` has the reason, or nothing if there is no
  ///   registration.
  @usableFromInline
  func resolve(
    _ serviceType: Any.Type, _ signature: Any.Type?, _ name: String?,
    _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer
  ) -> Bool {
    resolve(LookupKey(serviceType, signature, name), arguments, result)
  }

  /// The same without a name.
  @usableFromInline
  func resolve(
    _ serviceType: Any.Type, _ signature: Any.Type?, _ arguments: UnsafeRawPointer?,
    _ result: UnsafeMutableRawPointer
  ) -> Bool {
    resolve(PlainKey(serviceType: serviceType, signature: signature), arguments, result)
  }

  @inline(__always)
  func resolve<Key: RegistrationKey>(
    _ key: Key, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer
  ) -> Bool {
    let resolution = Resolution.current(threads)
    guard resolution.pointee.isInside else { return resolveFirst(key, arguments, result, resolution) }
    return serve(key, arguments, result, resolution)
  }

  /// Resolves what the program asks for itself: a cycle of its own.
  @inline(never)
  private func resolveFirst<Key: RegistrationKey>(
    _ key: Key, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer,
    _ resolution: Resolution.Pointer
  ) -> Bool {
    resolution.enter()
    let isResolved = serve(key, arguments, result, resolution)
    resolution.leave()
    return isResolved
  }

  /// Whether there is a registration for a key, here or up.
  func contains(_ key: LookupKey) -> Bool {
    Resolution.current.inOneCycle { find(key) != nil }
  }

  @inline(__always)
  private func serve<Key: RegistrationKey>(
    _ key: Key, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer,
    _ resolution: Resolution.Pointer
  ) -> Bool {
    guard let registration = find(key) else { return false }
    guard registration._withUnsafeGuaranteedRef({ !$0.isForward }) else {
      return serve(forward: registration, arguments, result, resolution)
    }
    let record = Unmanaged<ServiceRecord>.fromOpaque(registration.toOpaque())
    let mode = record._withUnsafeGuaranteedRef { $0.mode }
    if mode.isBuiltInCycle {
      return buildInCycle(registration, record, mode, arguments, result, resolution)
    }
    if let shared = record._withUnsafeGuaranteedRef({ $0.shared }),
      shared._withUnsafeGuaranteedRef({ $0.copy(to: result) })
    {
      return true
    }
    return buildBeyondCycle(registration, record, mode, arguments, result, resolution)
  }

  /// Builds what other cycles see, too, with the services of the container that owns the record.
  @inline(never)
  func buildBeyondCycle(
    _ registration: Unmanaged<Registration>, _ record: Unmanaged<ServiceRecord>,
    _ mode: ServiceConfiguration.Mode, _ arguments: UnsafeRawPointer?,
    _ result: UnsafeMutableRawPointer, _ resolution: Resolution.Pointer
  ) -> Bool {
    let request = Request(
      registration: registration, record: record, mode: mode, server: .passUnretained(self),
      arguments: arguments, result: result, resolution: resolution)
    return mode.isScope(.custom) ? request.servedByOwner.buildStored() : request.servedByOwner.buildShared()
  }
}
