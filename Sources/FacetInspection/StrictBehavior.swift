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
  /// The first resolves of the containers that have the behavior, by the numbers of their registries.
  private let watched = Guarded<[Int: FirstResolve]>([:])

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
    guard let first = firstKey(of: registry) else { return }
    handler(
      Violation(
        kind: .late(first: first), key: key, location: new.location,
        firstLocation: registry.registration(of: first)?.location))
  }

  /// What a registry was asked for first since this was called for the first time; `nil` if it was asked for nothing.
  private func firstKey(of registry: Registry) -> ServiceKey? {
    if let known = watched.withLock({ $0[registry.number] }) { return known.key }
    let new = FirstResolve(registry)
    let count = watched.withLock { watched in
      watched[registry.number] = new
      return watched.count
    }
    registry.add(new)
    // From time to time, for a behavior that many containers have, one after the other.
    if count.isMultiple(of: 64) { forgetEnded() }
    return nil
  }

  /// Forgets the containers that are gone.
  private func forgetEnded() {
    // Looked at and released outside the lock: with it may go what is the user's.
    let ended = watched.withLock { $0 }.filter { $0.value.isOver }
    watched.withLock { watched in
      for number in ended.keys { watched[number] = nil }
    }
  }
}

/// Notes what a registry is asked for first, and observes nothing after that.
private final class FirstResolve: ResolveObserver {
  private struct State {
    weak var registry: Registry?
    var key: ServiceKey?
  }

  private let state: Guarded<State>

  init(_ registry: Registry) {
    state = Guarded(State(registry: registry))
  }

  var key: ServiceKey? { state.withLock { $0.key } }

  /// Whether the registry is gone.
  var isOver: Bool { state.withLock { $0.registry } == nil }

  func began(_ resolve: ObservedResolve) {
    guard let registry = state.withLock({ $0.registry }) else { return }
    // What a child serves by itself is no resolve of the parent.
    let isOwn = resolve.registryDepth == Int(registry.depth)
    guard isOwn || resolve.registration.map({ registry.registration(of: resolve.key)?.order == $0 }) == true
    else { return }
    state.withLock { if $0.key == nil { $0.key = resolve.key } }
    registry.remove(self)
  }

  func ended(_ resolve: ObservedResolve, _ outcome: Outcome, _ duration: Duration) {}
}
