/// Moves the service of a forward's target from `source` to `result` as the forwarded type.
///
/// Checked by the compiler where it was written. User code.
@usableFromInline package typealias ForwardConversion =
  @Sendable (_ source: UnsafeMutableRawPointer, _ result: UnsafeMutableRawPointer) -> Void

/// A key that points at the record of another key, and knows how to make its type of that record's.
package final class Forward: Registration, @unchecked Sendable {
  // Unchecked because its superclass is; all fields are constant.

  let target: Record
  package let conversion: ForwardConversion?
  let size: Int
  private let casts = CastCache()

  init(
    _ key: ServiceKey, at location: CodeLocation, in registry: Registry, size: Int, target: Record,
    conversion: ForwardConversion?, order: Int? = nil
  ) {
    self.size = size
    self.target = target
    self.conversion = conversion
    super.init(key, at: location, in: registry, isForward: true, order: order)
  }

  /// Writes a shared object of the target as the forwarded type; false if that takes more than a look at its class.
  @inline(__always)
  func copyShared(of record: Unmanaged<Record>, to result: UnsafeMutableRawPointer) -> Bool {
    guard conversion == nil, let shared = record._withUnsafeGuaranteedRef({ $0.shared }),
      let address = shared._withUnsafeGuaranteedRef({ $0.heldAddress }), casts.write(address, to: result)
    else { return false }
    ReferenceWords.retain(address)
    return true
  }

  /// Moves the target's service from `source` to `result` by the conversion, which there is.
  ///
  /// Not inlined on purpose, like `Record.build`.
  @inline(never)
  func convert(from source: UnsafeMutableRawPointer, to result: UnsafeMutableRawPointer) {
    conversion?(source, result)
  }

  /// Moves the target's service from `source` to `result` as the forwarded type.
  ///
  /// Stops the program if it is none: that is the promise of a forward to a type that the compiler cannot check.
  @inline(__always)
  func move(
    from source: UnsafeMutableRawPointer, isReference: Bool, to result: UnsafeMutableRawPointer
  ) {
    if isReference, casts.write(ReferenceWords.address(at: source), to: result) { return }
    cast(from: source, isReference: isReference, to: result)
  }

  @inline(never)
  private func cast(
    from source: UnsafeMutableRawPointer, isReference: Bool, to result: UnsafeMutableRawPointer
  ) {
    guard OpaqueValue.cast(target.serviceType, at: source, to: serviceType, at: result) else {
      stop(
        impossibleForward(
          of: key, at: location, to: target.key, target.location,
          returning: OpaqueValue.dynamicType(target.serviceType, at: source)))
    }
    if isReference {
      casts.learn(serviceType, size: size, at: result, from: ReferenceWords.address(at: source))
    }
    OpaqueValue.destroy(target.serviceType, at: source)
  }
}
