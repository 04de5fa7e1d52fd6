/// The record of a service: how to build it, how long it lives, and what completes it.
///
/// `register` returns the entry, so that the rest of the registration can be chained to it. It may be kept and used
/// later as well: a change holds from the next resolve on, for all keys that point at the record.
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
public struct ServiceEntry<Service>: Sendable {
  @usableFromInline
  let record: ServiceRecord

  /// Set by the container; leads back to it without holding it.
  @usableFromInline
  let container: ContainerReference

  @usableFromInline
  init(record: ServiceRecord, container: ContainerReference) {
    self.record = record
    self.container = container
  }

  /// The key that the service was registered with.
  public var key: ServiceKey { record.key }

  /// Where the registration was written.
  public var location: CodeLocation { record.location }

  /// The scope in effect.
  public var objectScope: any ObjectScopeProtocol { record.withConfiguration(\.scope) }
}

/// Leads from an entry to the container that it belongs to.
@usableFromInline
final class ContainerReference: @unchecked Sendable {
  // Unchecked: set once, before the container is visible to a second thread; loading a weak reference is safe.
  weak var object: AnyObject?
}
