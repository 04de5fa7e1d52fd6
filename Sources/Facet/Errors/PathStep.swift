/// A service on the path of a failed resolve.
///
/// A step refers to the registration, and makes no text before somebody reads it.
package struct PathStep: Sendable {
  private let registration: Registration?
  /// The key, if there is no registration.
  private let ownKey: ServiceKey?
  private var ownLocation: CodeLocation?
  /// The registry that builds it, if its container keeps it; `nil` if the asking container builds it.
  let keeper: ObjectIdentifier?
  /// The part of it that runs, and asks for the next service.
  var part = ServicePart.factory

  package init(_ registration: Registration, keptBy keeper: Registry? = nil, _ part: ServicePart = .factory) {
    (self.registration, ownKey, self.keeper) = (registration, nil, keeper.map { ObjectIdentifier($0) })
    self.part = part
  }
  package init(_ key: ServiceKey, keptBy keeper: ObjectIdentifier? = nil) {
    (registration, ownKey, self.keeper) = (nil, key, keeper)
  }

  /// A step that holds nothing of a container.
  init(without registration: Registration) {
    self.init(registration.key)
    ownLocation = registration.record.location
  }

  package var key: ServiceKey { registration?.key ?? ownKey! }
  /// Where it was registered.
  var location: CodeLocation? {
    (registration?.record.location ?? ownLocation).flatMap { $0.line > 0 ? $0 : nil }
  }
  /// Whether its factory can await.
  var isAsync: Bool { registration?.record.recipe.asyncFactory != nil }
  /// Whether an initializer makes it.
  var isAutowired: Bool { registration?.record.recipe.initializer != nil }
  func isOf(_ record: Record) -> Bool { registration?.record === record }
  /// Whether later resolves may find its instance.
  var isShared: Bool {
    registration.map { ![.transient, .graph].contains($0.record.settings.scope.kind) } ?? false
  }
  /// Whether a start builds it and its scope keeps it, or could; `nil` if not.
  var isStarted: Bool? {
    guard let registration, registration.key.signature == nil,
      [.container, .custom, .scoped].contains(registration.record.settings.scope.kind)
    else { return nil }
    return registration.record.settings.isEager
  }
  /// Whether others of its type are registered beside it, so that a list may ask for it.
  var isOneOfSeveral: Bool {
    guard let registration else { return false }
    return registration.owner.registrations(of: registration.serviceType).count {
      $0.key.signature == registration.key.signature
    } > 1
  }
  var record: Record? { registration?.record }
}

/// The parts of a service that may ask for others.
package enum ServicePart: Sendable, BitwiseCopyable {
  case factory, decorator, completion, storage
  /// An injected property of the object.
  case property

  var name: String { self == .completion ? "initCompleted" : "\(self)" }
}
