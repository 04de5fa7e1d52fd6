extension Container {
  /// Points a type at the entry of another type.
  ///
  /// Both share the factory, arguments, scope, instance and completions.
  ///
  /// ```swift
  /// let entry = container.register(Animal.self) { _, name in Dog(name: name) }
  /// container.forward(Carnivore.self, to: entry)
  /// container.forward(Domesticated.self, name: "guard", to: entry)
  /// ```
  ///
  /// The compiler cannot check here that the factory returns a `type`. If the types are known, prefer
  /// ``ServiceEntry/implements(_:name:fileID:line:as:)``.
  ///
  /// - Parameters:
  ///   - type: the type to resolve the service as.
  ///   - name: the name of the new key.
  ///   - service: an entry of this container or of one of its parents.
  ///   - fileID: the file of the forward.
  ///   - line: the line of the forward.
  /// - Returns: the entry, as an entry of the forwarded type.
  /// - Precondition: the factory returns a `type`. If not, the first resolve stops the program with
  ///   `Cannot forward Cat to Dog` and both locations, in release builds too.
  @discardableResult
  @_alwaysEmitIntoClient
  public func forward<Type, Service>(
    _ type: Type.Type, name: String? = nil, to service: ServiceEntry<Service>, fileID: String = #fileID,
    line: Int = #line
  ) -> ServiceEntry<Service> {
    forward(
      type, name: name, to: service, at: CodeLocation(fileID: fileID, line: line),
      conversion(from: Service.self, to: Type.self))
  }

  @usableFromInline
  func forward<Type, Service>(
    _ type: Type.Type, name: String?, to service: ServiceEntry<Service>, at location: CodeLocation,
    _ conversion: Conversion
  ) -> ServiceEntry<Service> {
    guard registry.line.contains(where: { $0 === service.record.owner }) else {
      stop(
        foreignForward(of: Type.self, to: service.key, service.location, at: location), shownFirst: location)
    }
    registry.addForward(of: Type.self, name: name, to: service, at: location, conversion)
    if registry.flags.has(.behaviors) { callBehaviors(for: Type.self, toService: service, withName: name) }
    return service
  }
}

extension Registry {
  func addForward<Type, Service>(
    of type: Type.Type, name: String?, to service: ServiceEntry<Service>, at location: CodeLocation,
    _ conversion: Conversion
  ) {
    let target = service.record
    let key = ServiceKey(type, signature: target.key.signature, name: name)
    // A service has its own type already.
    if key == target.key, !conversion.isUserCode, registration(of: key) === target { return }
    if add(Forward(Origin(key, at: location, in: self), to: target, conversion)) { return }
    if (contents.withReadLock { $0.isGone }) {
      stop(orphanedForward(of: type, to: service.key, service.location, at: location), shownFirst: location)
    }
    reportClosed(key)
  }
}

/// A conversion by a cast, which the client's compiler specializes for both types.
@_alwaysEmitIntoClient
func conversion<Service, Type>(from service: Service.Type, to type: Type.Type) -> Conversion {
  Conversion { source, slot in
    guard let converted = source.service(as: Service.self) as? Type else { return nil }
    return deliver(converted, to: slot)
  }
}
