import Facet

/// Registries that replace others for the running code, for as long as a block runs.
///
/// A factory may have captured a container or a child. While a copy of the container is checked, the factory must use the
/// copy.
final class StandIns: ResolveHook {
  @TaskLocal private static var current: StandIns?

  private struct Pair {
    /// Held, so that no other registry gets the address of a released registry.
    let original: Registry
    let other: Registry
  }

  private let originals: [Registry]
  private let others: Guarded<[ObjectIdentifier: Pair]>
  private let copyOfChild: @Sendable (Registry) -> Registry
  /// The stand-ins of the enclosing block.
  private let outer = StandIns.current

  /// Makes the stand-ins of `registries`; `copyOfChild` returns a stand-in for a resolved child, always the same for each child.
  init(
    _ registries: [(original: Registry, other: Registry)],
    copyOfChild: @escaping @Sendable (Registry) -> Registry
  ) {
    originals = registries.map(\.original)
    self.copyOfChild = copyOfChild
    let pairs = registries.map { (ObjectIdentifier($0), Pair(original: $0, other: $1)) }
    others = Guarded(Dictionary(uniqueKeysWithValues: pairs))
  }

  /// Makes the running code use the copies instead of the originals while `body` runs.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    begin()
    defer { end() }
    // An observer may have led here; the block's resolves are not the observer's own resolves.
    return try Observing.$isReporting.withValue(false) {
      try StandIns.$current.withValue(self, operation: body)
    }
  }

  /// The same for an asynchronous block.
  ///
  /// The actor is a parameter, because the compiler passes none to `withValue` in a `nonisolated(nonsending)` function. Then the block
  /// would leave the actor at its first `await`.
  func run<Result>(
    isolation: isolated (any Actor)?, _ body: () async throws -> Result
  ) async rethrows -> Result {
    begin()
    defer { end() }
    return try await StandIns.$current.withValue(self, operation: body)
  }

  private func begin() { for original in originals { original.add(self) } }

  private func end() { for original in originals { original.remove(self) } }

  func standIn(for registry: Registry) -> Registry? { StandIns.current?.other(for: registry) }

  func willResolve(_ resolve: ObservedResolve) {}

  func didResolve(_ resolve: ObservedResolve, outcome: Outcome, duration: Duration) {}

  private func other(for original: Registry) -> Registry? {
    if let pair = others.withLock({ $0[ObjectIdentifier(original)] }) { return pair.other }
    guard
      sequence(first: original, next: \.parent).contains(where: { parent in
        originals.contains { $0 === parent }
      })
    else { return outer?.other(for: original) }
    let other = copyOfChild(original)
    others.withLock { $0[ObjectIdentifier(original)] = Pair(original: original, other: other) }
    return other
  }
}
