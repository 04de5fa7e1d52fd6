/// How to build a service: the unchanging data of a registration.
///
/// A value without container state, so all its records may share it: see ``Record``.
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

  /// Builds a service synchronously; `neverCalled` if there is an asynchronous factory.
  package var factory: Factory
  package let arguments: ArgumentOperations?
  /// Data that few recipes have.
  package var details: RecipeDetails?
  // Comes last: its end shares a word with what follows a recipe.
  package let slotType: SlotType

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
  @usableFromInline
  static let neverCalled: Factory = { _, _, _ in
    stop("A service that must be awaited is never built by its synchronous factory")
  }

  /// The needs of the service, in the order of the initializer's parameters; `nil` for a closure, whose needs are
  /// unknown.
  package var needs: [Need]? { details?.needs }

  /// The actor that the factory belongs to.
  package var isolation: Isolation? { details?.isolation }

  /// Whether the factory is asynchronous.
  package var hasAsyncFactory: Bool { asyncFactory != nil }

  /// The asynchronous factory, if there is one.
  package var asyncFactory: AsyncFactory? { details?.asyncFactory }
}

/// Data that few recipes have, behind one pointer.
@usableFromInline
package final class RecipeDetails: Sendable {
  package let needs: [Need]?
  package let isolation: Isolation?
  package let asyncFactory: Recipe.AsyncFactory?

  package init(needs: [Need]? = nil, isolation: Isolation? = nil, asyncFactory: Recipe.AsyncFactory? = nil) {
    self.needs = needs
    self.isolation = isolation
    self.asyncFactory = asyncFactory
  }

  /// The details of an asynchronous factory.
  @usableFromInline
  convenience init(isolation actor: (any Actor)?, asyncFactory: @escaping Recipe.AsyncFactory) {
    self.init(isolation: actor.map { Isolation($0, isEnforced: true) }, asyncFactory: asyncFactory)
  }

  /// The details of a factory that is written on an actor; `nil` without an actor.
  convenience init?(_ actor: (any Actor)?, isEnforced: Bool) {
    guard let actor else { return nil }
    self.init(isolation: Isolation(actor, isEnforced: isEnforced))
  }
}

/// One need of an initializer: one for each parameter.
package enum Need: Sendable {
  /// A service, by the parameter's type as it is written: wrappers such as `Lazy<T>` and `T?` included.
  case service(ServiceKey)
  /// All services of a type; the key is that of an element.
  case all(ServiceKey)
  /// An argument of the resolve.
  case argument(Any.Type)
}
