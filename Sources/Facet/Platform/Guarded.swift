import Synchronization

/// State behind a lock: one thread at a time uses it.
///
/// User code never runs in `withLock`. Take out what is needed, leave, and call the user code outside. Release what
/// user code may own outside, too: its `deinit` is user code.
package struct Guarded<State>: ~Copyable, @unchecked Sendable {
  // Unchecked: `State` need not be sendable. No closure given to `withLock` lets a part of it escape that another
  // thread could change.
  private let mutex: Mutex<State>
  /// Read first and written last by each who holds the lock.
  ///
  /// On Linux the standard library is not instrumented: ThreadSanitizer does not see the order that `Mutex` makes, and would
  /// report races that are none. It sees this one. Both instructions are plain ones on x86-64.
  private let order = Atomic(false)

  package init(_ initial: State) {
    nonisolated(unsafe) let initial = initial
    mutex = unsafe Mutex(initial)
  }

  package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    try mutex.withLock { state in
      _ = order.load(ordering: .acquiring)
      defer { order.store(true, ordering: .releasing) }
      nonisolated(unsafe) let result = try body(&state)
      return unsafe result
    }
  }

  /// Runs `body` if no other thread holds the lock; else does nothing and returns `nil`.
  func withLockIfAvailable<Result>(_ body: (inout State) throws -> Result) rethrows -> Result? {
    try mutex.withLockIfAvailable { state in
      _ = order.load(ordering: .acquiring)
      defer { order.store(true, ordering: .releasing) }
      nonisolated(unsafe) let result = try body(&state)
      return unsafe result
    }
  }
}

extension Guarded {
  // Out of line, so that a state that is only read and exchanged costs the code of its lock twice.

  var value: State {
    @inline(never) get { withLock { $0 } }
  }

  /// Gives the old state, to be released outside the lock.
  @inline(never)
  package func exchange(_ new: State) -> State {
    withLock { Swift.exchange(&$0, with: new) }
  }
}
