/// A close that runs.
final class Close: Sendable {
  /// The close whose action runs.
  @TaskLocal static var around: Close?

  private struct State {
    var isOver = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }
  private let state = Guarded(State())
  private let outer = Close.around

  /// The close is over: who waits for it goes on.
  func finish(_ registry: Registry) {
    let waiters = state.withLock { state in
      state.isOver = true
      return exchange(&state.waiters, with: [])
    }
    for waiter in waiters { waiter.resume() }
    // Released outside the lock.
    _ = registry.changeParticulars { exchange(&$0.close, with: nil) }
  }
  func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isOver { state.waiters.append(continuation) }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }
  }
  static func isAround(_ close: Close) -> Bool {
    around.map { sequence(first: $0, next: \.outer).contains { $0 === close } } ?? false
  }
}
