/// Types that resolve without their own registration.
extension Registry {
  /// Makes a wrapper, or returns the identity of the cycle; otherwise nothing is found.
  ///
  /// If a close that began after the resolve has removed the registrations, the close is the reason.
  @inline(never)
  func serveUnregistered(
    _ lookup: Lookup, _ arguments: Arguments?, _ slot: Slot, _ thread: Thread
  ) -> Outcome {
    let outcome = wrapUnregistered(lookup, arguments, slot, thread)
    if case .missing = outcome, isClosed { return .failed(closed(lookup.key, thread)) }
    return outcome
  }

  private func wrapUnregistered(
    _ lookup: Lookup, _ arguments: Arguments?, _ slot: Slot, _ thread: Thread
  ) -> Outcome {
    guard lookup.option == nil else { return .missing }
    if lookup.serviceType == GraphIdentifier.self {
      guard thread.isInCycle else { return .missing }
      slot.put(thread.identifier)
      return .built
    }
    guard let wrapper = thread.state.wrappers.wrapper(lookup.serviceType) else { return .missing }
    let target = WrapperTarget(
      registry: self, signature: lookup.signature, name: lookup.name, arguments: arguments, thread: thread)
    return wrapper.wrap(target, at: slot)
  }

  /// The error of a closed container.
  func closed(_ key: ServiceKey, _ thread: Thread) -> ResolutionError {
    ResolutionError(.containerClosed, key: key, enclosing: thread.path, closing: closing)
  }

  /// The full error for a key that was not found, with the path and the near misses.
  ///
  /// For a wrapper, the wrapped service is the missing one.
  func missing(
    _ key: ServiceKey, _ thread: Thread, for initializer: Initializer? = nil
  ) -> ResolutionError {
    var (serviceType, signature) = (key.serviceType, key.signature)
    while key.optionBox == nil, let wrapper = thread.state.wrappers.wrapper(serviceType) {
      // Arguments that no wrapper takes stay in the key, because they are the mistake.
      if let atUse = wrapper.argumentsAtUse { signature = signature == nil ? atUse : signature }
      serviceType = wrapper.wrappedType
    }
    let key = ServiceKey(serviceType, signature: signature, name: key.name, option: key.optionBox)
    return ResolutionError(
      .notRegistered, key: key, enclosing: thread.path, search: self, initializer: initializer)
  }

  /// Whether a type is registered, or wraps a registered type.
  func isResolvable(_ lookup: Lookup, _ thread: Thread) -> Bool {
    if has(lookup) || lookup.serviceType == GraphIdentifier.self { return true }
    guard let wrapper = thread.state.wrappers.wrapper(lookup.serviceType) else { return false }
    if wrapper.isAlwaysResolvable { return true }
    guard let atUse = wrapper.argumentsAtUse else {
      return isResolvable(Lookup(wrapper.wrappedType, lookup.signature, lookup.name), thread)
    }
    return lookup.signature == nil && isResolvable(Lookup(wrapper.wrappedType, atUse, lookup.name), thread)
  }
}

extension ServiceKey {
  /// The wrapped key, if the type is a wrapper: `Tea` for `Lazy<Tea>`; and whether it may be missing.
  package var wrapped: (key: ServiceKey, isOptional: Bool)? {
    guard optionBox == nil, let wrapper = serviceType as? any ServiceWrapper.Type else { return nil }
    let key = ServiceKey(wrapper.wrappedType, signature: signature ?? wrapper.argumentsAtUse, name: name)
    return (key, wrapper.isAlwaysResolvable)
  }
}

/// A type that resolves without its own registration if its wrapped type is registered.
protocol ServiceWrapper {
  static var wrappedType: Any.Type { get }

  /// Whether the wrapper can be made even if its wrapped type is not registered.
  static var isAlwaysResolvable: Bool { get }

  /// The signature of the arguments that are passed when the wrapper is used; `nil` without such arguments.
  static var argumentsAtUse: Any.Type? { get }

  /// Puts a wrapper into a slot for a `Self`.
  static func wrap(_ target: WrapperTarget, at slot: Slot) -> Outcome
}

extension ServiceWrapper {
  static var isAlwaysResolvable: Bool { false }

  static var argumentsAtUse: Any.Type? { nil }
}

/// An optional of a service.
///
/// It is resolved like the service, with `await` if necessary.
protocol OptionalService: ServiceWrapper {
  /// Puts an optional of an awaited service into a slot for a `Self`.
  nonisolated(nonsending) static func wrap(
    _ lookup: Lookup, _ arguments: ArgumentCopy?, by backing: ResolverBacking, at slot: Slot
  ) async throws(ResolutionError)

  /// An optional of the service that a resolver without a container provides.
  static func provided<each Argument>(
    by resolver: any Resolver, name: String?, _ arguments: repeat each Argument
  ) throws -> Self
}

/// The last unregistered types that one thread resolved, and whether they are wrappers.
///
/// Asking the runtime takes some 80 ns each time.
struct WrapperCache {
  private typealias Entry = (serviceType: ObjectIdentifier?, wrapper: (any ServiceWrapper.Type)?)

  private static let capacity = 16
  private var entries = [Entry](repeating: (nil, nil), count: WrapperCache.capacity)

  /// The type as a wrapper, if it is one.
  mutating func wrapper(_ serviceType: Any.Type) -> (any ServiceWrapper.Type)? {
    let id = ObjectIdentifier(serviceType)
    // Two places for each, the last used first: an optional and its wrapped type are looked up in turns.
    let pair = (UInt(bitPattern: id) &>> 3) & UInt(WrapperCache.capacity - 2)
    let index = Int(truncatingIfNeeded: pair)
    if entries[index].serviceType != id {
      let other = entries[index + 1]
      entries[index + 1] = entries[index]
      entries[index] = other.serviceType == id ? other : (id, serviceType as? any ServiceWrapper.Type)
    }
    return entries[index].wrapper
  }
}

/// The target of a wrapper: a key without the type, which the wrapper knows.
struct WrapperTarget {
  let registry: Registry
  let signature: Any.Type?
  let name: String?
  let arguments: Arguments?
  let thread: Thread

  func isResolvable(_ serviceType: Any.Type) -> Bool {
    registry.isResolvable(Lookup(serviceType, signature, name), thread)
  }

  /// The same for a wrapper that receives its arguments at use; `nil` if there are arguments already.
  func taking(_ argumentsAtUse: Any.Type?) -> WrapperTarget? {
    guard let argumentsAtUse else { return self }
    guard signature == nil else { return nil }
    return WrapperTarget(
      registry: registry, signature: argumentsAtUse, name: name, arguments: nil, thread: thread)
  }

  /// Resolves the wrapped type, as a part of the cycle.
  func resolve(_ serviceType: Any.Type, at slot: Slot) -> Outcome {
    registry.resolve(Lookup(serviceType, signature, name), arguments, slot)
  }
}
