/// Decorators of all registrations of a type.
extension Container {
  /// Wraps every new instance of a type, whatever its name and arguments, registered before or after.
  ///
  /// ```swift
  /// container.register((any Stage).self, name: "trim") { _ in Trim() }
  /// container.decorateAll((any Stage).self) { _, inner in Timed(inner) }
  /// container.register((any Stage).self, name: "parse") { _ in Parse() }
  ///
  /// container.resolveAll((any Stage).self)      // Timed(Trim()), Timed(Parse())
  /// ```
  ///
  /// The decorator works like `decorate` for each key of the type. Decorators run in the order of all
  /// declarations, once for each instance, before the instance is stored and completed. Registrations of a parent stay
  /// as they are: decorate them there. In the closure of ``Container/overriding(_:)``, the decorator goes to the copies of all containers with the
  /// type, and to the lowest copy. The declaration ends with its container.
  ///
  /// - Parameters:
  ///   - serviceType: the registered type.
  ///   - fileID: the file of the decorator.
  ///   - line: the line of the decorator.
  ///   - decorator: receives a resolver and the inner instance.
  /// - Precondition: the type is not forwarded to another type in this container, now or later: decorate that type. Forwards between names
  ///   of the type are allowed. If only a parent registers the type, the program stops, in release builds too.
  /// - Complexity: O(*n*) in the number of registrations of the type.
  @available(swift, introduced: 6)
  public func decorateAll<Service>(
    _ serviceType: Service.Type, fileID: String = #fileID, line: Int = #line,
    @_inheritActorContext decorator:
      @escaping @isolated(any) @Sendable (any Resolver, Service) throws -> Service
  ) {
    let key = ServiceKey(Service.self)
    declare(key, isForAll: true, CodeLocation(fileID: fileID, line: line), isEnforced: true, decorator)
  }

  /// Wraps every new instance of a type; in Swift 5 mode.
  ///
  /// The decorator runs on the thread that resolves, unless it names an actor of its own.
  ///
  /// - Parameters:
  ///   - serviceType: the registered type.
  ///   - fileID: the file of the decorator.
  ///   - line: the line of the decorator.
  ///   - surrounding: leave it out: the actor of the code around.
  ///   - decorator: receives a resolver and the inner instance.
  @available(swift, obsoleted: 6)
  @_documentation(visibility: internal)
  public func decorateAll<Service>(
    _ serviceType: Service.Type, fileID: String = #fileID, line: Int = #line,
    surrounding: (any Actor)? = #isolation,
    decorator: @escaping @isolated(any) (any Resolver, Service) throws -> Service
  ) {
    let key = ServiceKey(Service.self)
    declare(
      key, isForAll: true, CodeLocation(fileID: fileID, line: line),
      isEnforced: isNamed(decorator.isolation, surrounding), decorator)
  }
}
