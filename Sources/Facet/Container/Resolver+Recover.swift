/// What a resolve does when there is no instance: the reason is given. Off the hot path, and not inlined.
///
/// Without arguments in functions of their own, like `find`.
extension Resolver {
  @usableFromInline
  @inline(never)
  func recover<Service>(_ error: ResolutionError, _ serviceType: Service.Type, name: String?) -> Service? {
    do {
      return try recoverOrThrow(error, serviceType, name: name)
    } catch {
      report(error)
      return nil
    }
  }

  @_alwaysEmitIntoClient
  @inline(never)
  func recover<Service, each Argument>(
    _ error: ResolutionError, _ serviceType: Service.Type, name: String?, option: OptionBox? = nil,
    arguments: repeat each Argument
  ) -> Service? {
    do {
      return try recoverOrThrow(
        error, serviceType, name: name, option: option, arguments: repeat each arguments)
    } catch {
      report(error)
      return nil
    }
  }

  @usableFromInline
  @inline(never)
  func recoverOrStop<Service>(
    _ error: ResolutionError, _ serviceType: Service.Type, name: String?, fileID: String, line: Int
  ) -> Service {
    do {
      return try recoverOrThrow(error, serviceType, name: name)
    } catch {
      stop(error.description, at: CodeLocation(fileID: fileID, line: line))
    }
  }

  @_alwaysEmitIntoClient
  @inline(never)
  func recoverOrStop<Service, each Argument>(
    _ error: ResolutionError, _ serviceType: Service.Type, name: String?, arguments: repeat each Argument,
    fileID: String, line: Int
  ) -> Service {
    do {
      return try recoverOrThrow(error, serviceType, name: name, arguments: repeat each arguments)
    } catch {
      stop(error.description, at: CodeLocation(fileID: fileID, line: line))
    }
  }

  @usableFromInline
  @inline(never)
  func recoverOrThrow<Service>(
    _ error: ResolutionError, _ serviceType: Service.Type, name: String?
  ) throws(ResolutionError) -> Service {
    if let error = reason(error, ServiceKey(Service.self, name: name)) { throw error }
    return try provided(serviceType, name: name)
  }

  @usableFromInline
  @inline(never)
  func recoverOrThrow<Service, each Argument>(
    _ error: ResolutionError, _ serviceType: Service.Type, name: String?, option: OptionBox? = nil,
    arguments: repeat each Argument
  ) throws(ResolutionError) -> Service {
    let signature = Signature<repeat each Argument>.identity
    let key = ServiceKey(Service.self, signature: signature, name: name, option: option)
    if let error = reason(error, key) { throw error }
    return try provided(serviceType, name: name, option: option, repeat each arguments)
  }

  /// The whole reason; `nil` if there is no container behind the resolver, which is asked itself then.
  @inline(never)
  private func reason(_ error: ResolutionError, _ key: ServiceKey) -> ResolutionError? {
    guard error.identity == ResolutionError.nothingFound.identity else { return error }
    defer { withExtendedLifetime(self) {} }
    return backing.missing(key)
  }

  /// Asks a resolver without a container for its own service.
  @usableFromInline
  func provided<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, option: OptionBox? = nil, _ arguments: repeat each Argument
  ) throws(ResolutionError) -> Service {
    let signature = Signature<repeat each Argument>.identity
    let key = ServiceKey(Service.self, signature: signature, name: name, option: option)
    do {
      if let service = try provide(Service.self, name: name, arguments: repeat each arguments) {
        return service
      }
    } catch {
      throw ResolutionError(error, providing: key)
    }
    throw ResolutionError(.notRegistered, key: key)
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
