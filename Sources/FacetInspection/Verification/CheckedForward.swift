import Facet

/// How a forward is resolved in a verification: by a record of its own, whose factory fails where the forward would stop the
/// program.
enum CheckedForward {
  /// What a service is not.
  struct Impossible: Error, CustomStringConvertible {
    let serviceType: Any.Type
    let dynamicType: Any.Type

    var description: String {
      let names = ProblemNames([], [serviceType, dynamicType])
      return "a '\(names.name(dynamicType))' is no '\(names.name(serviceType))'"
    }
  }

  static func record(for forward: Forward, to target: Record, in registry: Registry) -> Record {
    let (serviceType, conversion) = (forward.serviceType, forward.conversion)
    let convert: Factory.General = { resolver, arguments, result in
      let service = OpaqueValue.allocate(target.serviceType)
      defer { service.deallocate() }
      let builder = Registry.asked(by: resolver)
      if case .failed(let error) = builder.resolve(target, arguments, service) { throw error }
      if let conversion { return conversion(service, result) }
      defer { OpaqueValue.destroy(target.serviceType, at: service) }
      guard OpaqueValue.cast(target.serviceType, at: service, to: serviceType, at: result) else {
        throw Impossible(
          serviceType: serviceType, dynamicType: OpaqueValue.dynamicType(target.serviceType, at: service))
      }
    }
    let recipe = Recipe(
      size: OpaqueValue.size(serviceType), alignment: OpaqueValue.alignment(serviceType),
      arguments: target.recipe.arguments, factory: .general(convert))
    return Record(
      forward.key, at: forward.location, recipe, owner: registry,
      configuration: .make(Settings(scope: ObjectScope.transient)))
  }

  /// What the types alone say about a forward: false if no service can be both; else an instance must tell.
  static func isPossible(_ entry: ContainerEntry) -> Bool {
    guard entry.conversion == nil, let source = entry.target?.serviceType as? AnyClass,
      let wanted = entry.key.serviceType as? AnyClass
    else { return true }
    return isSubclass(source, of: wanted) || isSubclass(wanted, of: source)
  }

  /// Whether a forward of what an initializer makes is possible even if that is of no subclass; `nil` if the types do not tell.
  ///
  /// If not, it mostly is impossible. But `register(Animal.self, initializer: Dog.init)` makes a subclass.
  static func isPossibleForExactType(_ entry: ContainerEntry) -> Bool? {
    guard isPossible(entry) else { return false }
    guard entry.conversion == nil, let target = entry.target, target.serviceType is AnyClass else {
      return nil
    }
    if let wanted = entry.key.serviceType as? AnyClass, let source = target.serviceType as? AnyClass {
      return isSubclass(source, of: wanted)
    }
    return conforms(target.serviceType, to: entry.key.serviceType)
  }

  /// Whether a class conforms to a protocol; `nil` if the runtime cannot name the types that do.
  private static func conforms(_ type: Any.Type, to protocolType: Any.Type) -> Bool? {
    // For `any P`, that is `any P.Type`.
    guard let name = _mangledTypeName(protocolType), name.hasSuffix("_p"),
      let conforming = _typeByName(name + "Xp")
    else { return nil }
    func open<Conforming>(_: Conforming.Type) -> Bool { type is Conforming }
    return _openExistential(conforming, do: open)
  }

  private static func isSubclass(_ subclass: AnyClass, of other: AnyClass) -> Bool {
    func open<Other: AnyObject>(_: Other.Type) -> Bool { subclass is Other.Type }
    return _openExistential(other, do: open)
  }
}
