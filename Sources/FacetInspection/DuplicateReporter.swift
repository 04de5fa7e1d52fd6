import Facet

/// Reports keys that are registered again, and so replace another registration.
///
/// ```swift
/// let container = Container(behaviors: [DuplicateReporter { duplicate in assertionFailure("\(duplicate)") }])
/// ```
///
/// Each container is checked by itself: a child may override a key of its parent.
///
/// - Threads: the handler is called on the thread that registers, with no lock held.
public final class DuplicateReporter: Behavior {
  /// A key that was registered twice.
  public struct Duplicate: Sendable, CustomStringConvertible {
    /// The key that was registered.
    public let key: ServiceKey
    /// Where it was registered before.
    public let firstLocation: CodeLocation
    /// Where it was registered now.
    public let location: CodeLocation

    /// The duplicate with both places.
    public var description: String {
      "\(key) is registered at \(location), and was registered before at \(firstLocation)."
    }
  }

  private let handler: @Sendable (Duplicate) -> Void

  /// Makes a behavior.
  ///
  /// - Parameter handler: receives the duplicates; without it, each is written to standard error.
  public init(_ handler: (@Sendable (Duplicate) -> Void)? = nil) {
    self.handler = handler ?? { printToStandardError($0.description) }
  }

  /// Checks a registration.
  public func container<Type, Service>(
    _ container: Container, didRegisterType type: Type.Type, toService entry: ServiceEntry<Service>,
    withName name: String?
  ) {
    let key = ServiceKey(Type.self, signature: entry.key.signature, name: name)
    let registry = container.registry
    // Another thread may have removed the registration meanwhile.
    guard let new = registry.registration(of: key),
      let replaced = registry.replacements.first(where: { $0.order == new.order })
    else { return }
    handler(Duplicate(key: key, firstLocation: replaced.old, location: new.location))
  }
}
