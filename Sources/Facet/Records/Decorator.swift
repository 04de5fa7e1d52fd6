/// Wraps a service.
package final class Decorator: Sendable {
  package typealias Action =
    @Sendable (_ resolver: any Resolver, _ arguments: Arguments, _ inner: Instance) throws -> Instance

  /// The key that it wraps, or a key with the type that it wraps under all names and with all arguments.
  package let key: ServiceKey
  package let isForAll: Bool
  let isolation: Isolation?
  package let location: CodeLocation
  private let action: Action

  init(
    _ key: ServiceKey, isForAll: Bool, on isolation: Isolation?, at location: CodeLocation,
    action: @escaping Action
  ) {
    (self.key, self.isForAll) = (key, isForAll)
    (self.isolation, self.location, self.action) = (isolation, location, action)
  }
  package func wraps(_ other: ServiceKey) -> Bool {
    isForAll ? key.serviceType == other.serviceType : key == other
  }

  func run(_ resolver: any Resolver, _ arguments: Arguments, _ inner: Instance) throws -> Instance {
    do {
      return try action(resolver, arguments, inner)
    } catch {
      throw error is ResolutionError ? error : DecoratorFailure(error: error, location: location)
    }
  }
}
