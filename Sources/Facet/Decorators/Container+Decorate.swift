extension Container {
  /// Wraps every new instance of a service.
  ///
  /// A resolve returns the result of the decorator.
  ///
  /// ```swift
  /// container.register((any Store).self) { _ in FileStore() }.inObjectScope(.container)
  /// container.decorate((any Store).self) { r, inner in LoggingStore(inner, logger: r.resolve(Logger.self)!) }
  /// ```
  ///
  /// Decorators run once for each new instance, in the order of their declarations, before the instance is shared and completed. Forwarded
  /// types return the decorated instance. You may declare a decorator before the registration; it stays when the key is registered again.
  /// Instances that are already shared stay as they are.
  ///
  /// If a parent registers the service, only this container and its children decorate it. They get their own registration, with the current
  /// scope of the parent's registration. It wraps the parent's service. So the parent must register first: a key that it adds later is not
  /// decorated in this container.
  ///
  /// An error of a decorator becomes the reason of the failure. A decorator may resolve, as a factory may. A decorator belongs to the actor
  /// that it is written on.
  ///
  /// - Parameters:
  ///   - serviceType: the registered type.
  ///   - name: the name of the registration.
  ///   - fileID: the file of the decorator.
  ///   - line: the line of the decorator.
  ///   - decorator: receives a resolver, the inner instance, and the arguments of the resolve, if any.
  /// - Precondition: the key is not forwarded to another type in this container, now or later: decorate that type.
  @available(swift, introduced: 6)
  public func decorate<Service, each Argument>(
    _ serviceType: Service.Type, name: String? = nil, fileID: String = #fileID, line: Int = #line,
    @_inheritActorContext decorator:
      @escaping @isolated(any) @Sendable (
        any Resolver, Service, repeat each Argument
      ) throws -> Service
  ) {
    let key = ServiceKey(Service.self, signature: Signature<repeat each Argument>.identity, name: name)
    declare(key, isForAll: false, CodeLocation(fileID: fileID, line: line), isEnforced: true, decorator)
  }

  /// Wraps every new instance of a service; in Swift 5 mode.
  ///
  /// The decorator runs on the thread that resolves, whatever actor it was written on.
  ///
  /// - Parameters:
  ///   - serviceType: the registered type.
  ///   - name: the name of the registration.
  ///   - fileID: the file of the decorator.
  ///   - line: the line of the decorator.
  ///   - decorator: receives a resolver, the inner instance, and the arguments of the resolve, if any.
  @available(swift, obsoleted: 6)
  @_documentation(visibility: internal)
  public func decorate<Service, each Argument>(
    _ serviceType: Service.Type, name: String? = nil, fileID: String = #fileID, line: Int = #line,
    decorator:
      @escaping @isolated(any) (
        any Resolver, Service, repeat each Argument
      ) throws -> Service
  ) {
    let key = ServiceKey(Service.self, signature: Signature<repeat each Argument>.identity, name: name)
    declare(key, isForAll: false, CodeLocation(fileID: fileID, line: line), isEnforced: false, decorator)
  }

  func declare<Service, each Argument>(
    _ key: ServiceKey, isForAll: Bool, _ location: CodeLocation, isEnforced: Bool,
    _ decorator: @escaping @isolated(any) (any Resolver, Service, repeat each Argument) throws -> Service
  ) {
    let isolation = decorator.isolation.map { Isolation($0, isEnforced: isEnforced, of: "decorator") }
    let unchecked = IsolatedFactory<Service, Service, repeat each Argument>(decorator).unchecked
    registry.declare(
      Decorator(key, isForAll: isForAll, on: isolation, at: location) { resolver, arguments, inner in
        Kept(
          try unchecked.run(
            resolver, inner.service(as: Service.self),
            repeat each arguments.tuple((repeat each Argument).self)))
      })
  }
}

extension Registry {
  @inline(never)
  fileprivate func declare(_ decorator: Decorator) {
    // Before the search for registrations: one that is added meanwhile looks for decorators.
    add([decorator])
    // A closed container keeps nothing.
    if isClosed {
      removeCallbacks()
      return reportClosed(decorator.key)
    }
    apply(decorator)
  }
  /// Lets a decorator wrap the present registrations, here or in a parent.
  func apply(_ decorator: Decorator) {
    if !decorator.isForAll { return decorate(decorator.key, at: decorator.location) }
    let all = line.flatMap { $0.registrations(of: decorator.key.serviceType) }
    // Forwards within the type come last, because they lead to the wrappers of their targets.
    for isForward in [false, true] {
      for registration in all where registration.isForward == isForward {
        decorate(registration.key, at: decorator.location)
      }
    }
  }

  /// Applies the decorators of a key to its registration, here or in a parent.
  func decorate(_ key: ServiceKey, at location: CodeLocation) {
    guard let known = found(key) else { return }
    guard known.owner === self else { return wrap(known, at: location) }
    if known.isForward {
      if known.record.owner === self, !forbidsForward(key, to: known.record) { return }
      stop(decoratedForward(key, at: location, to: known.record.key))
    }
    decorate(known.record)
  }
}
