/// The handle of a registration.
///
/// An entry sets the scope, the completions, and the types that are forwarded to the service.
///
/// `register` returns the entry, so that the rest of the registration can be chained to it. You may keep the entry and
/// use it later: a change takes effect at the next resolve, for all keys of the registration.
///
/// ```swift
/// container.register(Animal.self) { _, name in Dog(name: name) }
///   .implements(Carnivore.self, Domesticated.self)
///   .inObjectScope(.container)
///   .initCompleted { resolver, dog in log("made \(dog)") }
/// ```
///
/// Copies of an entry refer to the same registration. An entry does not keep its container alive.
///
/// - Threads: safe from any thread, at any time.
public struct ServiceEntry<Service>: Sendable, CustomStringConvertible {
  let record: Record

  @inline(__always)
  init(record: Record) { self.record = record }

  /// The key that the service was registered with.
  public var key: ServiceKey { record.key }

  /// Where the registration was written.
  public var location: CodeLocation { record.location }

  /// The scope in effect.
  public var objectScope: any ObjectScopeProtocol { record.settings.scope }

  /// The key and the location of the registration, such as `'Tea' named "green" at Shop/Teas.swift:12`.
  public var description: String { "\(key) at \(location)" }
}
