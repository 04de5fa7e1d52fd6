/// What a thread has to know while its resolves are observed.
struct ThreadObservation {
  /// Whether an observer runs.
  var isReporting = false
  var depth = 0
  /// The registries that serve in the place of others.
  var standIns: StandIns?
}

/// Registries that one thread asks in the place of others, for as long as a block runs.
///
/// A factory may have captured a container: while a copy of that is checked, the factory is to ask the copy.
package final class StandIns {
  private let registries: [(original: Registry, other: Registry)]
  /// Those of the block around this one.
  private let outer: StandIns?

  package init(_ registries: [(original: Registry, other: Registry)]) {
    self.registries = registries
    outer = ThreadState.current.pointee.observation.standIns
  }

  var originals: [Registry] { registries.map(\.original) }

  func registry(for original: Registry) -> Registry? {
    registries.first { $0.original === original }?.other ?? outer?.registry(for: original)
  }
}
