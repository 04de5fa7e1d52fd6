#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(WinSDK)
  import WinSDK
#endif

#if canImport(WinSDK)
  /// An event that happens once: threads wait for it, and another thread sends it.
  final class Signal: @unchecked Sendable {
    // Unchecked: `sent` is touched only while `lock` is held.
    private let lock = UnsafeMutablePointer<SRWLOCK>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<CONDITION_VARIABLE>.allocate(capacity: 1)
    private var sent = false

    init() {
      InitializeSRWLock(lock)
      InitializeConditionVariable(condition)
    }

    deinit {
      condition.deallocate()
      lock.deallocate()
    }

    func send() {
      AcquireSRWLockExclusive(lock)
      sent = true
      ReleaseSRWLockExclusive(lock)
      WakeAllConditionVariable(condition)
    }

    func wait() {
      AcquireSRWLockExclusive(lock)
      while !sent { SleepConditionVariableSRW(condition, lock, INFINITE, 0) }
      ReleaseSRWLockExclusive(lock)
    }
  }
#elseif os(WASI)
  /// An event that happens once.
  ///
  /// There is one thread, and it cannot wait for itself. So nothing waits here.
  final class Signal: Sendable {
    func send() {}
    func wait() { stop("A platform without threads cannot wait.") }
  }
#else
  /// An event that happens once: threads wait for it, and another thread sends it.
  @safe
  final class Signal: @unchecked Sendable {
    // Unchecked: `sent` is touched only while `mutex` is held.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var sent = false

    init() {
      unsafe pthread_mutex_init(mutex, nil)
      unsafe pthread_cond_init(condition, nil)
    }

    deinit {
      unsafe pthread_cond_destroy(condition)
      unsafe pthread_mutex_destroy(mutex)
      unsafe condition.deallocate()
      unsafe mutex.deallocate()
    }

    func send() {
      unsafe pthread_mutex_lock(mutex)
      sent = true
      unsafe pthread_cond_broadcast(condition)
      unsafe pthread_mutex_unlock(mutex)
    }

    func wait() {
      unsafe pthread_mutex_lock(mutex)
      while !sent { unsafe pthread_cond_wait(condition, mutex) }
      unsafe pthread_mutex_unlock(mutex)
    }
  }
#endif
