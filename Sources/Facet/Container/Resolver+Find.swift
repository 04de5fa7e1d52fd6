// The front of every resolve. The client's compiler copies it into the client, where the types are known; behind it nothing is generic.

extension Resolver {
  @inlinable
  @inline(__always)
  func find<Service>(_ serviceType: Service.Type, name: String?) throws(ResolutionError) -> sending Service {
    var service: Service? = nil
    if let instance = unsafe try ask(ServiceKey(Service.self, name: name), .none, to: Slot(&service)) {
      return handedOver(instance.service(as: Service.self))
    }
    return handedOver(unsafe service.unsafelyUnwrapped)
  }

  @inlinable
  @inline(__always)
  func find<Service, Argument>(
    _ serviceType: Service.Type, name: String?, argument: Argument
  ) throws(ResolutionError) -> sending Service {
    var service: Service? = nil
    let key = ServiceKey(Service.self, signature: Argument.self, name: name)
    let kept = try Arguments.with(one: argument) { argument throws(ResolutionError) in
      unsafe try ask(key, argument, to: Slot(&service))
    }
    if let kept { return handedOver(kept.service(as: Service.self)) }
    return handedOver(unsafe service.unsafelyUnwrapped)
  }

  @inlinable
  @inline(__always)
  func find<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
  ) throws(ResolutionError) -> sending Service {
    var service: Service? = nil
    let signature = argumentSignature(repeat (each Argument).self)
    let key = ServiceKey(Service.self, signature: signature, name: name)
    let kept = try Arguments.with(repeat each arguments) { arguments throws(ResolutionError) in
      unsafe try ask(key, signature == nil ? .none : arguments, to: Slot(&service))
    }
    if let kept { return handedOver(kept.service(as: Service.self)) }
    return handedOver(unsafe service.unsafelyUnwrapped)
  }

  // MARK: - The same, where a failure is reported

  @inlinable
  @inline(__always)
  func seek<Service>(_ serviceType: Service.Type, name: String?) -> sending Service? {
    var service: Service? = nil
    if let instance = unsafe askOrReport(ServiceKey(Service.self, name: name), .none, to: Slot(&service)) {
      return handedOver(instance.service(as: Service.self))
    }
    return handedOver(service)
  }

  @inlinable
  @inline(__always)
  func seek<Service, Argument>(
    _ serviceType: Service.Type, name: String?, argument: Argument
  ) -> sending Service? {
    var service: Service? = nil
    let key = ServiceKey(Service.self, signature: Argument.self, name: name)
    let kept = Arguments.with(one: argument) { unsafe askOrReport(key, $0, to: Slot(&service)) }
    if let kept { return handedOver(kept.service(as: Service.self)) }
    return handedOver(service)
  }

  @inlinable
  @inline(__always)
  func seek<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
  ) -> sending Service? {
    var service: Service? = nil
    let signature = argumentSignature(repeat (each Argument).self)
    let key = ServiceKey(Service.self, signature: signature, name: name)
    let kept = Arguments.with(repeat each arguments) {
      unsafe askOrReport(key, signature == nil ? .none : $0, to: Slot(&service))
    }
    if let kept { return handedOver(kept.service(as: Service.self)) }
    return handedOver(service)
  }

  // MARK: - Behind the front

  /// Asks the container behind the resolver, or the resolver of the user's.
  ///
  /// Returns the box of the service; `nil` if the service is in the slot.
  @usableFromInline
  func ask(_ key: ServiceKey, _ arguments: Arguments, to slot: Slot) throws(ResolutionError) -> Instance? {
    if type(of: self) == Container.self {
      return try known(self, as: Container.self).serve(key, arguments, to: slot).kept
    }
    if let awaited { return try awaited.serve(key, arguments, to: slot).kept }
    return try provided(key, arguments)
  }
  /// The same; if there is no service, the slot stays empty, and the failure is reported.
  @usableFromInline
  func askOrReport(_ key: ServiceKey, _ arguments: Arguments, to slot: Slot) -> Instance? {
    do throws(ResolutionError) { return try ask(key, arguments, to: slot) } catch { report(error) }
    return nil
  }

  /// The resolver of an awaited build.
  var awaited: AwaitedResolver? {
    type(of: self) == AwaitedResolver.self ? known(self, as: AwaitedResolver.self) : nil
  }
  /// The registry that is asked in the end; `nil` for a resolver of the user's.
  @usableFromInline
  var asked: Registry? {
    type(of: self) == Container.self ? known(self, as: Container.self).registry : awaited?.container.registry
  }

  // MARK: - Resolvers of the user's

  /// Asks a resolver of the user's.
  @inline(never)
  private func provided(_ key: ServiceKey, _ arguments: Arguments) throws(ResolutionError) -> Instance {
    func provided<Service>(_ serviceType: Service.Type) throws(ResolutionError) -> Instance {
      let call = ProvidingCall(self, serviceType, key.name)
      if arguments.isNone { call.use() } else { arguments.use(call) }
      return Kept(try call.result!.get())
    }
    return try provided(key.serviceType)
  }

  @usableFromInline
  @inline(never)
  func provided<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, _ arguments: repeat each Argument
  ) throws(ResolutionError) -> sending Service {
    let optional = Service.self as? any OptionalService.Type
    let signature = argumentSignature(repeat (each Argument).self)
    let key = ServiceKey(optional?.wrappedType ?? Service.self, signature: signature, name: name)
    do {
      if let service = try provide(Service.self, name: name, arguments: repeat each arguments) {
        return handedOver(service)
      }
      if let service = try optional?.provided(by: self, name: name, repeat each arguments) as? Service {
        return handedOver(service)
      }
    } catch {
      throw error as? ResolutionError ?? ResolutionError(.factoryFailed, key: key, underlyingError: error)
    }
    throw ResolutionError(.notRegistered, key: key)
  }

  // MARK: - Failures

  @usableFromInline
  @inline(never)
  func report(_ error: ResolutionError) {
    if let asked { asked.report(error) } else { printToStandardError(error.description) }
  }
  @usableFromInline
  @inline(never)
  func stopResolving(_ error: ResolutionError, _ fileID: String, _ line: Int) -> Never {
    stop(error.description, at: CodeLocation(fileID: fileID, line: line))
  }
}

/// A call of a resolver of the user's, with arguments whose types are known when they are read.
private final class ProvidingCall<Service>: ArgumentUse {
  private let resolver: any Resolver
  private let name: String?
  private(set) var result: Result<Service, ResolutionError>?

  init(_ resolver: any Resolver, _ serviceType: Service.Type, _ name: String?) {
    (self.resolver, self.name) = (resolver, name)
  }
  func use<each Argument>(_ arguments: repeat each Argument) {
    result = Result { () throws(ResolutionError) in
      try resolver.provided(Service.self, name: name, repeat each arguments)
    }
  }
}
