/// A type that resolves without a registration of its own, as long as what it wraps is registered.
protocol ServiceWrapper {
  static var wrappedType: Any.Type { get }
  /// Whether it resolves also where nothing is registered.
  static var isAlwaysResolvable: Bool { get }
  /// The identity of the arguments that the wrapper takes when it is used.
  static var argumentsAtUse: Any.Type? { get }
  /// Whether it keeps the first service that it got.
  static var keepsService: Bool { get }
  /// Whether its use awaits the service.
  static var isAwaited: Bool { get }
  static func wrap(_ request: WrapperRequest, to slot: Slot?) throws(ResolutionError) -> Answer
}
extension ServiceWrapper {
  static var isAlwaysResolvable: Bool { false }
  static var argumentsAtUse: Any.Type? { nil }
  static var keepsService: Bool { false }
  static var isAwaited: Bool { false }
}

/// An optional, which is resolved also where nothing is registered.
protocol OptionalService: ServiceWrapper {
  static func provided<each Argument>(
    by resolver: any Resolver, name: String?, _ arguments: repeat each Argument
  ) throws -> Self
  /// The optional of a service that has to be there.
  static func required<each Argument>(
    from resolver: any Resolver, name: String?, _ arguments: repeat each Argument
  ) throws -> Self
  /// A box of the optional, for the box of what it wraps.
  static func box(_ wrapped: Instance?) -> Instance
}

// Beside the protocols: a linker takes the file of a conformance alone from no archive.
extension Optional: OptionalService {}

/// The request of a wrapper.
struct WrapperRequest {
  let container: Container
  let key: ServiceKey
  let arguments: Arguments
  let thread = Resolution.current

  /// The key of what is wrapped; fails unless that can be resolved.
  ///
  /// A wrapper that takes the arguments when it is used takes no others.
  func key(
    of type: Any.Type, taking argumentsAtUse: Any.Type? = nil
  ) throws(ResolutionError) -> ServiceKey {
    let wrapped = ServiceKey(type, signature: key.signature ?? argumentsAtUse, name: key.name)
    let isMistaken = key.signature != nil && argumentsAtUse != nil
    if isMistaken || !container.registry.isResolvable(wrapped) {
      throw container.registry.missing(wrapped, thread.path)
    }
    return wrapped
  }
  func resolve(_ type: Any.Type) throws(ResolutionError) -> Instance {
    try container.wrapped(key.of(type), arguments)
  }
  /// Whether a type may be resolved without a registration.
  func isWrapper(_ type: Any.Type) -> Bool {
    type == GraphIdentifier.self
      ? thread.isRunning
      : thread.state.wrappers.wrapper(type) != nil || thread.state.wrappers.list(type) != nil
  }
  func isResolvable(_ type: Any.Type) -> Bool { container.registry.isResolvable(key.of(type)) }
}

extension Registry {
  func isResolvable(_ key: ServiceKey) -> Bool {
    let thread = Resolution.current
    if knows(key, thread.number) || key.serviceType == GraphIdentifier.self { return true }
    guard let wrapper = thread.state.wrappers.wrapper(key.serviceType) else {
      return key.signature == nil && key.name == nil && thread.state.wrappers.list(key.serviceType) != nil
    }
    if wrapper.isAlwaysResolvable { return true }
    if wrapper.argumentsAtUse != nil, key.signature != nil { return false }
    let signature = wrapper.argumentsAtUse ?? key.signature
    return isResolvable(ServiceKey(wrapper.wrappedType, signature: signature, name: key.name))
  }
}

extension ServiceKey {
  /// The key of another type.
  func of(_ type: Any.Type) -> ServiceKey { ServiceKey(type, signature: signature, name: name) }
}
extension ServiceKey {
  /// The key in a wrapper, and whether that may be missing, keeps its service, or awaits it.
  package var wrapped: (key: ServiceKey, isOptional: Bool, isKept: Bool, isAwaited: Bool)? {
    guard let wrapper = serviceType as? any ServiceWrapper.Type else { return nil }
    let key = ServiceKey(wrapper.wrappedType, signature: signature ?? wrapper.argumentsAtUse, name: name)
    return (key, wrapper.isAlwaysResolvable, wrapper.keepsService, wrapper.isAwaited)
  }
  /// The key of the elements, if the type is that of a list, and whether each is found by its name.
  package var element: (key: ServiceKey, isByName: Bool)? {
    (serviceType as? any ServiceList.Type).map {
      (ServiceKey($0.elementType, signature: signature), $0.isByName)
    }
  }
}

/// The types that a thread asked for last, and what they wrap or collect: a dynamic cast takes longer than a resolve.
struct WrapperCache {
  private typealias Entry = (
    type: ObjectIdentifier?, wrapper: (any ServiceWrapper.Type)?, list: (any ServiceList.Type)?
  )
  private static let capacity = 16
  private var entries: [Entry] = []

  mutating func wrapper(_ type: Any.Type) -> (any ServiceWrapper.Type)? { entries[place(type)].wrapper }
  mutating func list(_ type: Any.Type) -> (any ServiceList.Type)? { entries[place(type)].list }

  private mutating func place(_ type: Any.Type) -> Int {
    if entries.isEmpty { entries = Array(repeating: (nil, nil, nil), count: WrapperCache.capacity) }
    let id = ObjectIdentifier(type)
    // Two places for each: an optional and its wrapped type are looked up in turns.
    let index = Int(truncatingIfNeeded: (UInt(bitPattern: id) &>> 3) & UInt(WrapperCache.capacity - 2))
    if entries[index].type == id { return index }
    if entries[index + 1].type == id { return index + 1 }
    entries[index + 1] = entries[index]
    entries[index] = (id, type as? any ServiceWrapper.Type, type as? any ServiceList.Type)
    return index
  }
}
