extension Container {
  /// Points a type at the entry of another one: same factory, arguments, scope, instance and completions.
  ///
  /// ```swift
  /// let entry = container.register(Animal.self) { _, name in Dog(name: name) }
  /// container.forward(Carnivore.self, to: entry)
  /// container.forward(Domesticated.self, name: "guard", to: entry)
  /// ```
  ///
  /// The compiler cannot see whether what the factory returns is a `type`. Where it can, prefer
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
    conversion: ForwardedKey.Conversion?
  ) -> ServiceEntry<Service> {
    let target = service.record
    guard owns(service.container) else { stop(foreignMessage(type, service, location)) }
    let request = RegistrationRequest(
      type, signature: target.signature, name: name, option: target.option, location: location)
    registry.insert(
      ForwardedKey(request, size: MemoryLayout<Type>.size, target: target, conversion: conversion))
    if behaviors.isUsed { tellBehaviors(of: type, toService: service, withName: name) }
    return service
  }

  private func foreignMessage<Type, Service>(
    _ type: Type.Type, _ service: ServiceEntry<Service>, _ location: CodeLocation
  ) -> String {
    """
    Precondition failed: Cannot forward \(typeName(type)) to \(typeName(Service.self)) of another container

      Forward:   '\(typeName(type))'   written at \(location)
      Service:   \(service.key)   registered at \(service.location)

    To fix this, do one of:
      • Forward in the container of the entry, or in one of its children.
      • Register '\(typeName(type))' here by a factory that resolves it from the other container.
    """
  }
}

extension Container {
  /// Whether an entry belongs to this container or to one above.
  private func owns(_ reference: ContainerReference) -> Bool {
    reference === self.reference || parent?.owns(reference) == true
  }
}
