/// The cycle of an awaited resolve: of all builds of one chain, and of the chains that branch off it.
///
/// Its builds may run on several threads. It keeps what they build in graph scope, and ends when the last of them is over.
final class AwaitedCycle: Sendable {
  let identifier: GraphIdentifier
  /// Whether the cycle was joined after its end: then others hold what is left of it.
  private let isJoined: Bool

  init() {
    identifier = GraphIdentifier(keepsInstances: true)
    isJoined = false
  }

  /// Goes on with a cycle that may have ended.
  init(joining identifier: GraphIdentifier) {
    self.identifier = identifier
    isJoined = true
  }

  // Whoever keeps the identity keeps no instance by it.
  deinit { if !isJoined { identifier.survivors.release() } }
}
