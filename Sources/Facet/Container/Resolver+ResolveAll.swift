extension Resolver {
  /// Resolves all registrations of a type, under every name and under none.
  ///
  /// ```swift
  /// container.register(Plugin.self, name: "spelling") { _ in Spelling() }
  /// container.register(Plugin.self, name: "grammar") { _ in Grammar() }
  /// let plugins = container.resolveAll(Plugin.self)
  /// ```
  ///
  /// The services are in the order of registration, the parents' first, without those that another thread removes meanwhile. A registration with
  /// a parent's key takes the place of the parent's. All of them belong to the same top-level resolve; each service keeps its own scope.
  ///
  /// A list of ``Lazy`` or ``Provider`` elements has one element for each service that can be wrapped: `resolveAll(Lazy<Plugin>.self)`
  /// builds none of the services.
  ///
  /// The result does not contain:
  ///
  /// - entries with other argument types;
  /// - services that cannot be resolved: the reason goes to the failure handler. If the container is closed, the handler is called
  ///   once.
  ///
  /// - Parameter serviceType: the type to resolve.
  /// - Returns: the services.
  /// - Complexity: O(*n*) in the number of registrations of the container and its parents.
  @inlinable
  public func resolveAll<Service>(_ serviceType: Service.Type = Service.self) -> sending [Service] {
    guard let registry = asked else { return handedOver(optional(serviceType).map { [$0] } ?? []) }
    return handedOver(
      registry.forEachName(of: Service.self, nil, orElse: report) { name throws(ResolutionError) in
        try require(serviceType, name: name)
      })
  }

  /// Resolves all registrations of a type that take certain arguments, under every name and under none.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve.
  ///   - arguments: passed to the factories.
  /// - Returns: the services, as ``resolveAll(_:)`` returns them.
  /// - Complexity: O(*n*) in the number of registrations of the container and its parents.
  @inlinable
  public func resolveAll<Service, each Argument>(
    _ serviceType: Service.Type, arguments: repeat each Argument
  ) -> sending [Service] {
    let signature = argumentSignature(repeat (each Argument).self)
    guard let registry = asked else {
      return handedOver(optional(serviceType, arguments: repeat each arguments).map { [$0] } ?? [])
    }
    return handedOver(
      registry.forEachName(of: Service.self, signature, orElse: report) { name throws(ResolutionError) in
        try require(serviceType, name: name, arguments: repeat each arguments)
      })
  }
}

extension Resolver {
  /// Resolves all registrations of a type, or fails with the reason of the first that cannot be resolved.
  ///
  /// ```swift
  /// let plugins = try container.requireAll(Plugin.self)
  /// ```
  ///
  /// The list is that of ``resolveAll(_:)``, and it is complete.
  ///
  /// - Parameter serviceType: the type to resolve.
  /// - Returns: the services; an empty list if there is no registration.
  /// - Throws: the ``ResolutionError`` of a service.
  /// - Complexity: O(*n*) in the number of registrations of the type.
  @inlinable
  public func requireAll<Service>(
    _ serviceType: Service.Type = Service.self
  ) throws(ResolutionError) -> sending [Service] {
    guard let registry = asked else { return handedOver([try require(serviceType)]) }
    return handedOver(
      try registry.forEachName(of: Service.self, nil, orElse: fail) { name throws(ResolutionError) in
        try require(serviceType, name: name)
      })
  }

  /// Resolves all registrations of a type that take certain arguments, or fails with the reason of the first that cannot be resolved.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve.
  ///   - arguments: passed to the factories.
  /// - Returns: the services; an empty list if there is no registration.
  /// - Throws: the ``ResolutionError`` of a service.
  /// - Complexity: O(*n*) in the number of registrations of the type.
  @inlinable
  public func requireAll<Service, each Argument>(
    _ serviceType: Service.Type, arguments: repeat each Argument
  ) throws(ResolutionError) -> sending [Service] {
    let signature = argumentSignature(repeat (each Argument).self)
    guard let registry = asked else {
      return handedOver([try require(serviceType, arguments: repeat each arguments)])
    }
    return handedOver(
      try registry.forEachName(of: Service.self, signature, orElse: fail) { name throws(ResolutionError) in
        try require(serviceType, name: name, arguments: repeat each arguments)
      })
  }
}

