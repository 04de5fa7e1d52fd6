/// What a thread has to know while its resolves are observed.
struct ThreadObservation {
  /// Whether an observer runs.
  var isReporting = false
  var depth = 0
  /// The registries that serve in the place of others.
  var standIns: StandIns?
}

/// Registries that one thread asks in the place of others, or one task, for as long as a block runs.
///
/// A factory may have captured a container, or a child of it: while a copy of the container is checked, the factory is to ask
/// the copy.
package final class StandIns: @unchecked Sendable {
  // Unchecked for the closure, which may be called on any thread.

  /// Those of the running task.
  @TaskLocal static var ofTask: StandIns?

  let originals: [Registry]
  private let others: Guarded<ObjectPairs>
  private let copyOfChild: (Registry) -> Registry
  /// Those of the block around this one.
  private let outer: StandIns?

  /// Makes the stand-ins of `registries`; `copyOfChild` gives those of their children when they are asked, for each always the same.
  package init(
    _ registries: [(original: Registry, other: Registry)], copyOfChild: @escaping (Registry) -> Registry
  ) {
    originals = registries.map(\.original)
    self.copyOfChild = copyOfChild
    outer = Thread.current.state.observation.standIns ?? StandIns.ofTask
    var others = ObjectPairs()
    for (original, other) in registries { others.add(original, other) }
    self.others = Guarded(others)
  }

  func registry(for original: Registry) -> Registry? {
    if let other = others.withLock({ $0.other(for: original) }) {
      return other as? Registry
    }
    if isBelowOriginal(original) {
      let other = copyOfChild(original)
      others.withLock { others in
        if others.other(for: original) == nil { others.add(original, other) }
      }
      return other
    }
    return outer?.registry(for: original)
  }

  private func isBelowOriginal(_ registry: Registry) -> Bool {
    sequence(first: registry, next: \.parent).contains { parent in originals.contains { $0 === parent } }
  }
}
