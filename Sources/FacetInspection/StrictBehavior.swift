import Facet

/// Reports surprising registrations: a key that is registered again, and a registration after the first resolve.
///
/// ```swift
/// let container = Container(behaviors: [StrictBehavior { violation in assertionFailure("\(violation)") }])
/// ```
///
/// Each container is checked by itself. A child may override a key of its parent, and may be filled after its parent was
/// used.
///
/// - Threads: the handler is called on the thread that registers, with no lock held.
public final class StrictBehavior: Behavior {
  /// One surprising registration.
  public struct Violation: Sendable, CustomStringConvertible {
    /// The kinds of surprise.
    public enum Kind: Sendable {
      /// The key was registered before.
      case duplicate(first: CodeLocation)
      /// The container had a resolve before; `first` is the key of that resolve.
      case late(first: ServiceKey)
    }

    /// The kind of surprise.
    public let kind: Kind
    /// The key that was registered.
    public let key: ServiceKey
    /// Where it was registered.
    public let location: CodeLocation
    /// Where the first resolved key is registered; `nil` if it is not registered.
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
  /// The first resolves of the containers with this behavior, by registry number.
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

  /// Checks a registration.
  public func container<Type, Service>(
    _ container: Container, didRegisterType type: Type.Type, toService entry: ServiceEntry<Service>,
    withName name: String?
  ) {
    let key = ServiceKey(
      Type.self, signature: entry.key.signature, name: name, option: entry.key.optionBox)
    let registry = container.registry
    // Another thread may have removed the registration meanwhile.
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

  /// The key of the registry's first resolve since the first call of this function; `nil` if there was no resolve.
  private func firstKey(of registry: Registry) -> ServiceKey? {
    if let known = watched.withLock({ $0[registry.number] }) { return known.key }
    let new = FirstResolve(registry)
    let count = watched.withLock { watched in
      watched[registry.number] = new
      return watched.count
    }
    registry.add(new)
    // Runs at intervals, in case many containers have the behavior, one after the other.
    if count.isMultiple(of: 64) { forgetEnded() }
    return nil
  }

  /// Forgets the containers that no longer exist.
  private func forgetEnded() {
    // Checked and released outside the lock: the release may run user code.
    let ended = watched.withLock { $0 }.filter { $0.value.isOver }
    watched.withLock { watched in
      for number in ended.keys { watched[number] = nil }
    }
  }
}

/// Records the first resolve of a registry, and then stops observing.
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

  /// Whether the registry no longer exists.
  var isOver: Bool { state.withLock { $0.registry } == nil }

  func began(_ resolve: ObservedResolve) {
    guard let registry = state.withLock({ $0.registry }) else { return }
    // A service that a child builds itself is no resolve of the parent.
    let isOwn = resolve.registryDepth == Int(registry.depth)
    guard isOwn || resolve.registration.map({ registry.registration(of: resolve.key)?.order == $0 }) == true
    else { return }
    state.withLock { if $0.key == nil { $0.key = resolve.key } }
    registry.remove(self)
  }

  func ended(_ resolve: ObservedResolve, _ outcome: Outcome, _ duration: Duration) {}
}
