import Facet

/// How a forward is resolved in a verification: by a record of its own, whose factory fails where the forward would stop the
/// program.
enum CheckedForward {
  /// What a service is not.
  struct Impossible: Error {
    let dynamicType: Any.Type
  }

  static func record(for forward: Forward, to target: Record, in registry: Registry) -> Record {
    let (serviceType, conversion) = (forward.serviceType, forward.conversion)
    let recipe = Recipe(
      size: OpaqueValue.size(serviceType), alignment: OpaqueValue.alignment(serviceType),
      arguments: target.recipe.arguments
    ) { resolver, arguments, result in
      let service = OpaqueValue.allocate(target.serviceType)
      defer { service.deallocate() }
      let builder = Registry.asked(by: resolver)
      if case .failed(let error) = builder.resolve(target, arguments, service) { throw error }
      if let conversion { return conversion(service, result) }
      defer { OpaqueValue.destroy(target.serviceType, at: service) }
      guard OpaqueValue.cast(target.serviceType, at: service, to: serviceType, at: result) else {
        throw Impossible(dynamicType: OpaqueValue.dynamicType(target.serviceType, at: service))
      }
    }
    return Record(
      forward.key, at: forward.location, recipe, owner: registry,
      configuration: .make(Settings(scope: ObjectScope.transient)))
  }

  /// What the types alone say about a forward: false if no service can be both, `nil` if an instance must tell.
  static func isPossible(_ entry: ContainerEntry, isExact: Bool) -> Bool? {
    guard let target = entry.target, entry.conversion == nil else { return true }
    let (source, wanted) = (target.serviceType, entry.key.serviceType)
    if source == wanted { return true }
    guard source is AnyClass else { return nil }
    if let wanted = wanted as? AnyClass, let source = source as? AnyClass {
      if isSubclass(source, of: wanted) { return true }
      return isSubclass(wanted, of: source) && !isExact ? nil : false
    }
    guard let conforms = conforms(source, to: wanted) else { return nil }
    return conforms ? true : isExact ? false : nil
  }

  private static func isSubclass(_ subclass: AnyClass, of other: AnyClass) -> Bool {
    func open<Other: AnyObject>(_: Other.Type) -> Bool { subclass is Other.Type }
    return _openExistential(other, do: open)
  }

  /// Whether a class conforms to a protocol; `nil` if the runtime cannot name the protocol.
  private static func conforms(_ type: Any.Type, to protocolType: Any.Type) -> Bool? {
    // The type of the types that conform: for `any P`, that is `any P.Type`.
    guard let name = _mangledTypeName(protocolType), name.hasSuffix("_p"),
      let conforming = _typeByName(name + "Xp")
    else { return nil }
    func open<Conforming>(_: Conforming.Type) -> Bool { type is Conforming }
    return _openExistential(conforming, do: open)
  }
}
