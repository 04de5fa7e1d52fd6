extension Resolver {
  /// Resolves all registrations of a type, under every name and under none.
  ///
  /// ```swift
  /// container.register(Plugin.self, name: "spelling") { _ in Spelling() }
  /// container.register(Plugin.self, name: "grammar") { _ in Grammar() }
  /// let plugins = container.resolveAll(Plugin.self)
  /// ```
  ///
  /// The services are in the order of registration, the parents' first. A registration with a parent's key takes the place of the
  /// parent's. All of them belong to the same top-level resolve; each service keeps its own scope.
  ///
  /// A list of ``Lazy`` or ``Provider`` elements has one element for each service that can be wrapped: `resolveAll(Lazy<Plugin>.self)`
  /// builds none of the services.
  ///
  /// The result does not contain:
  ///
  /// - entries with other argument types;
  /// - entries with an option: ``resolveAll(_:option:arguments:)`` returns them;
  /// - services that cannot be resolved: the reason goes to the failure handler. If the container is closed, the handler is called
  ///   once.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve.
  ///   - arguments: passed to the factories.
  /// - Returns: the services.
  /// - Complexity: O(*n*) in the number of registrations of the container and its parents.
  @_alwaysEmitIntoClient
  public func resolveAll<Service, each Argument>(
    _ serviceType: Service.Type, arguments: repeat each Argument
  ) -> sending [Service] {
    resolveAll(serviceType, option: nil, arguments: repeat each arguments)
  }

  /// Resolves all registrations of a type with one argument.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve.
  ///   - argument: passed to the factories; entries that take no argument of its type are left out.
  ///   - argumentType: the type of the argument in the key; its static type by default.
  /// - Returns: the services.
  /// - Complexity: O(*n*) in the number of registrations of the container and its parents.
  @_alwaysEmitIntoClient
  public func resolveAll<Service, Argument>(
    _ serviceType: Service.Type, argument: Argument,
    as argumentType: Argument.Type = Argument.self
  ) -> sending [Service] {
    resolveAll(serviceType, option: nil, arguments: argument)
  }

  /// Resolves all registrations of a type under keys with an extra option, for libraries that extend Facet.
  ///
  /// The result has the entries with an equal option, under every name and under none. Entries without an option are left out, unless
  /// `option` is `nil`. Everything else is the same as with ``resolveAll(_:arguments:)``.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve.
  ///   - option: the extra part of the key.
  ///   - arguments: passed to the factories; entries with other argument types are left out.
  /// - Returns: the services.
  /// - Complexity: O(*n*) in the number of registrations of the container and its parents.
  @_alwaysEmitIntoClient
  public func resolveAll<Service, each Argument>(
    _ serviceType: Service.Type, option: (any ServiceKeyOption)?, arguments: repeat each Argument
  ) -> sending [Service] {
    let signature = Signature<repeat each Argument>.identity
    guard let registry = backing.asked else {
      do {
        let service = try provide(Service.self, name: nil, arguments: repeat each arguments)
        return handedOver(service.map { [$0] } ?? [])
      } catch {
        report(ResolutionError(error, providing: Service.self, signature))
        return []
      }
    }
    var services: [Service] = []
    registry.read { registry in
      registry.forEachName(of: Service.self, signature, option) { name in
        let service =
          option == nil
          ? resolve(serviceType, name: name, arguments: repeat each arguments)
          : resolve(serviceType, name: name, option: option, arguments: repeat each arguments)
        if let service { services.append(service) }
      }
    }
    withExtendedLifetime(self) {}
    return handedOver(services)
  }
}

extension Registry {
  /// Calls `body` with the name of each registration of a type, the parents' first, in one cycle.
  ///
  /// For a wrapper that is not registered itself, the names are those of the wrapped type. For a closed container, `body` is called
  /// once without a name, so that its resolve reports the reason.
  @usableFromInline
  func forEachName(
    of serviceType: Any.Type, _ signature: Any.Type?, _ option: (any ServiceKeyOption)?,
    _ body: (String?) -> Void
  ) {
    var names = NameList()
    var (serviceType, signature) = (serviceType, signature)
    collectNames(of: serviceType, signature, option.map(OptionBox.init), into: &names)
    let thread = Thread.current
    while option == nil, names.inOrder.isEmpty, let wrapper = thread.state.wrappers.wrapper(serviceType) {
      (serviceType, signature) = (wrapper.wrappedType, signature ?? wrapper.argumentsAtUse)
      collectNames(of: serviceType, signature, nil, into: &names)
    }
    // Checked last, because a close removes the registrations while the names are collected.
    if isClosed { return body(nil) }
    thread.inOneCycle(asking: self) { names.inOrder.forEach(body) }
  }

  /// Reports that the container is closed, if it is closed.
  @usableFromInline
  @inline(never)
  func reportIfClosed(_ serviceType: Any.Type, _ signature: Any.Type?) {
    guard isClosed else { return }
    let key = ServiceKey(serviceType, signature: signature)
    report(closed(key, Thread.current))
  }

  /// Adds the names of all registrations of a type, the parents' first.
  ///
  /// Runs `isEqualTo` of options, which is user code.
  fileprivate func collectNames(
    of serviceType: Any.Type, _ signature: Any.Type?, _ option: OptionBox?, into names: inout NameList
  ) {
    parent?.collectNames(of: serviceType, signature, option, into: &names)
    for registration in registrations(of: serviceType)
    where registration.signature == signature && registration.option == option {
      names.add(registration.name)
    }
  }
}

/// Names, each once, in the order in which they were added.
private struct NameList {
  private(set) var inOrder: [String?] = []
  private var known: Set<String?> = []

  mutating func add(_ name: String?) {
    if known.insert(name).inserted { inOrder.append(name) }
  }
}
