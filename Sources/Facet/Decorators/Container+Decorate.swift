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
    decorate(serviceType, name: name, fileID: fileID, line: line, isEnforced: true, decorator)
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
    decorate(serviceType, name: name, fileID: fileID, line: line, isEnforced: false, decorator)
  }

  private func decorate<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, fileID: String, line: Int, isEnforced: Bool,
    _ decorator:
      @escaping @isolated(any) (any Resolver, Service, repeat each Argument) throws
      -> Service
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    let isolation = decorator.isolation.map { Isolation($0, isEnforced: isEnforced, of: "decorator") }
    let unchecked = IsolatedArgumentFactory<Service, Service, repeat each Argument>(decorator).unchecked
    let erased = Decorator(
      { resolver, arguments, inner in
        Kept(
          try unchecked.run(
            resolver, inner.service(as: Service.self),
            repeat each arguments.tuple((repeat each Argument).self)))
      }, on: isolation, at: location)
    registry.decorate(
      Service.self, Signature<repeat each Argument>.identity, name, by: erased,
      at: location)
  }
}

extension Registry {
  @inline(never)
  func decorate(
    _ serviceType: Any.Type, _ signature: Any.Type?, _ name: String?, by decorator: Decorator,
    at location: CodeLocation
  ) {
    let key = ServiceKey(serviceType, signature: signature, name: name)
    // Before the search for the registration: a registration that is added meanwhile looks for decorators.
    add(decorator, for: key)
    // A closed container keeps nothing.
    if isClosed {
      removeCallbacks()
      return reportClosed(key)
    }
    decorate(key, at: location)
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
