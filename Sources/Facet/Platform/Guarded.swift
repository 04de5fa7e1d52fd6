#if FACET_PTHREAD_LOCK && canImport(Glibc)
  import Glibc
#else
  import Synchronization
#endif

/// State that is touched by one thread at a time.
///
/// Never held while code of a user runs: take what is needed out, leave, and call outside.
struct Guarded<State>: ~Copyable, @unchecked Sendable {
  // Unchecked: `State` need not be sendable, because no closure given to `withLock` lets a part of it escape that
  // another thread could change.
  #if FACET_PTHREAD_LOCK && canImport(Glibc)
    // ThreadSanitizer does not see through `Mutex` on Linux, where the standard library is not instrumented, and
    // would report what the lock in fact orders. This stand-in is compiled in by `-Xswiftc -DFACET_PTHREAD_LOCK`.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let state = UnsafeMutablePointer<State>.allocate(capacity: 1)

    init(_ initial: State) {
      pthread_mutex_init(mutex, nil)
      state.initialize(to: initial)
    }

    deinit {
      state.deinitialize(count: 1)
      state.deallocate()
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&state.pointee)
    }

    /// Does nothing where another thread holds the lock.
    func withLockIfAvailable<Result>(_ body: (inout State) throws -> Result) rethrows -> Result? {
      guard pthread_mutex_trylock(mutex) == 0 else { return nil }
      defer { pthread_mutex_unlock(mutex) }
      return try body(&state.pointee)
    }
  #else
    private let mutex: Mutex<UncheckedBox<State>>

    init(_ initial: State) {
      mutex = Mutex(UncheckedBox(initial))
    }

    func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
      try mutex.withLock { box in UncheckedBox(try body(&box.value)) }.value
    }

    /// Does nothing where another thread holds the lock.
    func withLockIfAvailable<Result>(_ body: (inout State) throws -> Result) rethrows -> Result? {
      try mutex.withLockIfAvailable { box in UncheckedBox(try body(&box.value)) }?.value
    }
  #endif
}
