/// The instance, in memory, and the reasons why there is none.
extension AsyncBuild {
  /// Memory for the record's service type.
  var memory: UnsafeMutableRawPointer {
    if let address = room.address { return address }
    let new =
      record.recipe.isSmall
      ? UnsafeMutableRawPointer.allocate(
        byteCount: ReferenceWords.storageSize, alignment: Recipe.smallAlignment)
      : OpaqueValue.allocate(record.serviceType)
    room.address = new
    return new
  }

  /// Copies an instance into the memory.
  func fill(from instance: SharedInstance) {
    if frameScope == .weak { noteCapture(of: instance) }
    instance.copyStorage(to: memory)
    room.isFilled = true
  }

  /// The memory of the result, which the caller moves out of it.
  @usableFromInline
  func takenResult() -> UnsafeMutableRawPointer {
    guard let address = converted.address else {
      room.isFilled = false
      return memory
    }
    converted.isFilled = false
    return address
  }

  /// Makes the instance one of the type that was asked for, if the key is a forward.
  func convert() {
    guard registration.isForward else { return }
    let forward = unsafeDowncast(registration, to: Forward.self)
    let target = OpaqueValue.allocate(forward.serviceType)
    if forward.conversion != nil {
      // The closure may resolve: it is a part of the cycle.
      joined { _ in forward.convert(from: memory, to: target) }
    } else {
      forward.move(from: memory, isReference: record.form(at: memory) == .reference, to: target)
    }
    room.isFilled = false
    converted.address = target
    converted.isFilled = true
  }

  /// Puts the instance into an optional, if that was asked for.
  func wrap() {
    guard let optional else { return }
    let target = OpaqueValue.allocate(optional)
    optional.wrap(from: takenResult(), to: target)
    if let address = converted.address { address.deallocate() }
    converted.address = target
    converted.isFilled = true
  }

  /// Drops the instance that nobody takes.
  func dropInstance() {
    guard room.isFilled else { return }
    room.isFilled = false
    OpaqueValue.destroy(record.serviceType, at: memory)
  }

  func reason(_ outcome: Outcome) -> ResolutionError {
    if case .failed(let error) = outcome { return error }
    return ResolutionError(
      .notRegistered, key: registration.key, enclosing: parent?.path ?? [], search: registry)
  }

  /// What a part of the build threw, with its place.
  func failure(_ error: any Error) -> ResolutionError {
    error as? ResolutionError ?? self.error(.factoryFailed, underlyingError: error)
  }

  /// An error about the service of this build.
  func error(_ code: ResolutionError.Code, underlyingError: (any Error)? = nil) -> ResolutionError {
    ResolutionError(
      code, path: path, location: record.location, underlyingError: underlyingError, isAwaited: isAwaited)
  }
}

/// Memory for one instance whose type is known only at run time; taken when it is first needed.
///
/// Whoever owns it releases it with the type that it was taken for.
struct InstanceRoom {
  var address: UnsafeMutableRawPointer?
  /// Whether there is an instance in it.
  var isFilled = false

  func release(_ type: Any.Type) {
    guard let address else { return }
    if isFilled { OpaqueValue.destroy(type, at: address) }
    address.deallocate()
  }
}
