/// Wraps a service.
package final class Decorator: Sendable {
  package typealias Action =
    @Sendable (_ resolver: any Resolver, _ arguments: Arguments, _ inner: Instance) throws -> Instance

  /// The key that it wraps, or a key with the type that it wraps under all names and with all arguments.
  package let key: ServiceKey
  package let isForAll: Bool
  package let location: CodeLocation
  package let isolation: Isolation?
  /// Among registrations.
  package let order = Origin.takeOrders(1)
  /// The newest creation when the decorator was declared.
  package let creation = creations.newest
  private let action: Action

  init(
    of key: ServiceKey, isForAll: Bool, at location: CodeLocation, on isolation: Isolation?,
    _ action: @escaping Action
  ) {
    (self.key, self.isForAll, self.location) = (key, isForAll, location)
    (self.isolation, self.action) = (isolation, action)
  }
  package func wraps(_ other: ServiceKey) -> Bool {
    isForAll ? key.serviceType == other.serviceType : key == other
  }

  func run(_ resolver: any Resolver, _ arguments: Arguments, on inner: Instance) throws -> Instance {
    do {
      return try action(resolver, arguments, inner)
    } catch {
      throw error is ResolutionError ? error : DecoratorFailure(error: error, location: location)
    }
  }
}
