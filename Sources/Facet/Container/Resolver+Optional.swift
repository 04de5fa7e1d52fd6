extension Resolver {
  /// Resolves a service that may not be registered.
  ///
  /// ```swift
  /// let equalizer: Equalizer? = container.optional()
  /// let quiet = container.optional(Speaker.self, name: "quiet")
  /// ```
  ///
  /// Does what `resolve(Service?.self)` does: a service that is not registered is no failure.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve; inferred if left out.
  ///   - name: the name of the registration.
  /// - Returns: the service; `nil` if it is not registered or cannot be built. If it cannot be built, the failure handler of the container
  ///   receives the reason.
  /// - Complexity: O(1) on average, plus the cost of the factories.
  @_alwaysEmitIntoClient
  public func optional<Service>(
    _ serviceType: Service.Type = Service.self, name: String? = nil
  ) -> sending Service? {
    do { return try findOptional(Service.self, name: name) } catch {
      report(error)
      return nil
    }
  }

  /// Resolves a service that may not be registered, with arguments.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve; inferred if left out.
  ///   - name: the name of the registration.
  ///   - arguments: passed to the factory; their static types are part of the key.
  /// - Returns: the service; `nil` if it is not registered or cannot be built. If it cannot be built, the failure handler of the container
  ///   receives the reason.
  @_alwaysEmitIntoClient
  public func optional<Service, each Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, arguments: repeat each Argument
  ) -> sending Service? {
    resolve(Service?.self, name: name, arguments: repeat each arguments) ?? nil
  }

  /// Resolves a service that may not be registered, with one argument.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve; inferred if left out.
  ///   - name: the name of the registration.
  ///   - argument: passed to the factory; its static type is part of the key.
  ///   - argumentType: leave it out: it keeps the static type of the argument, even if that is a protocol.
  /// - Returns: the service; `nil` if it is not registered or cannot be built. If it cannot be built, the failure handler of the container
  ///   receives the reason.
  @_alwaysEmitIntoClient
  public func optional<Service, Argument>(
    _ serviceType: Service.Type = Service.self, name: String? = nil, argument: Argument,
    _ argumentType: Argument.Type = Argument.self
  ) -> sending Service? {
    resolve(Service?.self, name: name, argument: argument) ?? nil
  }
}

extension Resolver {
  /// Asks for a service that may be missing: the table says so at once.
  ///
  /// Returns `nil` if that is not the whole answer: for an optional that is registered itself, wrappers, observers, and resolvers of the user's.
  @usableFromInline
  func askOptional(
    _ key: ServiceKey, or optional: ServiceKey, to slot: Slot
  ) throws(ResolutionError) -> Answer? {
    guard type(of: self) == Container.self else { return nil }
    let container = known(self, as: Container.self)
    let (registry, thread) = (container.registry, Resolution.current)
    if registry.isObserved || registry.knows(optional, thread.number) { return nil }
    if !registry.knows(key, thread.number) {
      return registry.isResolvable(key) || key.serviceType == GraphIdentifier.self ? nil : .noService
    }
    do throws(ResolutionError) { return try container.serve(key, .none, to: slot) } catch {
      // Another thread may have removed the registration meanwhile.
      if error.isMissing(below: thread.path.count) { return .noService }
      throw error
    }
  }
}
