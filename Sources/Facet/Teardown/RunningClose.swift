/// One call of `close` that runs: those of its parents wait for it, so that children end first.
final class RunningClose: @unchecked Sendable {
  // Unchecked for the address of the thread's state, which is only compared.

  /// What the running task closes, if it does: its actions may close a parent, which does not wait for them.
  @TaskLocal static var ofTask: RunningClose?

  private static let all = Guarded<[RunningClose]>([])

  private let registry: Registry
  /// The thread that runs the actions, and has the turn meanwhile; `nil` if they are awaited.
  private let thread: ThreadState.Pointer?
  private let turn = Turn()
  /// What is disposed of by `await`.
  let awaitedKeys: [ServiceKey]
  /// What tasks wait for.
  let node = AsyncNode(enclosing: nil)
  private let outer = RunningClose.ofTask

  /// Begins; `awaiting` is what has to be disposed of, `nil` for a close that awaits nothing.
  @_optimize(size)
  init(_ registry: Registry, awaiting keys: [ServiceKey]?) {
    self.registry = registry
    thread = keys == nil ? ThreadState.current : nil
    awaitedKeys = keys ?? []
    if let thread { _ = turn.take(for: UInt(bitPattern: thread)) }
    RunningClose.all.withLock { $0.append(self) }
  }

  func end() {
    // Released outside the lock.
    _ = RunningClose.all.withLock { all in
      all.firstIndex { $0 === self }.map { all.remove(at: $0) }
    }
    if thread != nil { Flights.giveBack(turn, of: self) }
    AsyncFlights.end(node: node, .lookAgain)
  }

  /// Those of some registries that the calling code is no part of.
  @_optimize(size)
  static func running(in registries: some Sequence<Registry>) -> [RunningClose] {
    all.value.filter { running in registries.contains { $0 === running.registry } && !running.isAroundCaller }
  }

  /// Whether the calling code is an action of a close.
  static var isInside: Bool {
    let thread = ThreadState.current
    return ofTask != nil || all.value.contains { $0.thread == thread }
  }

  private var isAroundCaller: Bool {
    if thread == ThreadState.current { return true }
    var next = RunningClose.ofTask
    while let running = next {
      if running === self { return true }
      next = running.outer
    }
    return false
  }

  /// Waits for the end, unless that would be for ever: then the other thread waits for this one.
  func wait() {
    if case .taken = Flights.take(turn, of: self, ThreadState.current, isOptional: true) {
      Flights.giveBack(turn, of: self)
    }
  }
}
