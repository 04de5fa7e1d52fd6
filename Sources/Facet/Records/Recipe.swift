/// How a service is built.
@usableFromInline
package struct Recipe: Sendable {
  /// Builds a service, and delivers it: to the slot, or in a box.
  @usableFromInline package typealias Factory =
    @Sendable (_ resolver: any Resolver, _ arguments: Arguments, _ slot: Slot?) throws -> Answer
  /// Builds a service by an await, and returns it in a box.
  @usableFromInline package typealias AsyncFactory =
    @Sendable (_ resolver: any Resolver, _ arguments: KeptArguments?) async throws -> Instance

  package var factory: Factory
  /// What few registrations have.
  package var details: Details?

  package init(_ details: Details? = nil, factory: @escaping Factory) {
    self.factory = factory
    self.details = details
  }
  @usableFromInline
  init(on actor: (any Actor)?, isEnforced: Bool, factory: @escaping Factory) {
    let isolation = actor.map { Isolation($0, isEnforced: isEnforced) }
    self.init(isolation.map { Details(isolation: $0) }, factory: factory)
  }

  @usableFromInline
  package final class Details: Sendable {
    /// The keys that the factory resolves, if they are known: those of an initializer.
    package let needs: [Need]?
    /// The actor that the factory belongs to.
    package let isolation: Isolation?
    package let asyncFactory: AsyncFactory?

    package init(needs: [Need]? = nil, isolation: Isolation? = nil, asyncFactory: AsyncFactory? = nil) {
      (self.needs, self.isolation, self.asyncFactory) = (needs, isolation, asyncFactory)
    }
  }

  /// Stands where a service must be awaited.
  @usableFromInline
  static let neverCalled: Factory = { _, _, _ in
    stop("A service that must be awaited is never built by its synchronous factory")
  }

  package var needs: [Need]? { details?.needs }
  package var isolation: Isolation? { details?.isolation }
  package var asyncFactory: AsyncFactory? { details?.asyncFactory }

  var isPlain: Bool { isolation == nil && asyncFactory == nil }
}

/// A parameter of an initializer.
package enum Need: Sendable {
  case service(ServiceKey)
  /// All services of a type, as a list or by their names.
  case all(ServiceKey)
  case argument(Any.Type)
}
