/// The steps of a resolve: find the registration, look for a shared instance, else build in the scope of the record, and
/// convert for a forwarded key.
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

  @inline(__always)
  func resolve(
    _ key: LookupKey, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer
  ) -> Bool {
    let resolution = Resolution.current
    resolution.enter()
    defer { resolution.leave() }
    guard let registration = find(key) else { return false }
    return serve(registration, arguments, result, resolution)
  }

  /// Whether there is a registration for a key, here or up.
  func contains(_ key: LookupKey) -> Bool {
    let resolution = Resolution.current
    resolution.enter()
    defer { resolution.leave() }
    return find(key) != nil
  }

  @inline(__always)
  func serve(
    _ registration: Unmanaged<Registration>, _ arguments: UnsafeRawPointer?,
    _ result: UnsafeMutableRawPointer, _ resolution: Resolution.Pointer
  ) -> Bool {
    let record = registration._withUnsafeGuaranteedRef { Unmanaged.passUnretained($0.record) }
    if let shared = record._withUnsafeGuaranteedRef({ $0.shared }),
      shared._withUnsafeGuaranteedRef({ $0.write(for: registration, to: result) })
    {
      return true
    }
    if registration._withUnsafeGuaranteedRef({ $0.isForward }) {
      return convert(registration, record, arguments, result, resolution)
    }
    return build(request(registration, record, arguments, result, resolution)) != nil
  }

  @inline(__always)
  private func request(
    _ registration: Unmanaged<Registration>, _ record: Unmanaged<ServiceRecord>,
    _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer, _ resolution: Resolution.Pointer
  ) -> Request {
    let configuration = record._withUnsafeGuaranteedRef { $0.configuration }
    return Request(
      registration: registration, record: record, configuration: configuration,
      server: .passUnretained(self), arguments: arguments, result: result, resolution: resolution)
  }

  /// Builds in the way of the scope, and gives the dynamic type of the result.
  @inline(__always)
  private func build(_ request: Request) -> Any.Type? {
    switch request.configuration._withUnsafeGuaranteedRef({ $0.kind }) {
    case .graph: request.buildInCycle(isShared: true)
    case .transient: request.buildInCycle(isShared: false)
    case .container, .weak: request.servedByOwner.buildShared()
    case .custom: request.servedByOwner.buildStored()
    }
  }

  /// Builds the target of a forward aside, and converts it.
  @inline(never)
  private func convert(
    _ registration: Unmanaged<Registration>, _ record: Unmanaged<ServiceRecord>,
    _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer, _ resolution: Resolution.Pointer
  ) -> Bool {
    let size = record._withUnsafeGuaranteedRef { $0.size }
    guard size <= ReferenceWords.maximumSize else {
      let target = OpaqueValue.allocate(record.takeUnretainedValue().serviceType)
      defer { target.deallocate() }
      return convert(registration, record, arguments, target, result, resolution)
    }
    var words = ReferenceWords.empty
    return withUnsafeMutableBytes(of: &words) { words in
      convert(
        registration, record, arguments, words.baseAddress.unsafelyUnwrapped, result, resolution)
    }
  }

  private func convert(
    _ registration: Unmanaged<Registration>, _ record: Unmanaged<ServiceRecord>,
    _ arguments: UnsafeRawPointer?, _ target: UnsafeMutableRawPointer,
    _ result: UnsafeMutableRawPointer, _ resolution: Resolution.Pointer
  ) -> Bool {
    guard let dynamicType = build(request(registration, record, arguments, target, resolution)) else {
      return false
    }
    let isReference = record._withUnsafeGuaranteedRef { $0.isReference(dynamicType, at: target) }
    registration._withUnsafeGuaranteedRef { registration in
      unsafeDowncast(registration, to: ForwardedKey.self)
        .convert(from: target, dynamicType: dynamicType, isReference: isReference, to: result)
    }
    if isReference {
      ReferenceWords.release(ReferenceWords.address(at: target))
    } else {
      OpaqueValue.destroy(record.takeUnretainedValue().serviceType, at: target)
    }
    return true
  }
}

extension SharedInstance {
  /// Writes a copy as the type of `registration`; false if the instance has died.
  @inline(__always)
  fileprivate func write(
    for registration: Unmanaged<Registration>, to result: UnsafeMutableRawPointer
  ) -> Bool {
    withValue { source in
      guard let source else { return false }
      if registration._withUnsafeGuaranteedRef({ $0.isForward }) {
        registration._withUnsafeGuaranteedRef { registration in
          unsafeDowncast(registration, to: ForwardedKey.self)
            .convert(from: source, dynamicType: dynamicType, isReference: isReference, to: result)
        }
      } else {
        copy(from: source, to: result)
      }
      return true
    }
  }

  @inline(__always)
  func copy(from source: UnsafeRawPointer, to result: UnsafeMutableRawPointer) {
    if isReference {
      ReferenceWords.copy(from: source, to: result, size: size)
    } else {
      OpaqueValue.copy(type, from: source, to: result)
    }
  }
}
