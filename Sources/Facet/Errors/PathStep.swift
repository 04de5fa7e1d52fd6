/// A service on the path of a failed resolve.
///
/// It refers to the registration, and costs no text before somebody reads it.
package struct PathStep: Sendable {
  private let registration: Registration?
  /// The key, if there is no registration.
  private let ownKey: ServiceKey?
  /// The registry that builds it, if its container keeps it; `nil` if the asking container builds it.
  let keeper: ObjectIdentifier?

  init(_ registration: Registration, keptBy keeper: Registry? = nil) {
    (self.registration, ownKey, self.keeper) = (registration, nil, keeper.map { ObjectIdentifier($0) })
  }
  package init(_ key: ServiceKey, keptBy keeper: ObjectIdentifier? = nil) {
    (registration, ownKey, self.keeper) = (nil, key, keeper)
  }

  package var key: ServiceKey { registration?.key ?? ownKey! }
  /// Where it was registered.
  var location: CodeLocation? { registration.map(\.record.location).flatMap { $0.line > 0 ? $0 : nil } }
  /// Whether its factory can await.
  var isAsync: Bool { registration?.record.recipe.asyncFactory != nil }
  func isOf(_ record: Record) -> Bool { registration?.record === record }
}
