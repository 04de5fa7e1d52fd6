import Facet

/// The registrations of a test's closure that replace no other, and that the test does not resolve.
///
/// A fake registered by its own type, without the name of the original, or with other arguments, is never asked for: the test runs with the real
/// service. A service that the test resolves was meant so, but not one that stands in a list beside the original.
final class NeedlessOverrides: Sendable {
  private let unused: Guarded<[ServiceKey: Override]>
  /// For each key of such a service, the one that it was registered by.
  private let ownKeys: [ServiceKey: ServiceKey]
  /// The orders of what the test registers.
  private let orders: Set<Int>

  /// The places whose registrations a test has resolved, or that were reported.
  private static let known = Guarded<Set<CodeLocation>>([])

  private struct Override: Sendable {
    let location: CodeLocation
    let near: [(key: ServiceKey, location: CodeLocation)]
    /// Whether services of the original can find it in a list alone, because theirs have names.
    let isListed: Bool
    /// Whether it is named as a stand-in, or like something of the original.
    ///
    /// One that is not is reported once: a suite may register more than each of its tests resolves.
    let isLikely: Bool
  }
  /// Finds them before they are put in their places; `nil` if there are none.
  init?(of copy: OverridingCopy, over original: Container) {
    let added = copy.container.registry.registrations()
    let originals = original.registry.line.flatMap { $0.registrations() }
    // Beside nothing, it stands for nothing.
    if originals.isEmpty { return nil }
    let known = Set(originals.map(\.key))
    let placed = Set(added.filter { known.contains($0.key) }.map { ObjectIdentifier($0.record) })
    var unused: [ServiceKey: Override] = [:]
    for new in added where !placed.contains(ObjectIdentifier(new.record)) && !new.isForward {
      let near = originals.filter { new.key.resembles($0.key) }.map { ($0.key, $0.location) }
      let isListed = near.contains { other, _ in
        new.key.name == nil && other.name != nil && other.serviceType == new.key.serviceType
          && other.signature == new.key.signature
      }
      unused[new.key] = Override(
        location: new.location, near: near, isListed: isListed,
        isLikely: !near.isEmpty || new.key.isNamedAsDouble)
    }
    if unused.isEmpty { return nil }
    self.unused = Guarded(unused)
    ownKeys = Dictionary(uniqueKeysWithValues: added.map { ($0.key, $0.record.key) })
    orders = Set(added.map(\.order))
  }

  /// Notes each key that the container resolves.
  func watch(_ container: Container) {
    container.registry.add(
      ResolveHook(before: { [self] resolve in
        guard let key = ownKeys[resolve.key] else { return }
        // A service of the original finds it in a list alone, if the others have names.
        let isOfOriginal = resolve.enclosing.map { !orders.contains($0) } ?? false
        let found = unused.withLock { unused -> Override? in
          unused[key]?.isListed == true && isOfOriginal ? nil : unused.removeValue(forKey: key)
        }
        if let found { NeedlessOverrides.known.withLock { _ = $0.insert(found.location) } }
      }))
  }

  /// The warnings, one for each registration that was not resolved.
  var texts: [String] {
    let new = unused.value.filter { _, override in
      override.isLikely || NeedlessOverrides.known.withLock { $0.insert(override.location).inserted }
    }
    return new.sorted { "\($0.value.location)" < "\($1.value.location)" }.map { key, override in
      let near = override.near.prefix(3)
      let names = TypeNames(of: [key] + near.map(\.key))
      let places = near.map { "\(names.text(for: $0.key))   registered at \($0.location)" }
      return """
        \(names.text(for: key)) replaces nothing, and the test has not resolved it\(override.isListed ? ", unless in a list beside the original" : "").

          Place:   registered at \(override.location)\(near.isEmpty ? "" : "\n  Near:    ")\(places.joined(separator: "\n           "))

        To fix this, do one of:
          • Register it by the key of the service that it stands for: type, name and argument types.
          • Remove it.
        """
    }
  }
}
