// The front of every resolve. The client's compiler copies it into the client, where the types are known; behind it nothing is generic.
// An optional that `mayBeMissing` is `nil` if nothing registers it. Another one was inferred, and is missed as what it wraps is.

extension Resolver {
  @inlinable
  @_transparent
  func find<Service>(
    _ serviceType: Service.Type, name: String?, mayBeMissing: Bool = true
  ) throws(ResolutionError) -> sending Service {
    var service: Service? = nil
    let answer = unsafe try ask(ServiceKey(Service.self, name: name), .none, to: Slot(&service))
    if case .instance(let instance) = answer { service = instance.service(as: Service.self) }
    if let service, mayBeMissing || !answer.isAbsent {
      nonisolated(unsafe) let found = service
      return unsafe found
    }
    return try provided(serviceType, name: name, mayBeMissing: mayBeMissing)
  }

  @inlinable
  @_transparent
  func find<Service, Argument>(
    _ serviceType: Service.Type, name: String?, argument: Argument, mayBeMissing: Bool = true
  ) throws(ResolutionError) -> sending Service {
    var service: Service? = nil
    let answer = try Arguments.with(one: argument) { argument throws(ResolutionError) in
      unsafe try ask(
        ServiceKey(Service.self, signature: Argument.self, name: name), argument, to: Slot(&service))
    }
    if case .instance(let instance) = answer { service = instance.service(as: Service.self) }
    if let service, mayBeMissing || !answer.isAbsent {
      nonisolated(unsafe) let found = service
      return unsafe found
    }
    return try provided(serviceType, name: name, mayBeMissing: mayBeMissing, argument)
  }

  @inlinable
  @inline(__always)
  func find<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, mayBeMissing: Bool = true, arguments: repeat each Argument
  ) throws(ResolutionError) -> sending Service {
    var service: Service? = nil
    let signature = argumentSignature(repeat (each Argument).self)
    let answer = try Arguments.with(repeat each arguments) { arguments throws(ResolutionError) in
      unsafe try ask(
        ServiceKey(Service.self, signature: signature, name: name), signature == nil ? .none : arguments,
        to: Slot(&service))
    }
    if case .instance(let instance) = answer { service = instance.service(as: Service.self) }
    if let service, mayBeMissing || !answer.isAbsent {
      nonisolated(unsafe) let found = service
      return unsafe found
    }
    return try provided(serviceType, name: name, mayBeMissing: mayBeMissing, repeat each arguments)
  }

  /// Serves by the container behind the resolver.
  ///
  /// A resolver of the user's has none: then there is no instance, and the slot stays empty.
  @usableFromInline
  func ask(
    _ key: ServiceKey, _ arguments: Arguments, to slot: Slot
  ) throws(ResolutionError) -> Answer {
    if type(of: self) == Container.self {
      return try known(self, as: Container.self).serve(key, arguments, to: slot)
    }
    return try awaited?.serve(key, arguments, to: slot) ?? .noService
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

  // MARK: - Resolvers of the user's, and what is not there

  @usableFromInline
  @inline(never)
  func provided<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, mayBeMissing: Bool, _ arguments: repeat each Argument
  ) throws(ResolutionError) -> sending Service {
    let optional = Service.self as? any OptionalService.Type
    let signature = argumentSignature(repeat (each Argument).self)
    let key = ServiceKey(optional?.wrappedType ?? Service.self, signature: signature, name: name)
    do {
      if asked == nil, mayBeMissing || optional == nil,
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
      // It may have required the optional of a container.
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
