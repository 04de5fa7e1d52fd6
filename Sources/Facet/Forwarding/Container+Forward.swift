extension Container {
  /// Points a type at the entry of another type, with which it shares factory, arguments, scope, instance and
  /// completions.
  ///
  /// ```swift
  /// let entry = container.register(Animal.self) { _, name in Dog(name: name) }
  /// container.forward(Carnivore.self, to: entry)
  /// container.forward(Domesticated.self, name: "guard", to: entry)
  /// ```
  ///
  /// Here the compiler cannot check that the factory returns a `type`. Where the types are known, prefer
  /// ``ServiceEntry/implements(_:name:fileID:line:as:)``.
  ///
  /// - Parameters:
  ///   - type: the type to resolve the service as.
  ///   - name: the name of the new key.
  ///   - service: an entry of this container or of one of its parents.
  ///   - fileID: where the forward is written.
  ///   - line: where the forward is written.
  /// - Returns: the entry, seen as the forwarded type.
  /// - Precondition: what the factory returns is a `type`. If not, the first resolve stops the program with
  ///   `Cannot forward Cat to Dog` and both places, in release builds too.
  @discardableResult
  public func forward<Type, Service>(
    _ type: Type.Type, name: String? = nil, to service: ServiceEntry<Service>, fileID: String = #fileID,
    line: Int = #line
  ) -> ServiceEntry<Service> {
    forward(type, name: name, to: service, at: CodeLocation(fileID: fileID, line: line), conversion: nil)
  }

  func forward<Type, Service>(
    _ type: Type.Type, name: String?, to service: ServiceEntry<Service>, at location: CodeLocation,
    conversion: ForwardConversion?
  ) -> ServiceEntry<Service> {
    guard owns(service.anchor) else {
      stop(foreignForward(of: Type.self, to: service.key, service.location, at: location))
    }
    registry.addForward(of: Type.self, name: name, to: service, at: location, conversion: conversion)
    if registry.behaviors.isUsed { callBehaviors(for: Type.self, toService: service, withName: name) }
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
    conversion: ForwardConversion?
  ) {
    let target = service.record
    let key = ServiceKey(type, signature: target.signature, name: name, option: target.option)
    let forward = Forward(
      key, at: location, in: self, size: MemoryLayout<Type>.size, target: target, conversion: conversion)
    if add(forward) { return }
    if isClosed { return reportClosed(key) }
    stop(orphanedForward(of: type, to: service.key, service.location, at: location))
  }
}
