/// What several tasks may wait for: a build of tasks or of a thread, or the first use of a lazy.
///
/// With the waits between them they are a graph; see `AsyncFlights`. All but the constants is touched under the lock of `AsyncFlights`.
class AsyncNode: @unchecked Sendable {
  /// The innermost build that all of the node is a part of: its own, or for a lazy the one around it, if there is one.
  let enclosing: AsyncBuild?
  /// The instance while its completions run.
  var halfBuilt: SharedInstance?
  /// Whether its completions have run: it waits for others of a circle.
  var isThrough = false
  /// The tasks that wait for this node, in any order.
  private(set) var waiters: [AsyncWait] = []
  /// What this node waits for.
  var waits: [AsyncWait] = []
  /// The nodes whose half-built instances it got: it is shown to others when they are through.
  var borrowed: [AsyncNode] = []
  /// How it ended.
  var answer: AsyncWait.Answer?
  /// The last walk over the graph that came here.
  private var lastWalk = 0

  init(enclosing: AsyncBuild?) { self.enclosing = enclosing }

  /// Whether others may get its instance while services that it borrowed are incomplete; they then borrow these as well.
  var handsOnBorrowed: Bool { true }

  /// Whether a walk over the graph comes here for the first time.
  func isNew(to walk: Int) -> Bool {
    defer { lastWalk = walk }
    return lastWalk != walk
  }

  func add(_ wait: AsyncWait) {
    wait.place = waiters.count
    waiters.append(wait)
  }

  /// Takes away a wait; at once, for thousands may be cancelled together.
  func remove(_ wait: AsyncWait) {
    guard wait.place < waiters.count, waiters[wait.place] === wait else { return }
    let last = waiters.removeLast()
    if last === wait { return }
    waiters[wait.place] = last
    last.place = wait.place
  }

  func removeWaiters() { waiters = [] }

  /// Notes whose half-built instances this node got.
  func borrow(_ nodes: [AsyncNode]) {
    // At its end it let go of them: two that are over must not hold one another.
    guard answer == nil else { return }
    for node in nodes where node !== self && !borrowed.contains(where: { $0 === node }) {
      borrowed.append(node)
    }
  }
}

/// A task at rest, until a node is over.
final class AsyncWait: @unchecked Sendable {
  // Unchecked: touched under the lock of `AsyncFlights`.
  enum Answer {
    case instance(SharedInstance)
    /// The task that built it was cancelled, or has put the instance where it is found: look again.
    case lookAgain
    /// It is needed by a completion that it waits for: a second build ends that.
    case again
    case failed(ResolutionError)
    case cancelled
  }

  let node: AsyncNode
  /// The resolve that waits; `nil` for a use of a lazy outside of all builds.
  let build: AsyncBuild?
  /// The node that the resolve is a part of.
  let owner: AsyncNode?
  /// Whether a task rests here; else it builds what is waited for itself.
  let isAtRest: Bool
  /// Whether the resolve is a part of a completion.
  let isInCompletion: Bool
  /// Whether it ends when the completions of the node have run, though others do not see that yet.
  var isUntilThrough = false
  var answer: Answer?
  /// Where it is among those that wait for the node.
  fileprivate var place = 0
  var continuation: UnsafeContinuation<Answer, Never>?

  init(
    for node: AsyncNode, _ build: AsyncBuild?, in owner: AsyncNode?, isAtRest: Bool = true,
    isInCompletion: Bool = false
  ) {
    self.isAtRest = isAtRest
    self.isInCompletion = isInCompletion
    self.node = node
    self.build = build
    self.owner = owner
  }
}
