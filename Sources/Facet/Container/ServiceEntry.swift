/// The handle of a registration: it says how long the service lives, what completes it, and which other types lead to it.
///
/// `register` returns the entry, so that the rest of the registration can be chained to it. It may be kept and used
/// later as well: a change holds from the next resolve on, for all keys that point at the registration.
///
/// ```swift
/// container.register(Animal.self) { _, name in Dog(name: name) }
///   .implements(Carnivore.self, Domesticated.self)
///   .inObjectScope(.container)
///   .initCompleted { resolver, dog in log("made \(dog)") }
/// ```
///
/// An entry is a handle: copies stand for the same record. It does not keep its container alive.
///
/// - Threads: safe from any thread, at any time.
public struct ServiceEntry<Service>: Sendable, CustomStringConvertible {
  let record: Record

  /// Leads back to the container without holding it.
  let anchor: ContainerAnchor

  init(record: Record, anchor: ContainerAnchor) {
    self.record = record
    self.anchor = anchor
  }

  /// The key that the service was registered with.
  public var key: ServiceKey { record.key }

  /// The type that the service was registered as.
  public var serviceType: Any.Type { record.serviceType }

  /// What the factory takes, as one type: `(any Resolver).self`, or the tuple of that and of the argument types, such as
  /// `(any Resolver, String, Int).self`.
  public var argumentsType: Any.Type {
    record.recipe.arguments?.list.tupleType(after: (any Resolver).self) ?? (any Resolver).self
  }

  /// Where the registration was written.
  public var location: CodeLocation { record.location }

  /// The scope in effect.
  public var objectScope: any ObjectScopeProtocol { record.settings.scope }

  /// The key and the place of the registration, such as `'Tea' named "green" at Shop/Teas.swift:12`.
  public var description: String { "\(key) at \(location)" }
}
