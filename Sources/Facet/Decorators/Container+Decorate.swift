extension Container {
  /// Wraps every new instance of a service: what is resolved is what the decorator returns.
  ///
  /// ```swift
  /// container.register((any Store).self) { _ in FileStore() }.inObjectScope(.container)
  /// container.decorate((any Store).self) { r, inner in LoggingStore(inner, logger: r.resolve(Logger.self)!) }
  /// ```
  ///
  /// Decorators are applied in the order of their declarations, once for each instance, before it is shared and completed. It is seen
  /// decorated through every type that is forwarded to it. A decorator may be declared before the registration, and stays when
  /// the key is registered again. Instances that are shared already stay as they are.
  ///
  /// A service that is registered in a parent is decorated only for this container and its children: they get a registration
  /// of their own, which has the scope that the parent's has at the time, and wraps what the parent has under the key. So here the
  /// parent comes first: what it registers under a new key later is not decorated in this container.
  ///
  /// What a decorator throws is the reason of the failure. It may resolve, as a factory may, and belongs to the actor on which it is written,
  /// as a factory does.
  ///
  /// - Parameters:
  ///   - serviceType: the registered type.
  ///   - name: the name of the registration.
  ///   - fileID: the file of the decorator.
  ///   - line: the line of the decorator.
  ///   - decorator: receives a resolver, what it wraps, and the arguments of the resolve if there are some.
  /// - Precondition: the key is not forwarded to another type in this container, now or later: decorate that one.
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

  /// Wraps every new instance of a service; in Swift 5 mode, where a decorator runs on the thread that resolves, whatever actor it was written
  /// on.
  ///
  /// - Parameters:
  ///   - serviceType: the registered type.
  ///   - name: the name of the registration.
  ///   - fileID: the file of the decorator.
  ///   - line: the line of the decorator.
  ///   - decorator: receives a resolver, what it wraps, and the arguments of the resolve if there are some.
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
    let unchecked = IsolatedDecorator<Service, repeat each Argument>(call: decorator).unchecked
    let erased = Decorator(
      { resolver, arguments, slot in
        guard let inner = slot.take(as: Service.self) else { return }
        slot.put(
          try unchecked.call(resolver, inner, repeat each Signature<repeat each Argument>.tuple(arguments)))
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
    // Before the registration is looked for: one that comes meanwhile looks for decorators.
    add(decorator, for: key)
    // A container that was closed keeps nothing.
    if isClosed {
      removeCallbacks()
      return reportClosed(key)
    }
    decorate(key, at: location)
  }

  /// Lets what is noted to decorate a key wrap what is registered under it, here or in a parent.
  func decorate(_ key: ServiceKey, at location: CodeLocation) {
    guard let known = found(key) else { return }
    guard known.depth == depth else { return wrap(known, at: location) }
    if known.isForward {
      if known.record.owner === self, !forbidsForward(key, to: known.record) { return }
      stop(decoratedForward(key, at: location, to: known.record.key))
    }
    decorate(known.record)
  }
}
