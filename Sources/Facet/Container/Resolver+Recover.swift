/// What a resolve does when there is no instance. Off the hot path, and not inlined.
///
/// Without arguments in functions of their own, like `find`.
extension Resolver {
  /// Tells the reason, or stops with it if a place is given; true if the resolver itself has provided the service.
  @usableFromInline
  @inline(never)
  func recover<Service>(
    _ error: consuming ResolutionError, _ serviceType: Service.Type, name: String?, fileID: String?,
    line: Int, to result: UnsafeMutableRawPointer
  ) -> Bool {
    guard let reason = reason(error, serviceType, name: name, to: result) else { return true }
    tell(reason, fileID, line)
    return false
  }

  @_alwaysEmitIntoClient
  @inline(never)
  func recover<Service, each Argument>(
    _ error: consuming ResolutionError, _ serviceType: Service.Type, name: String?, option: OptionBox? = nil,
    arguments: repeat each Argument, fileID: String?, line: Int, to result: UnsafeMutableRawPointer
  ) -> Bool {
    guard
      let reason = reason(
        error, serviceType, name: name, option: option, arguments: repeat each arguments, to: result)
    else { return true }
    tell(reason, fileID, line)
    return false
  }

  /// The reason, with all that belongs to it; `nil` if the resolver itself has provided the service, for there is no container behind it.
  @usableFromInline
  @inline(never)
  func reason<Service>(
    _ error: consuming ResolutionError, _ serviceType: Service.Type, name: String?,
    to result: UnsafeMutableRawPointer
  ) -> ResolutionError? {
    reason(error, ServiceKey(Service.self, name: name))
      ?? failure(toWriteTo: result) { () throws(ResolutionError) in try provided(serviceType, name: name) }
  }

  @usableFromInline
  @inline(never)
  func reason<Service, each Argument>(
    _ error: consuming ResolutionError, _ serviceType: Service.Type, name: String?, option: OptionBox? = nil,
    arguments: repeat each Argument, to result: UnsafeMutableRawPointer
  ) -> ResolutionError? {
    let signature = Signature<repeat each Argument>.identity
    return reason(error, ServiceKey(Service.self, signature: signature, name: name, option: option))
      ?? failure(toWriteTo: result) { () throws(ResolutionError) in
        try provided(serviceType, name: name, option: option, repeat each arguments)
      }
  }

  /// The same; `nil` if there is no container behind the resolver.
  @inline(never)
  private func reason(_ error: ResolutionError, _ key: ServiceKey) -> ResolutionError? {
    guard error.identity == ResolutionError.nothingFound.identity else { return error }
    defer { withExtendedLifetime(self) {} }
    return backing.missing(key)
  }

  /// Writes what is made, or gives the reason why it cannot be.
  private func failure<Service>(
    toWriteTo result: UnsafeMutableRawPointer, _ make: () throws(ResolutionError) -> Service
  ) -> ResolutionError? {
    do throws(ResolutionError) {
      result.initializeMemory(as: Service.self, to: try make())
      return nil
    } catch {
      return error
    }
  }

  /// Tells the failure handler, or stops if a place is given.
  @usableFromInline
  @inline(never)
  func tell(_ reason: ResolutionError, _ fileID: String?, _ line: Int) {
    if let fileID { stop(reason.description, at: CodeLocation(fileID: fileID, line: line)) }
    report(reason)
  }

  /// Asks a resolver without a container for its own service.
  @usableFromInline
  func provided<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, option: OptionBox? = nil, _ arguments: repeat each Argument
  ) throws(ResolutionError) -> Service {
    let signature = Signature<repeat each Argument>.identity
    let key = ServiceKey(Service.self, signature: signature, name: name, option: option)
    do {
      var service: Service?
      try withUnsafeTemporaryAllocation(of: Service.self, capacity: 1) { slot in
        let result = slot.baseAddress.unsafelyUnwrapped
        if try writeProvided(serviceType, name: name, repeat each arguments, to: result) {
          service = result.move()
        }
      }
      if let service { return service }
    } catch {
      throw ResolutionError(error, providing: key)
    }
    throw ResolutionError(.notRegistered, key: key)
  }

  /// Writes its own service; false if there is none.
  ///
  /// As in a container, an optional that it does not have is what is wrapped, or `nil`.
  func writeProvided<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, _ arguments: repeat each Argument,
    to result: UnsafeMutableRawPointer
  ) throws -> Bool {
    if let service = try provide(Service.self, name: name, arguments: repeat each arguments) {
      result.initializeMemory(as: Service.self, to: service)
      return true
    }
    guard let optional = Service.self as? any OptionalService.Type else { return false }
    try optional.writeProvided(by: self, name: name, repeat each arguments, to: result)
    return true
  }

  /// Gives the reason to the failure handler.
  @usableFromInline
  @inline(never)
  func report(_ error: ResolutionError) {
    defer { withExtendedLifetime(self) {} }
    if let registry = backing.asked?.takeUnretainedValue() {
      registry.report(error)
    } else {
      printToStandardError(error.description)
    }
  }
}

extension ResolutionError {
  /// The reason why a resolver without a container failed to provide all services of a type.
  @usableFromInline
  init(_ error: any Error, providing serviceType: Any.Type, _ signature: Any.Type?) {
    self.init(error, providing: ServiceKey(serviceType, signature: signature))
  }

  /// The reason why a resolver without a container failed to provide a service.
  @inline(never)
  fileprivate init(_ error: any Error, providing key: ServiceKey) {
    self = error as? ResolutionError ?? ResolutionError(.factoryFailed, key: key, underlyingError: error)
  }
}
