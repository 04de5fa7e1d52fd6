/// Receives a call for every registration and every forward of a container.
///
/// ```swift
/// struct Log: Behavior {
///   func container<Type, Service>(
///     _ container: Container, didRegisterType type: Type.Type,
///     toService entry: ServiceEntry<Service>, withName name: String?
///   ) {
///     print("\(type) is served by \(entry.key)")
///   }
/// }
/// let container = Container(behaviors: [Log()])
/// ```
///
/// A behavior is not called for its own registrations during a call; other behaviors are.
///
/// - Threads: called on the thread that registers, after the registration has become visible. No lock is held.
@preconcurrency
public protocol Behavior: Sendable {
  /// Called after a registration.
  ///
  /// - Parameters:
  ///   - container: the container of the registration.
  ///   - type: the type of the key; for a forward, the forwarded type.
  ///   - entry: the entry that serves the key.
  ///   - name: the name of the key.
  func container<Type, Service>(
    _ container: Container, didRegisterType type: Type.Type, toService entry: ServiceEntry<Service>,
    withName name: String?
  )
}

extension Container {
  /// Adds a behavior.
  ///
  /// The container calls the behavior for every later registration.
  ///
  /// - Parameter behavior: the behavior.
  public func addBehavior(_ behavior: any Behavior) {
    registry.add(behavior, of: self)
  }

  /// Calls the behaviors for a key.
  ///
  /// Not inlined, because most containers have no behaviors: see `Registry.Flag`.
  @inline(never)
  func callBehaviors<Type, Service>(
    for type: Type.Type, toService entry: ServiceEntry<Service>, withName name: String?
  ) {
    let around = BehaviorCall.running
    let call = { [self] in
      for (place, behavior) in registry.behaviors.enumerated() {
        let call = BehaviorCall(registry: ObjectIdentifier(registry), place: place)
        if around.contains(call) { continue }
        BehaviorCall.$running.withValue(around + [call]) {
          behavior.container(self, didRegisterType: type, toService: entry, withName: name)
        }
      }
    }
    if registry.flags.has(.drafted), let draft = registry.draft {
      draft.afterwards.append(call)
    } else {
      call()
    }
  }
}

/// A call of a behavior that runs: told of what it registers meanwhile, it would register for ever.
private struct BehaviorCall: Equatable {
  @TaskLocal static var running: [BehaviorCall] = []
  let registry: ObjectIdentifier
  let place: Int
}
