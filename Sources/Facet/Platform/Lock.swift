#if FACET_PTHREAD_LOCK && canImport(Glibc)
  import Glibc
#else
  import Synchronization
#endif

/// A lock without state.
///
/// Out of line: on Linux the code of a mutex is more than a hundred bytes at each place where it is taken, and there are 180 of them.
struct Lock: ~Copyable, Sendable {
  #if FACET_PTHREAD_LOCK && canImport(Glibc)
    // On Linux the standard library is not instrumented, so ThreadSanitizer does not see the order that `Mutex`
    // makes, and reports races that are none. `-Xswiftc -DFACET_PTHREAD_LOCK` compiles this lock instead, which it
    // does see.
    nonisolated(unsafe) private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() { pthread_mutex_init(mutex, nil) }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    func lock() { pthread_mutex_lock(mutex) }

    func unlock() { pthread_mutex_unlock(mutex) }

    func lockIfAvailable() -> Bool { pthread_mutex_trylock(mutex) == 0 }
  #else
    private let mutex = Mutex(())

    @inline(never)
    func lock() { mutex._unsafeLock() }

    @inline(never)
    func unlock() { mutex._unsafeUnlock() }

    func lockIfAvailable() -> Bool { mutex._unsafeTryLock() }
  #endif
}
