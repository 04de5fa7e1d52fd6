import Facet

/// Reports registrations that surprise: a key that is registered again, and a registration after the first resolve.
///
/// ```swift
/// let container = Container(behaviors: [StrictBehavior { violation in assertionFailure("\(violation)") }])
/// ```
///
/// A container with parents is looked at by itself: a child that overrides a key, or is filled after its parent was
/// used, is in order.
///
/// - Threads: the handler is called on the thread that registers, with no lock held.
public final class StrictBehavior: Behavior {
  /// One registration that surprises.
  public struct Violation: Sendable, CustomStringConvertible {
    /// The kinds of surprise.
    public enum Kind: Sendable {
      /// The key was registered before.
      case duplicate(first: CodeLocation)
      /// The container was resolved from before; `first` is the key that it was asked for.
      case late(first: ServiceKey)
    }

    /// What the surprise is.
    public let kind: Kind
    /// The key that was registered.
    public let key: ServiceKey
    /// Where it was registered.
    public let location: CodeLocation
    /// Where the key that was resolved first is registered; `nil` if it is not.
    public let firstLocation: CodeLocation?

    /// The violation with both places.
    public var description: String {
      switch kind {
      case .duplicate(let first):
        "\(key) is registered at \(location), and was registered before at \(first)."
      case .late(let asked):
        "\(key) is registered at \(location), after \(asked)\(place) was resolved."
      }
    }

    private var place: String { firstLocation.map { ", registered at \($0)," } ?? "" }
  }

  private let handler: @Sendable (Violation) -> Void

  /// Makes a behavior.
  ///
  /// - Parameter handler: receives the violations.
  public init(_ handler: @escaping @Sendable (Violation) -> Void) {
    self.handler = handler
  }

  /// Makes a behavior that writes the violations to standard error.
  public convenience init() {
    self.init { printToStandardError($0.description) }
  }

  /// Looks at a registration.
  public func container<Type, Service>(
    _ container: Container, didRegisterType type: Type.Type, toService entry: ServiceEntry<Service>,
    withName name: String?
  ) {
    let key = ServiceKey(
      Type.self, signature: entry.key.signature, name: name, option: entry.key.optionBox)
    let registry = container.registry
    // Another thread may have removed it meanwhile.
    guard let new = registry.registration(of: key) else { return }
    if let replaced = registry.replacements.first(where: { $0.order == new.order }) {
      handler(
        Violation(
          kind: .duplicate(first: replaced.old), key: key, location: new.location, firstLocation: nil))
    }
    guard let first = registry.firstKey else { return FirstResolve.watch(registry) }
    handler(
      Violation(
        kind: .late(first: first), key: key, location: new.location,
        firstLocation: registry.registration(of: first)?.location))
  }
}

/// Notes what a registry is asked for first, and is gone after that.
private final class FirstResolve: ResolveObserver {
  private struct WeakRegistry {
    weak var registry: Registry?
  }

  private let watched: Guarded<WeakRegistry>

  private init(_ registry: Registry) {
    watched = Guarded(WeakRegistry(registry: registry))
  }

  static func watch(_ registry: Registry) {
    guard !registry.ownObservers.contains(where: { $0 is FirstResolve }) else { return }
    registry.add(FirstResolve(registry))
  }

  func willResolve(_ resolve: ObservedResolve) {
    guard let registry = watched.withLock({ $0.registry }) else { return }
    // What a child serves by itself is no resolve of the parent.
    let isOwn = resolve.registryDepth == Int(registry.depth)
    guard isOwn || resolve.registration.map({ registry.registration(of: resolve.key)?.order == $0 }) == true
    else { return }
    if registry.firstKey == nil { registry.firstKey = resolve.key }
    registry.remove(self)
  }

  func didResolve(_ resolve: ObservedResolve, outcome: Outcome, duration: Duration) {}
}
