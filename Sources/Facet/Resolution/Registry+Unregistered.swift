/// Types that resolve without a registration of their own.
extension Registry {
  /// Makes a wrapper, or gives the identity of the cycle; else nothing is there.
  ///
  /// The parts of the key come one by one: as a whole it would be in memory, for those, too, that are registered.
  @inline(never)
  @_optimize(speed)
  func serveUnregistered(
    _ serviceType: Any.Type, _ signature: Any.Type?, _ name: String?, hasOption: Bool,
    _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer, _ thread: ThreadState.Pointer
  ) -> Outcome {
    guard !hasOption else { return .missing }
    if serviceType == GraphIdentifier.self {
      guard thread.isInCycle else { return .missing }
      result.initializeMemory(as: GraphIdentifier.self, to: thread.identifier)
      return .built
    }
    guard let wrapper = thread.pointee.wrappers.wrapper(serviceType) else { return .missing }
    let target = WrapperTarget(
      registry: self, signature: signature, name: name, arguments: arguments, thread: thread)
    return wrapper.wrap(target, at: result)
  }

  /// The whole reason why nothing was found for a key: the path that led to it, and what is near.
  ///
  /// Of a wrapper, the service is missing that it would wrap.
  @_optimize(speed)
  func missing(
    _ key: ServiceKey, _ thread: ThreadState.Pointer, for initializer: Initializer? = nil
  ) -> ResolutionError {
    var (serviceType, signature) = (key.serviceType, key.signature)
    while key.optionBox == nil, let wrapper = thread.pointee.wrappers.wrapper(serviceType) {
      // Arguments that no wrapper takes stay in the key: they are the mistake.
      if let atUse = wrapper.argumentsAtUse { signature = signature == nil ? atUse : signature }
      serviceType = wrapper.wrappedType
    }
    let key = ServiceKey(serviceType, signature: signature, name: key.name, option: key.optionBox)
    return ResolutionError(
      .notRegistered, key: key, enclosing: thread.pointee.path, search: self, initializer: initializer)
  }

  /// Whether a type is registered, or wraps one that is.
  func isResolvable(_ lookup: Lookup, _ thread: ThreadState.Pointer) -> Bool {
    if has(lookup) || lookup.serviceType == GraphIdentifier.self { return true }
    guard let wrapper = thread.pointee.wrappers.wrapper(lookup.serviceType) else { return false }
    if wrapper.isAlwaysResolvable { return true }
    guard let atUse = wrapper.argumentsAtUse else {
      return isResolvable(Lookup(wrapper.wrappedType, lookup.signature, lookup.name), thread)
    }
    return lookup.signature == nil && isResolvable(Lookup(wrapper.wrappedType, atUse, lookup.name), thread)
  }
}

extension ServiceKey {
  /// The key that is wrapped, if the type is a wrapper: `Tea` for `Lazy<Tea>`; and whether it may be missing.
  package var wrapped: (key: ServiceKey, isOptional: Bool)? {
    guard optionBox == nil, let wrapper = serviceType as? any ServiceWrapper.Type else { return nil }
    let key = ServiceKey(wrapper.wrappedType, signature: signature ?? wrapper.argumentsAtUse, name: name)
    return (key, wrapper.isAlwaysResolvable)
  }
}

/// A type that resolves without a registration of its own when what it wraps is registered.
protocol ServiceWrapper {
  static var wrappedType: Any.Type { get }

  /// Whether the wrapper can be made even if what it wraps is not registered.
  static var isAlwaysResolvable: Bool { get }

  /// The signature of the arguments that are given when the wrapper is used; `nil` if there are none.
  static var argumentsAtUse: Any.Type? { get }

  /// Writes a wrapper to `result`, memory for a `Self`.
  static func wrap(_ target: WrapperTarget, at result: UnsafeMutableRawPointer) -> Outcome
}

extension ServiceWrapper {
  static var isAlwaysResolvable: Bool { false }

  static var argumentsAtUse: Any.Type? { nil }
}

/// An optional of a service, which is resolved as the service is: by `await`, if that has to be.
protocol OptionalService: ServiceWrapper {
  /// Moves a service from `source` to `result` as an optional.
  static func wrap(from source: UnsafeMutableRawPointer, to result: UnsafeMutableRawPointer)

  /// Writes an optional of what a resolver without a container provides.
  static func writeProvided<each Argument>(
    by resolver: some Resolver, name: String?, _ arguments: repeat each Argument,
    to result: UnsafeMutableRawPointer
  ) throws
}

/// The last types that one thread asked for and that are not registered, and whether they are wrappers.
///
/// To ask the runtime takes some 80 ns each time.
struct WrapperCache {
  private typealias Entry = (serviceType: UInt, wrapper: (any ServiceWrapper.Type)?)

  private static let capacity = 16
  private let entries: UnsafeMutablePointer<Entry>

  /// Makes a cache for a thread state, which is never freed.
  init() {
    entries = .allocate(capacity: WrapperCache.capacity)
    entries.initialize(repeating: (0, nil), count: WrapperCache.capacity)
  }

  /// The type as a wrapper, if it is one.
  func wrapper(_ serviceType: Any.Type) -> (any ServiceWrapper.Type)? {
    let word = unsafeBitCast(serviceType, to: UInt.self)
    // Two places for each, the last used first: an optional and what it wraps are looked up in turns.
    let pair = entries + Int(truncatingIfNeeded: (word &>> 3) & UInt(WrapperCache.capacity - 2))
    if pair.pointee.serviceType != word {
      let other = pair[1]
      pair[1] = pair.pointee
      pair.pointee = other.serviceType == word ? other : (word, serviceType as? any ServiceWrapper.Type)
    }
    return pair.pointee.wrapper
  }
}

/// What a wrapper is asked to wrap: a key but for the type, which the wrapper knows.
struct WrapperTarget {
  let registry: Registry
  let signature: Any.Type?
  let name: String?
  let arguments: UnsafeRawPointer?
  let thread: ThreadState.Pointer

  func isResolvable(_ serviceType: Any.Type) -> Bool {
    registry.isResolvable(Lookup(serviceType, signature, name), thread)
  }

  /// The same for a wrapper that is given its arguments at use; `nil` if there are arguments already.
  func taking(_ argumentsAtUse: Any.Type?) -> WrapperTarget? {
    guard let argumentsAtUse else { return self }
    guard signature == nil else { return nil }
    return WrapperTarget(
      registry: registry, signature: argumentsAtUse, name: name, arguments: nil, thread: thread)
  }

  /// Resolves what is wrapped, as a part of the cycle.
  func resolve(_ serviceType: Any.Type, at result: UnsafeMutableRawPointer) -> Outcome {
    registry.resolve(Lookup(serviceType, signature, name), arguments, result)
  }
}
