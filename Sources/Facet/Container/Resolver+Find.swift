// The front of every resolve. The client's compiler copies it into the client, where the types are known; behind it nothing is generic.

extension Resolver {
  @inlinable
  @_transparent
  func find<Service>(_ serviceType: Service.Type, name: String?) throws(ResolutionError) -> sending Service {
    var service: Service? = nil
    let answer = unsafe try ask(ServiceKey(Service.self, name: name), .none, to: Slot(&service))
    if case .instance(let instance) = answer { service = instance.service(as: Service.self) }
    if let service {
      nonisolated(unsafe) let found = service
      return unsafe found
    }
    return try provided(serviceType, name: name)
  }

  @inlinable
  @_transparent
  func find<Service, Argument>(
    _ serviceType: Service.Type, name: String?, argument: Argument
  ) throws(ResolutionError) -> sending Service {
    var service: Service? = nil
    let answer = try Arguments.with(one: argument) { argument throws(ResolutionError) in
      unsafe try ask(
        ServiceKey(Service.self, signature: Argument.self, name: name), argument, to: Slot(&service))
    }
    if case .instance(let instance) = answer { service = instance.service(as: Service.self) }
    if let service {
      nonisolated(unsafe) let found = service
      return unsafe found
    }
    return try provided(serviceType, name: name, argument)
  }

  @inlinable
  @inline(__always)
  func find<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
  ) throws(ResolutionError) -> sending Service {
    var service: Service? = nil
    let signature = argumentSignature(repeat (each Argument).self)
    let answer = try Arguments.with(repeat each arguments) { arguments throws(ResolutionError) in
      unsafe try ask(
        ServiceKey(Service.self, signature: signature, name: name), signature == nil ? .none : arguments,
        to: Slot(&service))
    }
    if case .instance(let instance) = answer { service = instance.service(as: Service.self) }
    if let service {
      nonisolated(unsafe) let found = service
      return unsafe found
    }
    return try provided(serviceType, name: name, repeat each arguments)
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

  // MARK: - Resolvers of the user's

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
