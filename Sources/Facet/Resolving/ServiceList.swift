/// All services of a type, where an initializer takes them or a wrapper wraps them: as a list, or by their names.
protocol ServiceList {
  static var elementType: Any.Type { get }
  /// Whether each service is found by its name.
  static var isByName: Bool { get }
  static func resolve(from container: Container) throws(ResolutionError) -> Self
  /// A box of the list of these services.
  static func box(_ services: [(name: String?, instance: Instance)]) -> Instance
}
extension Array: ServiceList {
  static var elementType: Any.Type { Element.self }
  static var isByName: Bool { false }
  static func resolve(from container: Container) throws(ResolutionError) -> [Element] {
    try container.requireAll(Element.self)
  }
  static func box(_ services: [(name: String?, instance: Instance)]) -> Instance {
    Kept(services.map { $0.instance.service(as: Element.self) })
  }
}
extension Dictionary: ServiceList where Key == String {
  static var elementType: Any.Type { Value.self }
  static var isByName: Bool { true }
  static func resolve(from container: Container) throws(ResolutionError) -> [String: Value] {
    var services: [String: Value] = [:]
    try container.registry.forEachNamed(of: Value.self, nil, orElse: fail) { name throws(ResolutionError) in
      services[name] = try container.require(Value.self, name: name)
    }
    return services
  }
  static func box(_ services: [(name: String?, instance: Instance)]) -> Instance {
    var values: [String: Value] = [:]
    for case (let name?, let instance) in services { values[name] = instance.service(as: Value.self) }
    return Kept(values)
  }
}
extension ServiceList {
  static func box(from container: Container) throws(ResolutionError) -> Instance {
    Kept(try resolve(from: container))
  }
}

extension Container {
  /// Resolves what a wrapper wraps: also a list, which is not registered.
  func wrapped(
    _ key: ServiceKey, _ arguments: Arguments
  ) throws(ResolutionError) -> Instance {
    if let list = list(key) { return try list.box(from: self) }
    return try serve(key, arguments, to: nil).boxed
  }
  func list(_ key: ServiceKey) -> (any ServiceList.Type)? {
    guard key.signature == nil, key.name == nil,
      let list = Resolution.current.state.wrappers.list(key.serviceType)
    else {
      return nil
    }
    return registry.knows(key, 0) ? nil : list
  }
}
