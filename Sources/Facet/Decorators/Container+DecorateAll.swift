/// Decorators of everything that is registered as a type.
extension Container {
  /// Wraps every new instance of a type, whatever its name and its arguments, registered before or after.
  ///
  /// ```swift
  /// container.register((any Stage).self, name: "trim") { _ in Trim() }
  /// container.decorateAll((any Stage).self) { _, inner in Timed(inner) }
  /// container.register((any Stage).self, name: "parse") { _ in Parse() }
  ///
  /// container.resolveAll((any Stage).self)      // Timed(Trim()), Timed(Parse())
  /// ```
  ///
  /// As ``decorate(_:name:fileID:line:decorator:)`` for each key of the type: in the order of all declarations, once for each instance,
  /// before it is shared and completed. What a parent has of the type at the time is decorated for this container and its children alone:
  /// what it registers under a new key later is not decorated here. The declaration goes with its container.
  ///
  /// - Parameters:
  ///   - serviceType: the registered type.
  ///   - fileID: the file of the decorator.
  ///   - line: the line of the decorator.
  ///   - decorator: receives a resolver and what it wraps.
  /// - Precondition: the type is not forwarded to another type in this container, now or later: decorate that one. A forward from one name
  ///   of the type to another is fine.
  /// - Complexity: O(*n*) in the number of registrations here and up.
  @available(swift, introduced: 6)
  public func decorateAll<Service>(
    _ serviceType: Service.Type, fileID: String = #fileID, line: Int = #line,
    @_inheritActorContext decorator:
      @escaping @isolated(any) @Sendable (any Resolver, Service) throws -> Service
  ) {
    decorateAll(serviceType, CodeLocation(fileID: fileID, line: line), isEnforced: true, decorator)
  }

  /// Wraps every new instance of a type; in Swift 5 mode, where a decorator runs on the thread that resolves, whatever actor it was written
  /// on.
  ///
  /// - Parameters:
  ///   - serviceType: the registered type.
  ///   - fileID: the file of the decorator.
  ///   - line: the line of the decorator.
  ///   - decorator: receives a resolver and what it wraps.
  @available(swift, obsoleted: 6)
  @_documentation(visibility: internal)
  public func decorateAll<Service>(
    _ serviceType: Service.Type, fileID: String = #fileID, line: Int = #line,
    decorator: @escaping @isolated(any) (any Resolver, Service) throws -> Service
  ) {
    decorateAll(serviceType, CodeLocation(fileID: fileID, line: line), isEnforced: false, decorator)
  }

  private func decorateAll<Service>(
    _ serviceType: Service.Type, _ location: CodeLocation, isEnforced: Bool,
    _ decorator: @escaping @isolated(any) (any Resolver, Service) throws -> Service
  ) {
    let isolation = decorator.isolation.map { Isolation($0, isEnforced: isEnforced, of: "decorator") }
    let unchecked = IsolatedDecorator<Service>(call: decorator).unchecked
    let erased = Decorator(
      { resolver, _, slot in
        guard let inner = slot.take(as: Service.self) else { return }
        slot.put(try unchecked.call(resolver, inner))
      }, on: isolation, at: location)
    // Before the registrations are looked for: one that comes meanwhile looks for decorators.
    registry.add(erased, forAll: Service.self)
    // A container that was closed keeps nothing.
    if registry.isClosed {
      registry.removeCallbacks()
      return registry.reportClosed(ServiceKey(Service.self))
    }
    registry.decorateAll(Service.self, at: location)
  }
}

extension Registry {
  /// Lets what is noted to decorate a type wrap all that is registered as that, here or in a parent.
  func decorateAll(_ serviceType: Any.Type, at location: CodeLocation) {
    let all = sequence(first: self, next: \.parent).flatMap { $0.registrations(of: serviceType) }
    // Forwards within the type come last: they lead to what wraps their targets.
    for isForward in [false, true] {
      for registration in all where registration.isForward == isForward {
        decorate(registration.key, at: location)
      }
    }
  }
}
