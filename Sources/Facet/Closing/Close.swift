/// A close that runs.
final class Close: @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock of the registry that is closed.

  /// The close whose action runs.
  @TaskLocal static var around: Close?

  let registry: Registry
  private let outer = Close.around
  /// The services whose ends run in a task.
  var keys: [ServiceKey] = []
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
