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
    room.own(new)
    return new
  }

  /// Copies an instance into the memory.
  func fill(from instance: SharedInstance) {
    instance.copyStorage(to: memory)
    room.fill()
  }

  /// The memory of the result, which the caller moves out of it.
  @usableFromInline
  func takenResult() -> UnsafeMutableRawPointer {
    guard let address = converted.address else {
      room.empty()
      return memory
    }
    converted.empty()
    return address
  }

  /// Makes the instance one of the type that was asked for, if the key is a forward.
  func convert() throws(ResolutionError) {
    guard registration.isForward else { return }
    let target = OpaqueValue.allocate(registration.serviceType)
    let key = registration.key
    let lookup = Lookup(key.serviceType, key.signature, key.name, key.optionBox)
    let ready = ReadyInstance(of: record, at: memory)
    let outcome = joined { thread in
      thread.withReady(ready) {
        registry.resolve(lookup, argumentAddress, target)
      }
    }
    converted.own(target)
    guard outcome.isSuccess else { throw reason(outcome) }
    converted.fill()
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
    ResolutionError(code, path: path, location: record.location, underlyingError: underlyingError)
  }
}
