import Synchronization

/// State behind a lock: one thread at a time uses it.
///
/// User code never runs in `withLock`. Take out what is needed, leave, and call the user code outside. Release what
/// user code may own outside, too: its `deinit` is user code.
package struct Guarded<State>: ~Copyable, @unchecked Sendable {
  // Unchecked: `State` need not be sendable. No closure given to `withLock` lets a part of it escape that another
  // thread could change.
  private let lock = Lock()
  // What `Mutex` is made of: that has no lock out of line.
  private let cell: _Cell<State>

  package init(_ initial: State) {
    cell = _Cell(initial)
  }

  package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&cell._address.pointee)
  }

  /// Runs `body` if no other thread holds the lock; else does nothing and returns `nil`.
  func withLockIfAvailable<Result>(_ body: (inout State) throws -> Result) rethrows -> Result? {
    guard lock.lockIfAvailable() else { return nil }
    defer { lock.unlock() }
    return try body(&cell._address.pointee)
  }
}

extension Guarded {
  // Out of line, so that a state that is only read and exchanged costs the code of its lock twice.

  var value: State {
    @inline(never) get { withLock { $0 } }
  }

  /// Gives the old state, to be released outside the lock.
  @inline(never)
  func exchange(_ new: State) -> State {
    withLock { Swift.exchange(&$0, with: new) }
  }
}
