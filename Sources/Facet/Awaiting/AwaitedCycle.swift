/// The cycle of an awaited resolve: of all builds of one chain, and of the chains that branch off.
///
/// Its builds may run on several threads. It keeps what they build in graph scope, and ends when the last of them is over.
final class AwaitedCycle: Sendable {
  let identifier: GraphIdentifier
  /// Whether the cycle was joined after its end: then others hold the rest of it.
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

  // A holder of the identity keeps no instance through it.
  deinit { if !isJoined { identifier.survivors.release() } }
}
