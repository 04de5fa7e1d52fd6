import Synchronization

/// What a resolve does where a build runs already: it waits, unless that would be for ever.
extension AsyncFlights {
  /// Where a resolve stands, looked up before the lock is taken: what is around it may end meanwhile, and must not be released under it.
  struct Place {
    let build: AsyncBuild?
    let owner: AsyncNode?
    private let chain: [AsyncBuild]
    /// The place in the chain of the nearest completion that runs.
    private let completion: Int

    @inline(never)
    init(_ build: AsyncBuild?) {
      self.init(build, in: build?.node)
    }

    /// Where code runs that is no resolve itself.
    init(_ current: CurrentBuild?) {
      self.init(current?.build, in: current?.node)
    }

    private init(_ build: AsyncBuild?, in node: AsyncNode?) {
      self.build = build
      owner = node
      let chain = node == nil ? [] : build?.builds ?? []
      self.chain = chain
      completion = chain.firstIndex { $0.halfBuilt != nil } ?? chain.count
    }

    /// Whether the resolve is a part of a completion.
    var isInCompletion: Bool { completion < chain.count }

    /// Whether a node is built around the resolve; and if so, whether a completion runs in between.
    func isAround(_ node: AsyncNode) -> (Bool, overCompletion: Bool) {
      guard let index = chain.firstIndex(where: { $0 === node.enclosing }) else { return (false, false) }
      return (true, completion < index)
    }
  }

  @_optimize(size)
  @inline(never)
  static func wait(for node: AsyncNode, _ place: Place, _ woken: inout [Woken]) -> Claim {
    // It may have ended since it was found: look again.
    if node.answer != nil { return .wait(rest(node, place)) }
    let (isAround, isOverCompletion) = place.isAround(node)
    if let owner = place.owner, let instance = node.halfBuilt, depends(node, on: owner) {
      // Also one around the resolve: its factory may fail in the end.
      owner.borrow([node])
      return .halfBuilt(instance)
    }
    // One after the other: several circles may end here.
    while let owner = place.owner, let circle = circle(from: node, to: owner) {
      if let offered = circle.first(where: { $0.isAtRest && $0.node.halfBuilt != nil }),
        let instance = offered.node.halfBuilt
      {
        offered.owner?.borrow([offered.node])
        release(offered, .instance(instance), &woken)
        continue
      }
      // As one thread would, who needs it in a completion builds it as well: the one that asks, or one that waits already.
      let isCompleting =
        isAround ? isOverCompletion || circle.contains { $0.node.halfBuilt != nil } : place.isInCompletion
      if isCompleting, let flight = undecided(node) { return .again(flight) }
      if isAround { return .loop([]) }
      let other = circle.first { $0.isAtRest && $0.isInCompletion && undecided($0.node) != nil }
      guard let other else { return .loop(circle) }
      release(other, .again, &woken)
    }
    return .wait(rest(node, place))
  }

  static func rest(_ node: AsyncNode, _ place: Place) -> AsyncWait {
    let wait = AsyncWait(for: node, place.build, in: place.owner, isInCompletion: place.isInCompletion)
    rest(wait)
    return wait
  }

  static func rest(_ wait: AsyncWait) {
    if let answer = wait.node.answer {
      wait.answer = answer
    } else {
      wait.node.add(wait)
      wait.owner?.waits.append(wait)
    }
  }

  /// A build whose factory is not over: the instance of a second one would count.
  private static func undecided(_ node: AsyncNode) -> AsyncFlight? {
    guard let flight = node as? AsyncFlight, !flight.isDecided else { return nil }
    return flight
  }

  /// What must be through before a node is shown to others: what it waits for, or has borrowed, and what these depend on.
  @inline(never)
  static func dependencies(of node: AsyncNode) -> [AsyncNode] {
    let walk = newWalk()
    _ = node.isNew(to: walk)
    var all = [node]
    var next = 0
    while next < all.count {
      let further = all[next].waits.filter { $0.answer == nil }.map(\.node) + all[next].borrowed
      all += further.filter { $0.isNew(to: walk) }
      next += 1
    }
    return all.dropFirst().filter { $0.answer == nil }
  }

