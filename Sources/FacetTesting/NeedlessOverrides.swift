import Facet

/// The registrations of a test's closure that replace no other, and that the test does not resolve, though they are named as stand-ins, or
/// like something of the original.
///
/// A fake registered by its own type, or with other arguments, is never asked for: the test runs with the real service. A service that the test resolves
/// was meant so.
final class NeedlessOverrides: Sendable {
  private let unused: Guarded<[ServiceKey: Override]>
  /// For each key of such a service, the one that it was registered by.
  private let ownKeys: [ServiceKey: ServiceKey]

  private struct Override: Sendable {
    let location: CodeLocation
    let near: [(key: ServiceKey, location: CodeLocation)]
  }

  /// Finds them before they are put in their places; `nil` if there are none.
  init?(of copy: OverridingCopy, over original: Container) {
    let added = copy.container.registry.registrations()
    let originals = original.registry.line.flatMap { $0.registrations() }
    let known = Set(originals.map(\.key))
    let placed = Set(added.filter { known.contains($0.key) }.map { ObjectIdentifier($0.record) })
    var unused: [ServiceKey: Override] = [:]
    for new in added where !placed.contains(ObjectIdentifier(new.record)) && !new.isForward {
      let near = originals.filter { new.key.resembles($0.key) }.map { ($0.key, $0.location) }
      if !near.isEmpty || new.key.isNamedAsDouble {
        unused[new.key] = Override(location: new.location, near: near)
      }
    }
    if unused.isEmpty { return nil }
    self.unused = Guarded(unused)
    ownKeys = Dictionary(uniqueKeysWithValues: added.map { ($0.key, $0.record.key) })
  }

  /// Notes each key that the container resolves.
  func watch(_ container: Container) {
    container.registry.add(
      ResolveHook(before: { [self] resolve in
        if let key = ownKeys[resolve.key] { unused.withLock { $0[key] = nil } }
      }))
  }

  /// The warnings, one for each registration that was not resolved.
  var texts: [String] {
    unused.value.sorted { "\($0.value.location)" < "\($1.value.location)" }.map { key, override in
      let near = override.near.prefix(3)
      let names = TypeNames(of: [key] + near.map(\.key))
      let places = near.map { "\(names.text(for: $0.key))   registered at \($0.location)" }
      return """
        \(names.text(for: key)) replaces nothing, and the test has not resolved it.

          Place:   registered at \(override.location)\(near.isEmpty ? "" : "\n  Near:    ")\(places.joined(separator: "\n           "))

        To fix this, do one of:
          • Register it by the key of the service that it stands for: type, name and argument types.
          • Remove it.
        """
    }
  }
}
