/// One running call of `close`.
///
/// The calls of its parents wait for it, so that children end first.
final class Close: Work, @unchecked Sendable {
  // Unchecked, like its superclass: its own properties never change.

  /// The close that the running task performs, if any: its actions may close a parent, which then does not
  /// wait for it.
  @TaskLocal static var ofTask: Close?

  private let registry: Registry
  /// The services that are disposed of with `await`.
  let awaitedKeys: [ServiceKey]
  private let outer = Close.ofTask

  /// Begins; `awaiting` are the services to dispose of, `nil` for a synchronous close.
  init(_ registry: Registry, awaiting keys: [ServiceKey]?) {
    self.registry = registry
    awaitedKeys = keys ?? []
    super.init(by: keys == nil ? Thread.current.party : Party())
    WaitGraph.state.withLock { $0.closes.append(self) }
  }

  /// Lets the waiting threads and tasks go on.
  func finish() {
    // Released outside the lock.
    _ = WaitGraph.change { state, woken -> Close? in
      for wait in end() { woken.append(wait.release(.lookAgain)) }
      return state.closes.firstIndex { $0 === self }.map { state.closes.remove(at: $0) }
    }
  }

  /// The running closes of some registries, without those that the calling code is a part of.
  static func running(in registries: some Sequence<Registry>) -> [Close] {
    let all = WaitGraph.state.withLock { $0.closes }
    return all.filter { close in registries.contains { $0 === close.registry } && !close.isAroundCaller }
  }

  /// Whether the calling code is an action of a close.
  static var isInside: Bool {
    let party = Thread.current.party
    return ofTask != nil || WaitGraph.state.withLock { $0.closes.contains { $0.party === party } }
  }

  /// The closes around the running task, the innermost first.
  private static var chain: [Close] { ofTask.map { Array(sequence(first: $0, next: \.outer)) } ?? [] }

  private var isAroundCaller: Bool {
    party === Thread.current.party || Close.chain.contains { $0 === self }
  }
}