  /// What a node has borrowed, and what those of them that are over had borrowed.
  @inline(never)
  static func borrowed(by node: AsyncNode) -> [AsyncNode] {
    let walk = newWalk()
    var all = node.borrowed.filter { $0.isNew(to: walk) }
    var next = 0
    while next < all.count {
      if all[next].answer != nil { all += all[next].borrowed.filter { $0.isNew(to: walk) } }
      next += 1
    }
    return all
  }

  static func depends(_ node: AsyncNode, on other: AsyncNode) -> Bool {
    node === other || dependencies(of: node).contains { $0 === other }
  }

  /// The waits that lead from one node to another, which is none if they are the same; `nil` if they do not.
  static func circle(from node: AsyncNode, to owner: AsyncNode) -> [AsyncWait]? {
    if node === owner { return [] }
    let walk = newWalk()
    _ = node.isNew(to: walk)
    var open: [(AsyncNode, [AsyncWait])] = [(node, [])]
    while let (next, way) = open.popLast() {
      for wait in next.waits where wait.answer == nil {
        if wait.node === owner { return way + [wait] }
        if wait.node.isNew(to: walk) { open.append((wait.node, way + [wait])) }
      }
    }
    return nil
  }

  /// A number for a walk over the graph, which marks where it was.
  private static func newWalk() -> Int { walks.wrappingAdd(1, ordering: .relaxed).newValue }

  private static let walks = Atomic<Int>(0)

  /// The keys that a wait adds to a path: those from the build around it to what is waited for.
  @_optimize(size)
  @inline(never)
  static func keys(of wait: AsyncWait) -> [ServiceKey] {
    var keys: [ServiceKey] = []
    for build in wait.build?.builds ?? [] {
      if build === wait.owner?.enclosing { break }
      keys.append(build.registration.key)
    }
    return keys.reversed()
  }

  /// Waits until a build is over, or the task is cancelled.
  @inline(never)
  nonisolated(nonsending) static func finish(_ wait: AsyncWait) async -> AsyncWait.Answer {
    await withTaskCancellationHandler {
      let answer = await withUnsafeContinuation { continuation in
        let answer = state.withLock { _ in
          if wait.answer == nil { wait.continuation = continuation }
          return wait.answer
        }
        if let answer { continuation.resume(returning: answer) }
      }
      // The same, read under the lock: ThreadSanitizer does not see that a continuation which was resumed before the task rested
      // orders what came before.
      return state.withLock { _ in wait.answer } ?? answer
    } onCancel: {
      let continuation = state.withLock { _ -> UnsafeContinuation<AsyncWait.Answer, Never>? in
        guard wait.answer == nil else { return nil }
        wait.answer = .cancelled
        wait.owner?.waits.removeAll { $0 === wait }
        wait.node.remove(wait)
        let continuation = wait.continuation
        wait.continuation = nil
        return continuation
      }
      continuation?.resume(returning: .cancelled)
    }
  }

  typealias Woken = (UnsafeContinuation<AsyncWait.Answer, Never>, AsyncWait.Answer)

  /// Runs `body` under the lock, and wakes after it those that it lets go on.
  static func waking<Result>(_ body: (inout State, inout [Woken]) -> Result) -> Result {
    let (result, woken) = state.withLock { state in
      var woken: [Woken] = []
      let result = body(&state, &woken)
      return (result, woken)
    }
    for (continuation, answer) in woken { continuation.resume(returning: answer) }
    return result
  }

  static func release(_ wait: AsyncWait, _ answer: AsyncWait.Answer, _ woken: inout [Woken]) {
    guard wait.answer == nil else { return }
    wait.answer = answer
    wait.owner?.waits.removeAll { $0 === wait }
    if let continuation = wait.continuation { woken.append((continuation, answer)) }
    wait.continuation = nil
  }
}
