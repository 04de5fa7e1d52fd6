/// How to build a service: what a registration said, which never changes.
///
/// A value without state of any container, so every record of it may share one: see ``Record``.
@usableFromInline
package struct Recipe: Sendable {
  /// Puts a service into a slot: a closure around the client's, made where the types are known.
  ///
  /// User code.
  @usableFromInline package typealias Factory =
    @Sendable (_ resolver: any Resolver, _ arguments: Arguments?, _ slot: Slot) throws -> Void

  /// The same for a factory that may be suspended.
  @usableFromInline package typealias AsyncFactory =
    @Sendable (_ resolver: any Resolver, _ arguments: Arguments?, _ slot: Slot) async throws -> Void

  /// What builds a service at once; of one that has an asynchronous factory it is never called.
  package var factory: Factory
  package let slotType: SlotType
  package let arguments: ArgumentOperations?
  /// What few recipes have.
  package var details: RecipeDetails?

  package init(
    slotType: SlotType, arguments: ArgumentOperations?, details: RecipeDetails? = nil,
    factory: @escaping Factory
  ) {
    self.factory = factory
    self.slotType = slotType
    self.arguments = arguments
    self.details = details
  }
}

extension Recipe {
  /// What the service needs, in the order of the initializer's parameters; `nil` for a closure, of which nobody knows.
  package var needs: [Need]? { details?.needs }

  /// The actor that the factory belongs to.
  package var isolation: Isolation? { details?.isolation }

  /// Whether that takes an `await`.
  package var hasAsyncFactory: Bool { asyncFactory != nil }

  /// What builds the service if that takes an `await`.
  package var asyncFactory: AsyncFactory? { details?.asyncFactory }
}

/// What few recipes have, behind one pointer: most registrations have none of it.
package final class RecipeDetails: Sendable {
  package let needs: [Need]?
  package let isolation: Isolation?
  package let asyncFactory: Recipe.AsyncFactory?

  package init(needs: [Need]? = nil, isolation: Isolation? = nil, asyncFactory: Recipe.AsyncFactory? = nil) {
    self.needs = needs
    self.isolation = isolation
    self.asyncFactory = asyncFactory
  }

  /// The details of a factory that is written on an actor; `nil` for none.
  convenience init?(_ actor: (any Actor)?, isEnforced: Bool) {
    guard let actor else { return nil }
    self.init(isolation: Isolation(actor, isEnforced: isEnforced))
  }
}

/// What an initializer says that it needs, one parameter after the other.
package enum Need: Sendable {
  /// A service, by the parameter's type as it is written: wrappers such as `Lazy<T>` and `T?` included.
  case service(ServiceKey)
  /// All services of a type; the key is that of an element.
  case all(ServiceKey)
  /// An argument of the resolve.
  case argument(Any.Type)
}
