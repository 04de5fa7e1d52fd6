/// What a resolve does when it found nothing: a wrapper is made, or the reason is told. Off the hot path, and not inlined.
///
/// Without arguments in functions of their own, like `find`.
extension Resolver {
  @usableFromInline
  @inline(never)
  func recover<Service>(_ serviceType: Service.Type, name: String?) -> Service? {
    recover(serviceType, name: name, option: nil)
  }

  @usableFromInline
  @inline(never)
  func recover<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
  ) -> Service? {
    recover(serviceType, name: name, option: nil, arguments: repeat each arguments)
  }

  @inline(never)
  func recover<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, option: (any ServiceKeyOption)?,
    arguments: repeat each Argument
  ) -> Service? {
    do {
      return try recoverOrThrow(serviceType, name: name, option: option, arguments: repeat each arguments)
    } catch {
      backing.report(error)
      return nil
    }
  }

  @usableFromInline
  @inline(never)
  func recoverOrStop<Service>(
    _ serviceType: Service.Type, name: String?, fileID: String, line: Int
  ) -> Service {
    do {
      return try recoverOrThrow(serviceType, name: name)
    } catch {
      stop(error.description, at: CodeLocation(fileID: fileID, line: line))
    }
  }

  @usableFromInline
  @inline(never)
  func recoverOrStop<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, arguments: repeat each Argument, fileID: String, line: Int
  ) -> Service {
    do {
      return try recoverOrThrow(serviceType, name: name, arguments: repeat each arguments)
    } catch {
      stop(error.description, at: CodeLocation(fileID: fileID, line: line))
    }
  }

  @usableFromInline
  @inline(never)
  func recoverOrThrow<Service>(
    _ serviceType: Service.Type, name: String?
  ) throws(ResolutionError) -> Service {
    try recoverOrThrow(serviceType, name: name, option: nil)
  }

  @usableFromInline
  @inline(never)
  func recoverOrThrow<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
  ) throws(ResolutionError) -> Service {
    try recoverOrThrow(serviceType, name: name, option: nil, arguments: repeat each arguments)
  }

  private func recoverOrThrow<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, option: (any ServiceKeyOption)?,
    arguments: repeat each Argument
  ) throws(ResolutionError) -> Service {
    defer { withExtendedLifetime(self) {} }
    let key = ServiceKey(
      serviceType: serviceType, name: name, argumentTypes: Signature<repeat each Argument>.types,
      option: option)
    guard let registry = backing.registry?.takeUnretainedValue() else {
      return try provide(key, serviceType, repeat each arguments)
    }
    let resolution = Resolution.current
    if let error = resolution.pointee.error {
      resolution.pointee.error = nil
      throw error
    }
    if serviceType == GraphIdentifier.self, let identifier = resolution.runningIdentifier as? Service {
      return identifier
    }
    guard let wrapper = serviceType as? any ServiceWrapper.Type, option == nil,
      let container = registry.container
    else { throw registry.missing(key, resolution) }
    func open<Wrapper: ServiceWrapper>(_: Wrapper.Type) throws(ResolutionError) -> Service {
      // `Wrapper` is `Service` under another name.
      unsafeBitCast(
        try Wrapper.wrap(from: container, name: name, arguments: repeat each arguments), to: Service.self)
    }
    return try open(wrapper)
  }

  private func provide<Service, each Argument>(
    _ key: ServiceKey, _ serviceType: Service.Type, _ arguments: repeat each Argument
  ) throws(ResolutionError) -> Service {
    do {
      if let service = try provide(serviceType, name: key.name, arguments: repeat each arguments) {
        return service
      }
    } catch let error as ResolutionError {
      throw error
    } catch {
      throw ResolutionError(.factoryFailed, key: key, path: [key], underlyingError: error)
    }
    throw ResolutionError(.notRegistered, key: key, path: [key])
  }
}

extension ResolverBacking {
  func report(_ error: ResolutionError) {
    guard let registry = registry?.takeUnretainedValue() else {
      return printToStandardError(error.description)
    }
    registry.reporter.report(error)
  }
}
