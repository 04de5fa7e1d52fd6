/// How to build a service: what a registration said, which never changes.
///
/// A value without state of any container, so every record of it may share one: see ``Record``.
@usableFromInline
package struct Recipe: Sendable {
  /// Builds a service at `result`, and may be suspended meanwhile.
  @usableFromInline package typealias AsyncFactory =
    @Sendable (
      _ resolver: any Resolver, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer
    ) async throws -> Void

  /// What builds a service at once; of one that has an asynchronous factory it is never called.
  package var factory: Factory
  // In this order the three have the room of two words.
  /// Whether a service fits in memory of `ReferenceWords.storageSize` bytes, aligned to `smallAlignment`.
  let isSmall: Bool
  let bytes: Int32
  package let arguments: ArgumentOperations?
  /// What few recipes have.
  package var details: RecipeDetails?

  /// The size of the service type in bytes.
  @inline(__always)
  var size: Int { Int(bytes) }

  /// What the stack has without a call to the allocator.
  static var smallAlignment: Int { 16 }

  package init(
    size: Int, alignment: Int, arguments: ArgumentOperations?, details: RecipeDetails? = nil,
    factory: Factory
  ) {
    self.factory = factory
    self.arguments = arguments
    self.details = details
    bytes = Int32(size)
    isSmall = size <= ReferenceWords.storageSize && alignment <= Recipe.smallAlignment
  }
}

extension Recipe {
  /// Builds a service at `result`.
  package func build(
    _ resolver: UnsafeRawPointer, _ arguments: UnsafeRawPointer?, _ result: UnsafeMutableRawPointer
  ) throws {
    if try factory.build(resolver, result, bytes) { return }
    if try factory.buildPlainly(result, bytes) { return }
    if try factory.buildGenerally(resolver, arguments, result) { return }
    try factory.buildByArguments(resolver, arguments, self.arguments, result, bytes)
  }

  /// What the service needs, in the order of the initializer's parameters; `nil` for a closure, of which nobody knows.
  package var needs: [Need]? { details?.needs }

  /// The actor that the factory belongs to.
  package var isolation: Isolation? { details?.isolation }

  /// Whether that takes an `await`.
  package var hasAsyncFactory: Bool { details?.hasAsyncFactory == true }

  /// What builds the service if that takes an `await`.
  package var asyncFactory: AsyncFactory? { details?.asyncFactory }
}

/// What few recipes have, behind one pointer: most registrations have none of it.
package final class RecipeDetails: Sendable {
  package let needs: [Need]?
  package let isolation: Isolation?
  package let asyncFactory: Recipe.AsyncFactory?
  /// The same for callers that know its types.
  let directAsyncFactory: DirectAsyncFactory.Address?
  let hasAsyncFactory: Bool

  package init(
    needs: [Need]? = nil, isolation: Isolation? = nil, asyncFactory: Recipe.AsyncFactory? = nil,
    directAsyncFactory: DirectAsyncFactory? = nil
  ) {
    self.needs = needs
    self.isolation = isolation
    self.asyncFactory = asyncFactory
    self.directAsyncFactory = directAsyncFactory.map { DirectAsyncFactory.Address(of: $0) }
    hasAsyncFactory = asyncFactory != nil
  }

  deinit { directAsyncFactory?.deallocate() }

  /// Whether a build has more to do than to run the factory.
  var isSpecial: Bool { isolation != nil || hasAsyncFactory }

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
