/// What a resolve does when there is no instance: the reason is given. Off the hot path, and not inlined.
///
/// Without arguments in functions of their own, like `find`.
extension Resolver {
  @usableFromInline
  @inline(never)
  func recover<Service>(_ outcome: Outcome, _ serviceType: Service.Type, name: String?) -> Service? {
    do {
      return try recoverOrThrow(outcome, serviceType, name: name)
    } catch {
      report(error)
      return nil
    }
  }

  @_alwaysEmitIntoClient
  @inline(never)
  func recover<Service, each Argument>(
    _ outcome: Outcome, _ serviceType: Service.Type, name: String?, option: OptionBox? = nil,
    arguments: repeat each Argument
  ) -> Service? {
    do {
      return try recoverOrThrow(
        outcome, serviceType, name: name, option: option, arguments: repeat each arguments)
    } catch {
      report(error)
      return nil
    }
  }

  @usableFromInline
  @inline(never)
  func recoverOrStop<Service>(
    _ outcome: Outcome, _ serviceType: Service.Type, name: String?, fileID: String, line: Int
  ) -> Service {
    do {
      return try recoverOrThrow(outcome, serviceType, name: name)
    } catch {
      stop(error.description, at: CodeLocation(fileID: fileID, line: line))
    }
  }

  @_alwaysEmitIntoClient
  @inline(never)
  func recoverOrStop<Service, each Argument>(
    _ outcome: Outcome, _ serviceType: Service.Type, name: String?, arguments: repeat each Argument,
    fileID: String, line: Int
  ) -> Service {
    do {
      return try recoverOrThrow(outcome, serviceType, name: name, arguments: repeat each arguments)
    } catch {
      stop(error.description, at: CodeLocation(fileID: fileID, line: line))
    }
  }

  @usableFromInline
  @inline(never)
  func recoverOrThrow<Service>(
    _ outcome: Outcome, _ serviceType: Service.Type, name: String?
  ) throws(ResolutionError) -> Service {
    if let build = backing.build {
      // Not by the way below: it is one for any number of arguments, and takes twice the time.
      defer { withExtendedLifetime(self) {} }
      return try build.takeUnretainedValue().resolve(Service.self, name: name)
    }
    let key = ServiceKey(Service.self, name: name)
    if let error = reason(for: outcome, key) { throw error }
    return try provided(key)
  }

  @usableFromInline
  @inline(never)
  func recoverOrThrow<Service, each Argument>(
    _ outcome: Outcome, _ serviceType: Service.Type, name: String?, option: OptionBox? = nil,
    arguments: repeat each Argument
  ) throws(ResolutionError) -> Service {
    let key = ServiceKey(
      Service.self, signature: Signature<repeat each Argument>.identity, name: name, option: option)
    if let error = reason(for: outcome, key) { throw error }
    return try provided(key, repeat each arguments)
  }

  /// Asks a resolver without a container for its own service.
  func provided<Service, each Argument>(
    _ key: ServiceKey, _ arguments: repeat each Argument
  ) throws(ResolutionError) -> Service {
    if let build = backing.build {
      defer { withExtendedLifetime(self) {} }
      return try build.takeUnretainedValue().resolve(key, arguments: repeat each arguments)
    }
    do {
      if let service = try provide(Service.self, name: key.name, arguments: repeat each arguments) {
        return service
      }
    } catch {
      throw ResolutionError(error, providing: key)
    }
    throw ResolutionError(.notRegistered, key: key)
  }

  /// Why there is no instance; `nil` if no container was asked.
  @inline(never)
  func reason(for outcome: Outcome, _ key: ServiceKey) -> ResolutionError? {
    if case .failed(let error) = outcome { return error }
    defer { withExtendedLifetime(self) {} }
    return backing.registry?.takeUnretainedValue().missing(key, ThreadState.current)
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
