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
  /// Decorators run once for each new instance, in the order of their declarations, before the instance is stored and completed. Forwarded
  /// types return the decorated instance. You may declare a decorator before the registration; it stays when the key is registered again.
  /// Existing instances stay as they are.
  ///
  /// A decorator wraps the registrations of the container where it is declared. To wrap a service that only a parent registers, decorate it in
  /// that parent. In the closure of ``overriding(_:)``, the decorator goes to the copy of the container that has the registration.
  ///
  /// An error of a decorator becomes the reason of the failure. A decorator may resolve, as a factory may. A decorator belongs to the actor
  /// that it is written on.
  ///
  /// - Parameters:
  ///   - serviceType: the registered type.
  ///   - name: the name of the registration.
  ///   - fileID: the file of the decorator.
  ///   - line: the line of the decorator.
  ///   - decorator: receives a resolver and the inner instance.
  /// - Precondition: the key is not forwarded to another type in this container, now or later: decorate that type. It is not registered by a
  ///   parent alone. If it is, the program stops, in release builds too.
  @available(swift, introduced: 6)
  public func decorate<Service>(
    _ serviceType: Service.Type, name: String? = nil, fileID: String = #fileID, line: Int = #line,
    @_inheritActorContext decorator:
      @escaping @isolated(any) @Sendable (any Resolver, Service) throws -> Service
  ) {
    declare(
      ServiceKey(Service.self, name: name), isForAll: false, CodeLocation(fileID: fileID, line: line),
      isEnforced: true, decorator)
  }

  /// Wraps every new instance of a service that takes arguments.
  ///
  /// - Parameters:
  ///   - serviceType: the registered type.
  ///   - name: the name of the registration.
  ///   - fileID: the file of the decorator.
  ///   - line: the line of the decorator.
  ///   - decorator: receives a resolver, the inner instance and the arguments of the resolve.
  /// - Precondition: the key is not forwarded to another type in this container, now or later: decorate that type. It is not registered by a
  ///   parent alone. If it is, the program stops, in release builds too.
  @available(swift, introduced: 6)
  public func decorate<Service, each Argument>(
    _ serviceType: Service.Type, name: String? = nil, fileID: String = #fileID, line: Int = #line,
    @_inheritActorContext decorator:
      @escaping @isolated(any) @Sendable (
        any Resolver, Service, repeat each Argument
      ) throws -> Service
  ) {
    let key = ServiceKey(Service.self, signature: argumentSignature(repeat (each Argument).self), name: name)
    declare(key, isForAll: false, CodeLocation(fileID: fileID, line: line), isEnforced: true, decorator)
  }

  /// Wraps every new instance of a service; in Swift 5 mode.
  ///
  /// The decorator runs on the thread that resolves, unless it names an actor of its own.
  ///
  /// - Parameters:
  ///   - serviceType: the registered type.
  ///   - name: the name of the registration.
  ///   - fileID: the file of the decorator.
  ///   - line: the line of the decorator.
  ///   - surrounding: leave it out: the actor of the code around.
  ///   - decorator: receives a resolver and the inner instance.
  @available(swift, obsoleted: 6)
  @_documentation(visibility: internal)
  public func decorate<Service>(
    _ serviceType: Service.Type, name: String? = nil, fileID: String = #fileID, line: Int = #line,
    surrounding: (any Actor)? = #isolation,
    decorator: @escaping @isolated(any) (any Resolver, Service) throws -> Service
  ) {
    declare(
      ServiceKey(Service.self, name: name), isForAll: false, CodeLocation(fileID: fileID, line: line),
      isEnforced: isNamed(decorator.isolation, surrounding), decorator)
  }

  /// Wraps every new instance of a service that takes arguments; in Swift 5 mode.
  ///
  /// - Parameters:
  ///   - serviceType: the registered type.
  ///   - name: the name of the registration.
  ///   - fileID: the file of the decorator.
  ///   - line: the line of the decorator.
  ///   - surrounding: leave it out: the actor of the code around.
  ///   - decorator: receives a resolver, the inner instance and the arguments of the resolve.
  @available(swift, obsoleted: 6)
  @_documentation(visibility: internal)
  public func decorate<Service, each Argument>(
    _ serviceType: Service.Type, name: String? = nil, fileID: String = #fileID, line: Int = #line,
    surrounding: (any Actor)? = #isolation,
    decorator:
      @escaping @isolated(any) (
        any Resolver, Service, repeat each Argument
      ) throws -> Service
  ) {
    let key = ServiceKey(Service.self, signature: argumentSignature(repeat (each Argument).self), name: name)
    declare(
      key, isForAll: false, CodeLocation(fileID: fileID, line: line),
      isEnforced: isNamed(decorator.isolation, surrounding), decorator)
  }

  func declare<Service, each Argument>(
    _ key: ServiceKey, isForAll: Bool, _ location: CodeLocation, isEnforced: Bool,
    _ decorator: @escaping @isolated(any) (any Resolver, Service, repeat each Argument) throws -> Service
  ) {
    let isolation = decorator.isolation.map { Isolation($0, isEnforced: isEnforced, of: "decorator") }
    registry.declare(
      Decorator(of: key, isForAll: isForAll, at: location, on: isolation, Facet.decorator(decorator)))
  }
}

extension Registry {
  @inline(never)
  fileprivate func declare(_ decorator: Decorator) {
    if first(decorator) == nil, let other = line.dropFirst().lazy.compactMap({ $0.first(decorator) }).first {
      stop(
        decoratorOfParentsService(
          decorator.key, at: decorator.location, other.key, registeredAt: other.location),
        shownFirst: decorator.location)
    }
    // Before the registrations are wrapped: one that is added meanwhile looks for decorators.
    add(decorator)
    // A closed container keeps nothing.
    if isClosed {
      removeCallbacks()
      return reportClosed(decorator.key)
    }
    apply(decorator)
  }
  private func first(_ decorator: Decorator) -> Registration? {
    registrations(of: decorator.key.serviceType).first { decorator.wraps($0.key) }
  }
  /// Lets a decorator wrap the present registrations.
  func apply(_ decorator: Decorator) {
    for registration in registrations(of: decorator.key.serviceType) where decorator.wraps(registration.key) {
      guard registration.isForward else {
        decorate(registration.record)
        continue
      }
      // A forward between names of the type shows the decorated instance.
      if decorator.isForAll, registration.serviceType == registration.record.serviceType { continue }
      stop(
        decoratedForward(registration.key, at: decorator.location, to: registration.record.key),
        shownFirst: decorator.location)
    }
  }
}
