#if FACET_PTHREAD_LOCK && canImport(Glibc)
  import Glibc
#else
  import Synchronization
#endif

/// State behind a lock: one thread at a time uses it.
///
/// User code never runs in `withLock`. Take out what is needed, leave, and call the user code outside. Release what
/// user code may own outside, too: its `deinit` is user code.
package struct Guarded<State>: ~Copyable, @unchecked Sendable {
  // Unchecked: `State` need not be sendable. No closure given to `withLock` lets a part of it escape that another
  // thread could change.
  #if FACET_PTHREAD_LOCK && canImport(Glibc)
    // On Linux the standard library is not instrumented, so ThreadSanitizer does not see the order that `Mutex`
    // makes, and reports races that are none. `-Xswiftc -DFACET_PTHREAD_LOCK` compiles this lock instead, which it
    // does see.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let state = UnsafeMutablePointer<State>.allocate(capacity: 1)

    package init(_ initial: State) {
      pthread_mutex_init(mutex, nil)
      state.initialize(to: initial)
    }

    deinit {
      state.deinitialize(count: 1)
      state.deallocate()
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&state.pointee)
    }

    /// Runs `body` if no other thread holds the lock; else does nothing and returns `nil`.
    func withLockIfAvailable<Result>(_ body: (inout State) throws -> Result) rethrows -> Result? {
      guard pthread_mutex_trylock(mutex) == 0 else { return nil }
      defer { pthread_mutex_unlock(mutex) }
      return try body(&state.pointee)
    }
  #else
    private let mutex: Mutex<State>

    package init(_ initial: State) {
      nonisolated(unsafe) let initial = initial
      mutex = Mutex(initial)
    }

    package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
      try mutex.withLock { state in
        nonisolated(unsafe) let result = try body(&state)
        return result
      }
    }

    /// Runs `body` if no other thread holds the lock; else does nothing and returns `nil`.
    func withLockIfAvailable<Result>(_ body: (inout State) throws -> Result) rethrows -> Result? {
      try mutex.withLockIfAvailable { state in
        nonisolated(unsafe) let result = try body(&state)
        return result
      }
    }
  #endif
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
