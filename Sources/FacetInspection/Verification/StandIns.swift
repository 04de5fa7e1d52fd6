import Facet

/// Registries that replace others for the running code, for as long as a block runs.
///
/// A factory may have captured its container or a child. While a copy of the container is checked, the factory must use the copy.
final class StandIns: Sendable {
  @TaskLocal private static var current: StandIns?

  private let hook = ResolveHook(redirect: { StandIns.current?.other(for: $0) })
  private let pairs: [(original: Registry, other: Registry)]
  private let copyOfChild: @Sendable (Registry) -> Registry
  /// The stand-ins of the enclosing block.
  private let outer = StandIns.current

  /// Makes the stand-ins of registries; `copyOfChild` returns the stand-in of a child of theirs.
  init(
    _ pairs: [(original: Registry, other: Registry)],
    _ copyOfChild: @escaping @Sendable (Registry) -> Registry
  ) {
    self.pairs = pairs
    self.copyOfChild = copyOfChild
  }

  /// Makes the running code use the copies instead of the originals while `body` runs.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    begin()
    defer { end() }
    return try StandIns.$current.withValue(self, operation: body)
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

  private func begin() { for pair in pairs { pair.original.add(hook) } }

  private func end() { for pair in pairs { pair.original.remove(hook) } }

  private func other(for original: Registry) -> Registry? {
    if let pair = pairs.first(where: { $0.original === original }) { return pair.other }
    let isChild = sequence(first: original, next: \.parent).contains { parent in
      pairs.contains { $0.original === parent }
    }
    return isChild ? copyOfChild(original) : outer?.other(for: original)
  }
}
