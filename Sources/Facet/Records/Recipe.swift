/// How a service is built.
@usableFromInline
package struct Recipe: Sendable {
  /// Builds a service, and delivers it: to the slot, or in a box.
  @usableFromInline package typealias Factory =
    @Sendable (_ resolver: any Resolver, _ arguments: Arguments, _ slot: Slot?) throws -> Answer
  /// Builds a service by an await, and returns it in a box.
  @usableFromInline package typealias AsyncFactory =
    @Sendable (_ resolver: any Resolver, _ arguments: KeptArguments?) async throws -> Instance

  /// The factory, which checks first whether it runs on its actor, if it has one.
  package let factory: Factory
  /// The parts that few recipes have.
  let traits: Traits?

  @usableFromInline
  package final class Traits: Sendable {
    /// The keys that the factory resolves, if they are known: those of an initializer.
    let needs: [Need]?
    /// The initializer that the factory calls, if it is known.
    let initializer: Initializer?
    /// The actor that the factory belongs to.
    let isolation: Isolation?
    let asyncFactory: AsyncFactory?

    package init(
      needs: [Need]? = nil, of initializer: Initializer? = nil, isolation: Isolation? = nil,
      asyncFactory: AsyncFactory? = nil
    ) {
      (self.needs, self.initializer) = (needs, initializer)
      (self.isolation, self.asyncFactory) = (isolation, asyncFactory)
    }
  }

  @usableFromInline
  init(on actor: (any Actor)?, isEnforced: Bool, factory: @escaping Factory) {
    let isolation = actor.map { Isolation($0, isEnforced: isEnforced) }
    self.init(isolation.map { Traits(isolation: $0) }, factory: factory)
  }
  /// Makes a recipe that must be awaited.
  @usableFromInline
  package init(awaiting factory: @escaping AsyncFactory, on actor: (any Actor)?) {
    self.init(
      Traits(isolation: actor.map { Isolation($0, isEnforced: true) }, asyncFactory: factory)
    ) { _, _, _ in
      stop("A service that must be awaited is never built by its synchronous factory")
    }
  }

  package var needs: [Need]? { traits?.needs }
  package var initializer: Initializer? { traits?.initializer }
  package var isolation: Isolation? { traits?.isolation }
  package var asyncFactory: AsyncFactory? { traits?.asyncFactory }
}

/// A parameter of an initializer.
package enum Need: Sendable {
  case service(ServiceKey)
  /// All services of a type, as a list or by their names.
  case all(ServiceKey, isByName: Bool)
  case argument(Any.Type)
}
