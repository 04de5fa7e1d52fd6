/// Resolving under a forwarded key: the target's instance as another type.
extension Registry {
  @inline(never)
  func serve(
    forward registration: Unmanaged<Registration>, _ arguments: UnsafeRawPointer?,
    _ result: UnsafeMutableRawPointer, _ resolution: Resolution.Pointer
  ) -> Bool {
    let forward = Unmanaged<ForwardedKey>.fromOpaque(registration.toOpaque())
    let record = forward._withUnsafeGuaranteedRef { Unmanaged.passUnretained($0.target) }
    guard record._withUnsafeGuaranteedRef({ $0.isSmall }) else {
      return serve(largeForward: registration, arguments, result, resolution)
    }
    return withUnsafeTemporaryAllocation(
      byteCount: ReferenceWords.storageSize, alignment: ServiceRecord.smallAlignment
    ) { target in
      serve(
        registration, forward, record, arguments, target.baseAddress.unsafelyUnwrapped, result, resolution)
    }
  }

  /// The same for a target that does not fit in a few words.
  @inline(never)
  private func serve(
    largeForward registration: Unmanaged<Registration>, _ arguments: UnsafeRawPointer?,
    _ result: UnsafeMutableRawPointer, _ resolution: Resolution.Pointer
  ) -> Bool {
    let forward = Unmanaged<ForwardedKey>.fromOpaque(registration.toOpaque())
    let record = forward._withUnsafeGuaranteedRef { Unmanaged.passUnretained($0.target) }
    let target = OpaqueValue.allocate(record.takeUnretainedValue().serviceType)
    defer { target.deallocate() }
    return serve(registration, forward, record, arguments, target, result, resolution)
  }

  /// Makes the instance at `target`, and moves it to `result` as the other type.
  @inline(__always)
  private func serve(
    _ registration: Unmanaged<Registration>, _ forward: Unmanaged<ForwardedKey>,
    _ record: Unmanaged<ServiceRecord>, _ arguments: UnsafeRawPointer?, _ target: UnsafeMutableRawPointer,
    _ result: UnsafeMutableRawPointer, _ resolution: Resolution.Pointer
  ) -> Bool {
    let mode = record._withUnsafeGuaranteedRef { $0.mode }
    if mode.isBuiltInCycle {
      guard buildInCycle(registration, record, mode, arguments, target, resolution) else { return false }
    } else {
      let shared = record._withUnsafeGuaranteedRef { $0.shared }
      guard
        shared?._withUnsafeGuaranteedRef({ $0.copy(to: target) }) == true
          || buildBeyondCycle(registration, record, mode, arguments, target, resolution)
      else { return false }
    }
    let isReference = record._withUnsafeGuaranteedRef { $0.form(at: target) == .reference }
    forward._withUnsafeGuaranteedRef { $0.move(from: target, isReference: isReference, to: result) }
    return true
  }
}
