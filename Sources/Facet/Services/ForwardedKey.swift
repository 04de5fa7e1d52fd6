import Synchronization

/// A key that points at the record of another key, and knows how to make its type of that record's.
@usableFromInline
final class ForwardedKey: Registration, @unchecked Sendable {
  /// Moves the target's service from `source` to `result` as the forwarded type.
  ///
  /// Checked by the compiler where it was written.
  @usableFromInline typealias Conversion =
    @Sendable (_ source: UnsafeMutableRawPointer, _ result: UnsafeMutableRawPointer) -> Void

  let target: ServiceRecord
  let conversion: Conversion?
  private let size: Int
  /// The outcome of the last dynamic cast of an object, a `CastTemplate`.
  ///
  /// Set once and kept until the key goes: a record that builds objects of many classes casts the others each time.
  private let template = Atomic<UnsafeRawPointer?>(nil)

  init(
    _ request: consuming RegistrationRequest, size: Int, target: ServiceRecord, conversion: Conversion?
  ) {
    self.size = size
    self.target = target
    self.conversion = conversion
    super.init(request, isForward: true)
  }

  deinit {
    guard let pointer = template.load(ordering: .acquiring) else { return }
    Unmanaged<CastTemplate>.fromOpaque(pointer).release()
  }

  /// Moves the target's service from `source` to `result` as the forwarded type.
  ///
  /// Stops the program if it is none: that is the promise of a forward to a type that the compiler cannot check.
  ///
  /// Not inlined on purpose, like `ServiceRecord.build`.
  @inline(never)
  func move(
    from source: UnsafeMutableRawPointer, isReference: Bool, to result: UnsafeMutableRawPointer
  ) {
    if let conversion { return conversion(source, result) }
    if isReference, let pointer = template.load(ordering: .acquiring) {
      let template = Unmanaged<CastTemplate>.fromOpaque(pointer)
      if template._withUnsafeGuaranteedRef({ $0.move(from: source, to: result) }) { return }
    }
    cast(from: source, isReference: isReference, to: result)
  }

  @inline(never)
  private func cast(
    from source: UnsafeMutableRawPointer, isReference: Bool, to result: UnsafeMutableRawPointer
  ) {
    let dynamicType = OpaqueValue.dynamicType(target.serviceType, at: source)
    guard OpaqueValue.cast(target.serviceType, at: source, to: serviceType, at: result) else {
      stop(message(dynamicType: dynamicType))
    }
    defer { OpaqueValue.destroy(target.serviceType, at: source) }
    guard isReference, template.load(ordering: .relaxed) == nil,
      ReferenceWords.verify(serviceType, size: size, at: result, dynamicType: dynamicType),
      ReferenceWords.address(at: result) == ReferenceWords.address(at: source)
    else { return }
    let template = Unmanaged.passRetained(CastTemplate(dynamicType, words: result, size: size))
    let (isFirst, _) = self.template.compareExchange(
      expected: nil, desired: UnsafeRawPointer(template.toOpaque()), ordering: .acquiringAndReleasing)
    if !isFirst { template.release() }
  }

  private func message(dynamicType: Any.Type) -> String {
    """
    Precondition failed: Cannot forward \(typeName(serviceType)) to \(typeName(target.serviceType))

      What the factory of \(target.key) returned, a '\(typeName(dynamicType))', is no '\(typeName(serviceType))'.

      Forward:   \(key)   written at \(location)
      Service:   \(target.key)   registered at \(target.location)

    To fix this, do one of:
      • Conform '\(typeName(dynamicType))' to '\(typeName(serviceType))'.
      • Remove the forward.
    """
  }
}

/// What a dynamic cast of one class gives: a `ReferenceWords` in which only the address is exchanged.
private final class CastTemplate: @unchecked Sendable {
  // Unchecked for `words`, which nobody writes after `init`.
  private let dynamicType: UInt
  private let words: UnsafeMutableRawPointer
  private let size: Int

  init(_ dynamicType: Any.Type, words source: UnsafeRawPointer, size: Int) {
    self.dynamicType = unsafeBitCast(dynamicType, to: UInt.self)
    self.size = size
    words = .allocate(byteCount: size, alignment: MemoryLayout<UInt>.alignment)
    words.copyMemory(from: source, byteCount: size)
  }

  deinit {
    words.deallocate()
  }

  @inline(__always)
  func move(from source: UnsafeRawPointer, to result: UnsafeMutableRawPointer) -> Bool {
    let address = ReferenceWords.address(at: source)
    guard unsafeBitCast(ReferenceWords.dynamicType(address), to: UInt.self) == dynamicType else {
      return false
    }
    ReferenceWords.move(from: words, to: result, size: size)
    result.storeBytes(of: address, as: UInt.self)
    return true
  }
}
