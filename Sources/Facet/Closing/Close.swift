/// A close that runs.
final class Close: @unchecked Sendable {
  // Unchecked: `waiters` is guarded by the lock of the registry that is closed.

  /// The close whose action runs.
  @TaskLocal static var around: Close?

  private let registry: Registry
  private let outer = Close.around
  private var waiters: [CheckedContinuation<Void, Never>] = []

  init(of registry: Registry) { self.registry = registry }

  /// The close is over: the tasks that wait for it go on.
  func finish() {
    let (waiters, _) = registry.changeParticulars { own in
      // Released outside the lock.
      (exchange(&self.waiters, with: []), exchange(&own.close, with: nil))
    }
    for waiter in waiters { waiter.resume() }
  }
  func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = registry.changeParticulars { own in
        if own.close === self { waiters.append(continuation) }
        return own.close !== self
      }
      if isOver { continuation.resume() }
    }
  }
  static func isAround(_ close: Close) -> Bool {
    around.map { sequence(first: $0, next: \.outer).contains { $0 === close } } ?? false
  }
}
