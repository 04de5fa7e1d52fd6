import Synchronization

/// A thread that resolves: its services under construction, and their cycle.
///
/// The state belongs to its thread. Only `party` is shared; other threads read the frames under the lock of `WaitGraph`, while this thread
/// waits. The state is made at the first resolve of a thread. One read of a thread-specific pointer finds it. It passes to a later thread when
/// its own thread ends.
///
/// Functions that call user code hold a thread, and touch its state field by field, because user code comes back here on the same thread.
@safe
struct Thread: Equatable, Sendable {
  private let pinned: Pinned<ThreadState>

  @inline(__always)
  var state: ThreadState {
    @inline(__always) _read { yield pinned.value }
    @inline(__always) nonmutating _modify { yield &pinned.value }
  }

  // MARK: - Threads

  static let local = unsafe ThreadLocal { kept in
    guard let pinned = unsafe Pinned<ThreadState>(at: kept) else { return }
    idle.withLock { $0.append(Thread(pinned: pinned)) }
  }

  /// The states of ended threads, for new threads: as many as the most threads at the same time.
  private static let idle = Guarded<[Thread]>([])

  /// All states that were ever made, by their numbers.
  private static let all = Guarded<[Int: Thread]>([:])

  /// The waiting party of the thread with a number.
  static func party(of number: Int) -> Party? { all.withLock { $0[number] }?.party }

  /// The calling thread.
  static var current: Thread {
    @inline(never) get { current(local) }
  }

  /// The calling thread, for callers that have `local`: a global costs a call.
  @inline(__always)
  static func current(_ local: ThreadLocal) -> Thread {
    guard let pinned = unsafe Pinned<ThreadState>(at: local.pointer) else { return makeCurrent() }
    return Thread(pinned: pinned)
  }

  @inline(never)
  private static func makeCurrent() -> Thread {
    let thread = idle.withLock { $0.popLast() } ?? Thread(pinned: Pinned(ThreadState()))
    thread.state.begin(thread)
    all.withLock { $0[thread.number] = thread }
    unsafe local.pointer = thread.pinned.kept
    return thread
  }

  var number: Int { state.number }

  /// The waiting party of this thread.
  var party: Party { state.party! }

  /// Whether it is the first thread of the process, determined at the first use.
  var isMainThread: Bool {
    if let known = state.isMainThread { return known }
    let isMainThread = MainThread.isCurrent
    state.isMainThread = isMainThread
    return isMainThread
  }
}

/// The state of one resolving thread.
struct ThreadState: ~Copyable {
  fileprivate var participant = Reclamation.makeParticipant()
  /// Whether a resolve or a block that joins a cycle encloses the running code.
  var isInside = false
  /// How many of these blocks enclose it.
  var blockCount = 0
  var cycle = Cycle()
  /// The identity under which the cycle's instances can be found after its end, made at its first use.
  var cycleIdentifier: GraphIdentifier?
  /// The place of the running cycle in `resting`.
  var cycleNumber = 0
  /// The services under construction, the outermost first.
  var frames = Chunks<Frame>()
  /// The stack on which the thread runs.
  var stack = Stack.unknown
  /// The registry of the top-level resolve, if it is below the one that the cycle knows; see `Relatives`.
  var child: Borrowed<Registry>?
  /// How many services that the container keeps are under construction.
  var keptFrameCount = 0
  /// The resting cycles while blocks join others, in the order of their beginning; `nil` for the running one.
  var resting: [RestingCycle?] = []
  /// The results that the thread built on something half-built; see `HalfBuilt`.
  var halfBuilt = HalfBuilt()
  /// The needs of services of the cycle that must end in order.
  var cycleNeeds = CycleNeeds()
  /// Whether there are any such needs: one check at the end of a cycle.
  var hasNeeds = false
  /// The lazy in use, if its use must be noted.
  var usedLazy: UsedLazy?
  /// Whether a failure handler runs.
  var isReporting = false
  /// How many resolves with hooks run.
  var hookDepth = 0
  /// Which of the requested types are wrappers.
  var wrappers = WrapperCache()
  /// A unique number among living threads.
  let number = ThreadState.count.wrappingAdd(1, ordering: .relaxed).oldValue
  fileprivate var party: Party?
  fileprivate var isMainThread: Bool?

  private static let count = Atomic<Int>(1)

  /// Takes over the state for a thread.
  fileprivate mutating func begin(_ thread: Thread) {
    stack = Stack.current
    if party == nil { party = Party(thread) }
    // The state may have belonged to another thread.
    isMainThread = nil
  }
}

// MARK: - Entering and leaving

extension Thread {
  /// Begins the outermost resolve or block, which asks a registry.
  @inline(__always)
  func enter(asking registry: Registry?) {
    state.participant.enter()
    state.isInside = true
    // Valid until the thread leaves, because it is a participant; set again before the next read.
    state.child = nil
    if let registry, registry.parent != nil { noteChild(registry) }
  }

  @inline(never)
  private func noteChild(_ registry: Registry) {
    let owner = registry.graphOwner
    if owner.read({ $0.parent != nil }) { state.child = owner }
  }

  /// Ends the outermost resolve or block, and with it the cycle.
  @inline(__always)
  func leave() {
    if state.cycle.count > 0 || state.cycleIdentifier != nil || state.hasNeeds { endCycle() }
    state.isInside = false
    if state.participant.leave() { Reclamation.collect() }
  }

  /// Runs `body`, which asks a registry, in the running cycle, or in a cycle that ends with it.
  func inOneCycle<Result, Failure: Error>(
    asking registry: Registry?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let isOutermost = beginBlock(asking: registry)
    defer { endBlock(isOutermost: isOutermost) }
    return try body()
  }

  /// Returns whether the block is the outermost part of its cycle.
  @inline(never)
  private func beginBlock(asking registry: Registry?) -> Bool {
    let isOutermost = !state.isInside
    if isOutermost { enter(asking: registry) }
    state.blockCount += 1
    return isOutermost
  }

  @inline(never)
  private func endBlock(isOutermost: Bool) {
    state.blockCount -= 1
    if isOutermost { leave() }
  }
}

/// The services that the calling thread builds and completes right now.
package enum RunningPath {
  /// The keys from the top-level resolve to the service under construction.
  package static var keys: [ServiceKey] { Thread.current.path.map(\.key) }
}
