extension Resolver {
  /// Resolves all registrations of a type, under every name and under none.
  ///
  /// ```swift
  /// container.register(Plugin.self, name: "spelling") { _ in Spelling() }
  /// container.register(Plugin.self, name: "grammar") { _ in Grammar() }
  /// let plugins = container.resolveAll(Plugin.self)
  /// ```
  ///
  /// In the order of registration, the parents' first. A registration with a parent's key takes the place of the parent's.
  /// All are resolved in one cycle; each service keeps its own scope. One that cannot be resolved is left out, and the reason goes to the failure handler.
  ///
  /// - Parameters:
  ///   - serviceType: the type to resolve.
  ///   - arguments: are handed to the factories; only those that take them are used.
  /// - Returns: the services.
  /// - Complexity: O(*n*) in the number of registrations of the container and its parents.
  @_alwaysEmitIntoClient
  public func resolveAll<Service, each Argument>(
    _ serviceType: Service.Type, arguments: repeat each Argument
  ) -> [Service] {
    let signature = Signature<repeat each Argument>.identity
    guard let registry = backing.registry else {
      do {
        return try provide(Service.self, name: nil, arguments: repeat each arguments).map { [$0] } ?? []
      } catch {
        report(error, Service.self, signature)
        return []
      }
    }
    var services: [Service] = []
    registry._withUnsafeGuaranteedRef { registry in
      registry.forEachName(of: Service.self, signature) { name in
        if let service = resolve(serviceType, name: name, arguments: repeat each arguments) {
          services.append(service)
        }
      }
    }
    _fixLifetime(self)
    return services
  }
}

extension Registry {
  /// Calls `body` with the name of each registration of a type, the parents' first, in one cycle.
  @usableFromInline
  func forEachName(of serviceType: Any.Type, _ signature: Any.Type?, _ body: (String?) -> Void) {
    var names = NameList()
    collectNames(of: serviceType, signature, into: &names)
    ThreadState.current.inOneCycle(asking: self) { names.inOrder.forEach(body) }
  }

  /// Adds the names of all registrations of a type, the parents' first.
  fileprivate func collectNames(
    of serviceType: Any.Type, _ signature: Any.Type?, into names: inout NameList
  ) {
    parent?.collectNames(of: serviceType, signature, into: &names)
    for registration in registrations(of: serviceType)
    where registration.signature == signature && registration.option === nil {
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
