extension Container {
  /// Resolves a key that leads to no registration: a wrapper, such as a `Lazy`.
  @inline(never)
  func serveUnregistered(
    _ key: ServiceKey, _ arguments: Arguments, to slot: Slot?
  ) throws(ResolutionError) -> Answer {
    let thread = Resolution.current
    defer { thread.state.outcome = .built }
    if key.serviceType == GraphIdentifier.self, thread.isRunning {
      return deliver(thread.identifier, to: slot)
    }
    if let wrapper = thread.state.wrappers.wrapper(key.serviceType) {
      return try wrapper.wrap(WrapperRequest(container: self, key: key, arguments: arguments), to: slot)
    }
    throw registry.notRegistered(key, thread.path)
  }
}

extension Registry {
  func notRegistered(_ key: ServiceKey, _ path: [PathStep]) -> ResolutionError {
    ResolutionError(.notRegistered, path, PathStep(key), search: search)
  }
  /// Why a key cannot be resolved: what is missing is the service in the wrappers.
  func missing(_ key: ServiceKey, _ path: [PathStep]) -> ResolutionError {
    let thread = Resolution.current
    var (serviceType, signature) = (key.serviceType, key.signature)
    while let wrapper = thread.state.wrappers.wrapper(serviceType) {
      // Arguments that no wrapper takes stay in the key, because they are the mistake.
      if let atUse = wrapper.argumentsAtUse { signature = signature == nil ? atUse : signature }
      serviceType = wrapper.wrappedType
    }
    return notRegistered(ServiceKey(serviceType, signature: signature, name: key.name), path)
  }
}
