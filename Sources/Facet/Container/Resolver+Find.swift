// The front of every resolve. The client's compiler copies it into the client, where the types are known; behind it nothing is generic.
// An optional that `mayBeMissing` is `nil` if nothing registers it. Another one was inferred, and is missed as what it wraps is.

extension Resolver {
  @_alwaysEmitIntoClient
  @inline(__always)
  func find<Service>(
    _ serviceType: Service.Type, name: String?, mayBeMissing: Bool = true
  ) throws(ResolutionError) -> sending Service {
    var service: Service? = nil
    let key = ServiceKey(Service.self, name: name)
    let kept =
      mayBeMissing
      ? unsafe try ask(key, .none, to: Slot(&service)) : unsafe try demand(key, .none, to: Slot(&service))
    if let instance = kept {
      return handedOver(instance.service(as: Service.self))
    }
    return handedOver(unsafe service.unsafelyUnwrapped)
  }

  @_alwaysEmitIntoClient
  @inline(__always)
  func find<Service, Argument>(
    _ serviceType: Service.Type, name: String?, argument: Argument, mayBeMissing: Bool = true
  ) throws(ResolutionError) -> sending Service {
    var service: Service? = nil
    let key = ServiceKey(Service.self, signature: Argument.self, name: name)
    let kept = try Arguments.with(one: argument) { argument throws(ResolutionError) in
      mayBeMissing
        ? unsafe try ask(key, argument, to: Slot(&service))
        : unsafe try demand(key, argument, to: Slot(&service))
    }
    if let kept { return handedOver(kept.service(as: Service.self)) }
    return handedOver(unsafe service.unsafelyUnwrapped)
  }

