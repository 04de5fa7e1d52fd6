/// One call of `close` that runs: those of its parents wait for it, so that children end first.
final class Close: Work, @unchecked Sendable {
  // Unchecked, as its superclass: what is its own never changes.

  /// What the running task closes, if it does: its actions may close a parent, which does not wait for them.
  @TaskLocal static var ofTask: Close?

  private let registry: Registry
  /// What is disposed of by `await`.
  let awaitedKeys: [ServiceKey]
  private let outer = Close.ofTask

  /// Begins; `awaiting` is what has to be disposed of, `nil` for a close that awaits nothing.
  init(_ registry: Registry, awaiting keys: [ServiceKey]?) {
    self.registry = registry
    awaitedKeys = keys ?? []
    super.init(by: keys == nil ? Thread.current.party : Party())
    WaitGraph.state.withLock { $0.closes.append(self) }
  }

  /// Lets those who wait for the end go on.
  func finish() {
    // Released outside the lock.
    _ = WaitGraph.change { state, woken -> Close? in
      for wait in end() { woken.append(wait.release(.lookAgain)) }
      return state.closes.firstIndex { $0 === self }.map { state.closes.remove(at: $0) }
    }
  }

  /// Those of some registries that the calling code is no part of.
  static func running(in registries: some Sequence<Registry>) -> [Close] {
    let all = WaitGraph.state.withLock { $0.closes }
    return all.filter { close in registries.contains { $0 === close.registry } && !close.isAroundCaller }
  }

  /// Whether the calling code is an action of a close.
  static var isInside: Bool {
    let party = Thread.current.party
    return ofTask != nil || WaitGraph.state.withLock { $0.closes.contains { $0.party === party } }
  }

  /// What the running task closes, the innermost first.
  private static var chain: [Close] { ofTask.map { Array(sequence(first: $0, next: \.outer)) } ?? [] }

  private var isAroundCaller: Bool {
    party === Thread.current.party || Close.chain.contains { $0 === self }
  }
}
