internal import FacetPlatform

/// A size after which any state may follow.
///
/// The memory for locks is aligned for two words, and no state needs more.
private func aligned(_ size: Int) -> Int { (size + 15) / 16 * 16 }
private func isFit<State: ~Copyable>(_: State.Type) -> Bool {
  MemoryLayout<State>.alignment <= 2 * MemoryLayout<Int>.size
}

/// State behind a lock: only one thread uses it at a time.
///
/// User code never runs in `withLock`. Take out the needed values, leave, and call user code outside. Release objects that
/// user code may own outside too, because their `deinit` is user code.
@safe
package struct Guarded<State>: ~Copyable, @unchecked Sendable {
  // Unchecked: `State` need not be sendable. No closure given to `withLock` lets a part of it escape that another
  // thread could change.
  private let lock: UnsafeMutablePointer<facet_lock>
  private let state: UnsafeMutablePointer<State>

  package init(_ initial: State) {
    // The lock, and behind it the state, in one piece of memory.
    assert(isFit(State.self))
    let offset = aligned(facet_lock_size())
    // With a byte more, so that a state without a size is within it, too.
    let memory = unsafe facet_memory_take(offset + MemoryLayout<State>.size + 1)!
    unsafe lock = memory.bindMemory(to: facet_lock.self, capacity: 1)
    unsafe state = (memory + offset).bindMemory(to: State.self, capacity: 1)
    unsafe facet_lock_make(lock)
    unsafe state.initialize(to: initial)
  }
  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe facet_lock_end(lock)
    unsafe facet_memory_give(lock)
  }

  @inline(__always)
  package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe facet_lock_take(lock)
    let result: Result
    do throws(Failure) { result = try unsafe body(&state.pointee) } catch {
      unsafe facet_lock_give(lock)
      throw error
    }
    // An unused result lives until here: the optimizer would release what the state gave up while the lock is held.
    withExtendedLifetime(result) { unsafe facet_lock_give(lock) }
    return result
  }
}

extension Guarded {
  // Out of line, so that a state that is only read and exchanged has the code of its lock only twice.

  package var value: State {
    @inline(never) get { withLock { $0 } }
  }

  /// Returns the old state, to be released outside the lock.
  @inline(never)
  package func exchange(_ new: State) -> State {
    withLock { Swift.exchange(&$0, with: new) }
  }
}

/// State behind one lock or several: a reader takes one of them, a writer takes all.
///
/// So threads that read at the same time seldom meet. `Guarded` has the rules for what may run within. Beside it is a state that changes often and
/// is seldom read: the first lock guards that.
@safe
struct Striped<State: ~Copyable, Other: ~Copyable>: ~Copyable, @unchecked Sendable {
  // Unchecked: each state is used only with its lock.
  private let locks: UnsafeMutableRawPointer
  private let state: UnsafeMutablePointer<State>
  private let other: UnsafeMutablePointer<Other>
  /// The number of locks, a power of two, less one.
  private let mask: Int
  /// No two locks are in one cache line, or they would slow one another down.
  private static var stride: Int { 128 }

  init(_ initial: consuming State, beside other: consuming Other, count: Int) {
    mask = count - 1
    // The locks, and behind them the states, in one piece of memory.
    assert(isFit(State.self) && isFit(Other.self))
    let offset = aligned(count == 1 ? facet_lock_size() : count * Striped.stride)
    let end = offset + aligned(MemoryLayout<State>.size)
    unsafe locks = facet_memory_take(end + MemoryLayout<Other>.size + 1)!
    unsafe state = (locks + offset).bindMemory(to: State.self, capacity: 1)
    unsafe state.initialize(to: initial)
    unsafe self.other = (locks + end).bindMemory(to: Other.self, capacity: 1)
    unsafe self.other.initialize(to: other)
    for place in 0...mask {
      let lock = unsafe (locks + place * Striped.stride).bindMemory(to: facet_lock.self, capacity: 1)
      unsafe facet_lock_make(lock)
    }
  }
  deinit {
    for place in 0...mask { unsafe facet_lock_end(lock(place)) }
    unsafe state.deinitialize(count: 1)
    unsafe other.deinitialize(count: 1)
    unsafe facet_memory_give(locks)
  }
  @inline(__always)
  private func lock(_ place: Int) -> UnsafeMutablePointer<facet_lock> {
    unsafe (locks + place &* Striped.stride).assumingMemoryBound(to: facet_lock.self)
  }

  /// Runs `body`, which cannot change anything that the lock guards.
  ///
  /// Threads that give different numbers seldom meet.
  @inline(__always)
  func withReadLock<Result>(_ stripe: Int = 0, _ body: (borrowing State) -> Result) -> Result {
    let lock = unsafe lock(stripe & mask)
    unsafe facet_lock_take(lock)
    let result = unsafe body(state.pointee)
    withExtendedLifetime(result) { unsafe facet_lock_give(lock) }
    return result
  }
  @inline(__always)
  func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    lock()
    let result = unsafe body(&state.pointee)
    // As in `Guarded`: an unused result is not released before the locks are given back.
    withExtendedLifetime(result) { unlock() }
    return result
  }
  /// Uses the state between `lock` and `unlock`, for which the caller answers.
  @inline(__always)
  func whileLocked<Result>(_ body: (inout State) -> Result) -> Result { unsafe body(&state.pointee) }

  /// Uses the other state, with the first lock; so the state itself may be read.
  @inline(__always)
  func withFirstLock<Result>(_ body: (borrowing State, inout Other) -> Result) -> Result {
    let lock = unsafe lock(0)
    unsafe facet_lock_take(lock)
    let result = unsafe body(state.pointee, &other.pointee)
    withExtendedLifetime(result) { unsafe facet_lock_give(lock) }
    return result
  }
  /// Reads the other state while the first lock is held, for which the caller answers.
  @inline(__always)
  func otherWhileLocked<Result>(_ body: (borrowing Other) -> Result) -> Result { unsafe body(other.pointee) }

  // Out of line, so that their code is there once.
  @inline(never)
  func lock() { for place in 0...mask { unsafe facet_lock_take(lock(place)) } }
  @inline(never)
  func unlock() { for place in 0...mask { unsafe facet_lock_give(lock(place)) } }
}