  @_alwaysEmitIntoClient
  @inline(__always)
  func find<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, mayBeMissing: Bool = true, arguments: repeat each Argument
  ) throws(ResolutionError) -> sending Service {
    var service: Service? = nil
    let signature = argumentSignature(repeat (each Argument).self)
    let key = ServiceKey(Service.self, signature: signature, name: name)
    let kept = try Arguments.with(repeat each arguments) { arguments throws(ResolutionError) in
      let arguments = signature == nil ? .none : arguments
      return mayBeMissing
        ? unsafe try ask(key, arguments, to: Slot(&service))
        : unsafe try demand(key, arguments, to: Slot(&service))
    }
    if let kept { return handedOver(kept.service(as: Service.self)) }
    return handedOver(unsafe service.unsafelyUnwrapped)
  }

  @_alwaysEmitIntoClient
  @inline(__always)
  func findOptional<Service>(
    _ serviceType: Service.Type, name: String?
  ) throws(ResolutionError) -> sending Service? {
    var service: Service?
    let optional = ServiceKey(Service?.self, name: name)
    switch unsafe try askOptional(ServiceKey(Service.self, name: name), or: optional, to: Slot(&service)) {
    case .instance(let instance): return handedOver(instance.service(as: Service.self))
    case .inSlot: return handedOver(service)
    case .noService: return nil
    case .lost, nil: return resolve(Service?.self, name: name) ?? nil
    }
  }

  // MARK: - The same, where a failure is reported

  @_alwaysEmitIntoClient
  @inline(__always)
  func seek<Service>(_ serviceType: Service.Type, name: String?) -> sending Service? {
    var service: Service? = nil
    if let instance = unsafe askOrReport(ServiceKey(Service.self, name: name), .none, to: Slot(&service)) {
      return handedOver(instance.service(as: Service.self))
    }
    return handedOver(service)
  }

  @_alwaysEmitIntoClient
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

  @_alwaysEmitIntoClient
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
    return try provided(key, arguments, mayBeMissing: true)
  }
  /// Finds the service; an optional is missed as what it wraps is.
  @usableFromInline
  func demand(_ key: ServiceKey, _ arguments: Arguments, to slot: Slot) throws(ResolutionError) -> Instance? {
    let answer: Answer
    if type(of: self) == Container.self {
      answer = try known(self, as: Container.self).serve(key, arguments, to: slot)
    } else if let awaited {
      answer = try awaited.serve(key, arguments, to: slot)
    } else {
      return try provided(key, arguments, mayBeMissing: false)
    }
    guard case .noService = answer else { return answer.kept }
    return try unmissed(key, arguments)
  }
  /// An optional for what it wraps, which is not registered; or it has been meanwhile.
  @inline(never)
  private func unmissed(_ key: ServiceKey, _ arguments: Arguments) throws(ResolutionError) -> Instance {
    let (optional, registry) = (key.serviceType as! any OptionalService.Type, asked!)
    return optional.box(
      try joined { _ throws(ResolutionError) in
        try registry.ownContainer.wrapped(key.of(optional.wrappedType), arguments)
      })
  }
  /// Finds the service, or leaves the slot empty, and reports the failure.
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
  private func provided(
    _ key: ServiceKey, _ arguments: Arguments, mayBeMissing: Bool
  ) throws(ResolutionError) -> Instance {
    func provided<Service>(_ serviceType: Service.Type) throws(ResolutionError) -> Instance {
      let call = ProvidingCall(self, serviceType, key.name, mayBeMissing: mayBeMissing)
      if arguments.isNone { call.use() } else { arguments.use(call) }
      return Kept(try call.result!.get())
    }
    return try provided(key.serviceType)
  }

  @usableFromInline
  @inline(never)
  func provided<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, mayBeMissing: Bool, _ arguments: repeat each Argument
  ) throws(ResolutionError) -> sending Service {
    let optional = Service.self as? any OptionalService.Type
    let signature = argumentSignature(repeat (each Argument).self)
    let key = ServiceKey(optional?.wrappedType ?? Service.self, signature: signature, name: name)
    do {
      if mayBeMissing || optional == nil,
        let service = try provide(Service.self, name: name, arguments: repeat each arguments)
      {
        return handedOver(service)
      }
      let wrapped =
        mayBeMissing
        ? try optional?.provided(by: self, name: name, repeat each arguments)
        : try optional?.required(from: self, name: name, repeat each arguments)
      if let service = wrapped as? Service { return handedOver(service) }
    } catch {
      guard let error = error as? ResolutionError else {
        throw ResolutionError(.factoryFailed, key: key, underlyingError: error)
      }
      // The user's resolver may have required the optional of a container.
      guard mayBeMissing, let optional, error.isMissing(below: 0), error.key == key else { throw error }
      return handedOver(optional.box(nil).service(as: Service.self))
    }
    throw ResolutionError(.notRegistered, key: key)
  }

  // MARK: - Failures

  @usableFromInline
  @inline(never)
  func report(_ error: ResolutionError) {
    if let asked { asked.report(error) } else { printToStandardError(error.description) }
  }
  /// A resolve whose type was inferred has failed: one of an optional gives `nil`.
  @usableFromInline
  @inline(never)
  func failedInference<Service>(_ error: ResolutionError, _ fileID: String, _ line: Int) -> sending Service {
    guard let optional = Service.self as? any OptionalService.Type else {
      stop(error.description, at: CodeLocation(fileID: fileID, line: line))
    }
    report(error)
    return handedOver(optional.box(nil).service(as: Service.self))
  }
}

/// A call of a resolver of the user's, with arguments whose types are known when they are read.
private final class ProvidingCall<Service>: ArgumentUse {
  private let resolver: any Resolver
  private let name: String?
  private let mayBeMissing: Bool
  private(set) var result: Result<Service, ResolutionError>?

  init(_ resolver: any Resolver, _ serviceType: Service.Type, _ name: String?, mayBeMissing: Bool) {
    (self.resolver, self.name, self.mayBeMissing) = (resolver, name, mayBeMissing)
  }
  func use<each Argument>(_ arguments: repeat each Argument) {
    result = Result { () throws(ResolutionError) in
      try resolver.provided(Service.self, name: name, mayBeMissing: mayBeMissing, repeat each arguments)
    }
  }
}
