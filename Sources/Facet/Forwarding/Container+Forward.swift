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
      type, name: name, to: service, at: CodeLocation(fileID: fileID, line: line), isUserCode: false,
      conversion: conversion(from: Service.self, to: Type.self))
  }

  @usableFromInline
  func forward<Type, Service>(
    _ type: Type.Type, name: String?, to service: ServiceEntry<Service>, at location: CodeLocation,
    isUserCode: Bool, conversion: @escaping ForwardConversion
  ) -> ServiceEntry<Service> {
    guard owns(service.anchor) else {
      stop(foreignForward(of: Type.self, to: service.key, service.location, at: location))
    }
    registry.addForward(
      of: Type.self, name: name, to: service, at: location, isUserCode: isUserCode, conversion)
    if registry.has(.behaviors) { callBehaviors(for: Type.self, toService: service, withName: name) }
    return service
  }

  /// Whether an entry belongs to this container or to a parent.
  private func owns(_ anchor: ContainerAnchor) -> Bool {
    anchor === self.anchor || parent?.owns(anchor) == true
  }
}

extension Registry {
  /// Points a key at the record of an entry, or stops the program if the container is gone.
  func addForward<Type, Service>(
    of type: Type.Type, name: String?, to service: ServiceEntry<Service>, at location: CodeLocation,
    isUserCode: Bool, _ conversion: @escaping ForwardConversion
  ) {
    let target = service.record
    let key = ServiceKey(type, signature: target.signature, name: name, option: target.option)
    let forward = Forward(
      key, at: location, in: self, target: target, slotType: SlotType(for: Type.self), isUserCode: isUserCode,
      conversion: conversion)
    if add(forward) { return }
    if isClosed { return reportClosed(key) }
    stop(orphanedForward(of: type, to: service.key, service.location, at: location))
  }
}

/// Makes one type of a service from another.
///
/// It is a cast, but needs none at run time if the compiler knows that it succeeds.
@_alwaysEmitIntoClient
func conversion<Service, Type>(from service: Service.Type, to type: Type.Type) -> ForwardConversion {
  { service, result in
    guard let converted = service.service(as: Service.self) as? Type else { return false }
    result.put(converted)
    return true
  }
}
