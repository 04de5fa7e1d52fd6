internal import FacetPlatform

/// State behind four locks: who only reads it takes one of them, who changes it takes all.
///
/// So threads that read at the same time seldom meet. The same rules hold as for `Guarded`.
@safe
struct Striped<State: ~Copyable>: ~Copyable, @unchecked Sendable {
  // Unchecked: the state is used only with a lock.
  private let locks: UnsafeMutableRawPointer
  private let state: UnsafeMutablePointer<State>
  /// Each lock has a cache line of its own, or they would slow one another down.
  private static var stride: Int { 128 }

  init(_ initial: consuming State) {
    unsafe locks = .allocate(byteCount: 4 * Striped.stride, alignment: Striped.stride)
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: initial)
    for place in 0..<4 { unsafe facet_lock_make(bound(place)) }
  }
  deinit {
    for place in 0..<4 { unsafe facet_lock_end(lock(place)) }
    unsafe locks.deallocate()
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }
  private func bound(_ place: Int) -> UnsafeMutablePointer<facet_lock> {
    unsafe (locks + place * Striped.stride).bindMemory(to: facet_lock.self, capacity: 1)
  }
  @inline(__always)
  private func lock(_ place: Int) -> UnsafeMutablePointer<facet_lock> {
    unsafe (locks + place * Striped.stride).assumingMemoryBound(to: facet_lock.self)
  }

  /// Runs `body`, which must not change anything that the lock guards.
  ///
  /// Threads that give different numbers seldom meet.
  @inline(__always)
  func read<Result>(_ stripe: Int = 0, _ body: (borrowing State) -> Result) -> Result {
    let lock = unsafe lock(stripe & 3)
    unsafe facet_lock_take(lock)
    let result = unsafe body(state.pointee)
    withExtendedLifetime(result) { unsafe facet_lock_give(lock) }
    return result
  }
  /// Call it with the lock.
  @inline(__always)
  func whileLocked<Result>(_ body: (borrowing State) -> Result) -> Result { unsafe body(state.pointee) }

  @inline(__always)
  func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    takeAll()
    let result = unsafe body(&state.pointee)
    // As in `Guarded`: an unused result is not released before the locks are given back.
    withExtendedLifetime(result) { giveAll() }
    return result
  }
  // Out of line, so that their code is there once.
  @inline(never)
  private func takeAll() { for place in 0..<4 { unsafe facet_lock_take(lock(place)) } }
  @inline(never)
  private func giveAll() { for place in 0..<4 { unsafe facet_lock_give(lock(place)) } }
}