/// The answer to a failure in a list that must be complete.
@usableFromInline
func fail(_ error: ResolutionError) throws(ResolutionError) { throw error }

extension Registry {
  /// Resolves each name of a type in one top-level resolve, as `withNames` gives them; what is removed meanwhile is no failure.
  @inlinable
  @inline(__always)
  func forEachName<Element, Failure: Error>(
    of serviceType: Any.Type, _ signature: Any.Type?, isByName: Bool = false,
    orElse fail: (ResolutionError) throws(Failure) -> Void,
    _ resolve: (String?) throws(ResolutionError) -> Element
  ) throws(Failure) -> [Element] {
    var elements: [Element] = []
    try withNames(of: serviceType, signature, isByName: isByName) { names throws(Failure) in
      elements.reserveCapacity(names.count)
      for name in names {
        do throws(ResolutionError) { elements.append(try resolve(name)) } catch {
          let key = ServiceKey(serviceType, signature: signature, name: name)
          if !hasLost(key, after: error) { try fail(error) }
        }
      }
    }
    return elements
  }
  /// Calls `body` with the names of all registrations of a type, the parents' first, in one top-level resolve.
  ///
  /// For a wrapper that is not registered itself, the names are those of the wrapped type. For a closed container, there is one: none, so
  /// that its resolve reports the reason.
  @usableFromInline
  func withNames<Failure: Error>(
    of serviceType: Any.Type, _ signature: Any.Type?, isByName: Bool = false,
    _ body: ([String?]) throws(Failure) -> Void
  ) throws(Failure) {
    if isObserved {
      let key = ServiceKey(serviceType, signature: signature)
      _ = tellHooks(.list(of: key, isByName: isByName, registryDepth: depth))
    }
    let thread = Resolution.current
    var (serviceType, signature) = (serviceType, signature)
    var names = names(of: serviceType, signature)
    while names.isEmpty, let wrapper = thread.state.wrappers.wrapper(serviceType) {
      (serviceType, signature) = (wrapper.wrappedType, signature ?? wrapper.argumentsAtUse)
      names = self.names(of: serviceType, signature)
    }
    // Checked last, because a close removes the registrations while the names are collected.
    if isClosed { return try body([nil]) }
    thread.enter()
    defer { thread.leave() }
    try body(names)
  }
  /// Whether an element of a list is missing because it was removed after the names had been read.
  @usableFromInline
  @inline(never)
  func hasLost(_ element: ServiceKey, after error: ResolutionError) -> Bool {
    guard error.code == .notRegistered else { return false }
    var isThere = false
    withNames(of: element.serviceType, element.signature) { isThere = $0.contains(element.name) }
    return !isThere
  }
  /// Each once, in the order of registration.
  private func names(of serviceType: Any.Type, _ signature: Any.Type?) -> [String?] {
    var names: [String?] = []
    for registry in line.reversed() where registry.flags.has(.used) {
      let known = names.isEmpty ? nil : Set(names)
      let own = registry.registrations(of: serviceType)
      names.reserveCapacity(names.count + own.count)
      for registration in own where registration.key.signature == signature {
        // Within one container, names differ.
        if known?.contains(registration.key.name) != true { names.append(registration.key.name) }
      }
    }
    return names
  }

  /// The same for the names alone; a closed container has none, and says so.
  @usableFromInline
  @inline(never)
  func forEachNamed<Failure: Error>(
    of serviceType: Any.Type, _ signature: Any.Type?,
    orElse fail: (ResolutionError) throws(Failure) -> Void,
    _ resolve: (String) throws(ResolutionError) -> Void
  ) throws(Failure) {
    _ = try forEachName(of: serviceType, signature, isByName: true, orElse: fail) {
      name throws(ResolutionError) in
      if let name { return try resolve(name) }
      if isClosed {
        throw Resolution.current.closed(ServiceKey(serviceType, signature: signature), in: self)
      }
    }
  }
}
