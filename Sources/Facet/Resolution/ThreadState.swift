import Synchronization

/// What one thread is resolving: the services that it is building, and the cycle that they belong to.
///
/// Belongs to its thread; only `wait` is shared, under the lock of `Flights`, and frames are read by other threads while
/// this one waits. Made at the first resolve of a thread, reached by one read of a thread-specific pointer, and handed to a
/// later thread when its own ends.
///
/// Functions that call user code take the address of this state and touch it field by field: the user's code comes
/// back here on the same thread.
struct ThreadState: ~Copyable {
  typealias Pointer = UnsafeMutablePointer<ThreadState>

  fileprivate var participant: Reclamation.Participant
  /// Whether a resolve, or a block that joins a cycle, encloses the running code.
  var isInside = false
  /// How many of these blocks enclose it.
  var blockCount = 0
  var cycle = Cycle()
  /// The identity under which the cycle's instances can be found after its end, made when somebody asks.
  var cycleIdentifier: GraphIdentifier?
  /// The place of the running cycle in `resting`.
  var cycleNumber = 0
  /// The cycles that rest while blocks join others, in the order of their beginning; `nil` for the running one.
  var resting: [RestingCycle?] = []
  /// The lowest frame of which a half-built shared instance was handed out; see `HalfBuilt`.
  var lowestHalfBuilt = Int.max
  /// Finished flights whose instances refer to a half-built one.
  var deferred: [Flight] = []
  /// Flights of other threads whose half-built instances were taken.
  var borrowed: [Flight] = []
  /// What the thread waits for.
  var wait: Flights.Wait?
  /// The stack on which the thread runs.
  var stack = Stack.unknown
  /// Whether a failure handler runs.
  var isReporting = false
  /// The registry that the program asked, if it has a parent; see `Request+Relatives`.
  var child: Unmanaged<Registry>?
  /// How many services that the container keeps are being built.
  var keptFrameCount = 0
  /// How many services are being built that outlive the cycle as long as somebody holds them.
  var weakFrameCount = 0
  /// What was handed out in the cycle and keeps its container; see `ContainerKeeper`.
  var keepers: [any ContainerKeeper] = []
  /// Above zero if there are keepers to forget: a number, so that a thread that leaves looks at it without a branch of its own.
  var keeperMark = 0
  /// Whether a service that the container keeps got another service of the cycle that was not built as a part of it.
  var isCaptured = false

  /// What it has to know while its resolves are observed.
  var observation = ThreadObservation()
  /// A number that no other living thread has.
  let number = ThreadState.count.wrappingAdd(1, ordering: .relaxed).oldValue

  private static let count = Atomic<Int>(1)

  /// Which of the types that were asked for are wrappers.
  var wrappers = WrapperCache()

  private(set) var frameCount = 0
  private var frameCapacity = 32
  private var frames = UnsafeMutablePointer<Frame>.allocate(capacity: 32)

  // Last, for a resolve seldom looks at them.

  /// Whether the running block is a part of an awaited build, and not for something that the container keeps.
  var isOutsideOfKept = false
  /// What a child's container completes, and a parent was given meanwhile.
  var loans: [Loan] = []
  /// The entries of the cycle that got something of it.
  var borrowers: [(entry: Int, record: Unmanaged<Record>)] = []
  /// An instance that was awaited, and is now kept where its scope says.
  var ready: Unmanaged<ReadyInstance>?
  /// Whether it is the first thread of the process, looked up at the first use.
  var isMainThread: Bool {
    mutating get {
      if let known = knownIsMainThread { return known }
      let isMainThread = MainThread.isCurrent
      knownIsMainThread = isMainThread
      return isMainThread
    }
  }
  private var knownIsMainThread: Bool?

  // MARK: - Threads

  static let local = ThreadLocal { pointer in
    guard let pointer: UnsafeMutableRawPointer = pointer else { return }
    idle.withLock { $0.append(pointer.assumingMemoryBound(to: ThreadState.self)) }
  }

  /// What ended threads left behind, for new ones.
  ///
  /// As many as there ever were threads at the same time.
  private static let idle = Guarded<[Pointer]>([])

  /// The state of the calling thread; out of line, for what is looked up at each resolve has `local` at hand.
  static var current: Pointer {
    @inline(never) get { current(local) }
  }

  /// The state of the calling thread, for callers that have `local` at hand: a global costs a call.
  @inline(__always)
  static func current(_ local: ThreadLocal) -> Pointer {
    guard let pointer = local.pointer else { return makeCurrent() }
    return pointer.assumingMemoryBound(to: ThreadState.self)
  }

  @inline(never)
  private static func makeCurrent() -> Pointer {
    let state =
      idle.withLock { $0.popLast() }
      ?? {
        // On cache lines of its own: its thread writes it at every resolve.
        let size = (MemoryLayout<ThreadState>.size + 127) / 128 * 128
        let new = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 128)
          .bindMemory(to: ThreadState.self, capacity: 1)
        new.initialize(to: ThreadState(participant: Reclamation.makeParticipant()))
        return new
      }()
    state.pointee.stack = Stack.current
    // The state may have been another thread's.
    state.pointee.knownIsMainThread = nil
    local.pointer = UnsafeMutableRawPointer(state)
    return state
  }

  private init(participant: Reclamation.Participant) {
    assert(_isPOD(Frame.self))
    self.participant = participant
  }

  // MARK: - Frames

  @inline(__always)
  mutating func push(_ frame: Frame) {
    if frameCount == frameCapacity { growFrames() }
    (frames + frameCount).initialize(to: frame)
    frameCount &+= 1
  }

  @inline(__always)
  mutating func pop() {
    assert(frameCount > 0)
    frameCount &-= 1
    if child != nil, frames[frameCount].depth > 0 { noteDepth() }
  }

  /// Keeps the depth of the frame that was left, for a later request for its service.
  @inline(never)
  private func noteDepth() {
    let frame = frames[frameCount]
    if frame.cycleNumber == cycleNumber, frame.entry >= 0, frame.entry < cycle.count {
      cycle.entry(frame.entry).pointee.depth = frame.depth
    }
  }

  @inline(__always)
  func frame(_ index: Int) -> UnsafeMutablePointer<Frame> {
    assert(index >= 0 && index < frameCount, "A frame that is not on the stack")
    return frames + index
  }

  @inline(never)
  private mutating func growFrames() {
    let larger = UnsafeMutablePointer<Frame>.allocate(capacity: frameCapacity * 2)
    larger.moveInitialize(from: frames, count: frameCount)
    frames.deallocate()
    frames = larger
    frameCapacity *= 2
  }

  /// The keys from the one that the program asked for to the one that is being built.
  var path: [ServiceKey] {
    (0..<frameCount).map { frames[$0].registration.takeUnretainedValue().key }
  }
}

/// What the calling thread builds and completes right now.
package enum RunningPath {
  /// The keys from the one that the program asked for to the one that is being built.
  package static var keys: [ServiceKey] { ThreadState.current.pointee.path }
}

// MARK: - Entering and leaving

extension UnsafeMutablePointer<ThreadState> {
  /// Begins the outermost resolve or block, which asks a registry.
  @inline(__always)
  func enter(asking registry: Registry?) {
    pointee.participant.enter()
    pointee.isInside = true
    // Valid until the thread leaves, for it is a participant; and set anew before it is looked at again.
    pointee.child = registry.flatMap { $0.parent == nil ? nil : .passUnretained($0) }
  }

  /// Ends the outermost resolve or block, and with it the cycle.
  @inline(__always)
  func leave() {
    if pointee.cycle.count | pointee.keeperMark > 0 || pointee.cycleIdentifier != nil { endCycle() }
    pointee.isInside = false
    if pointee.participant.leave() { Reclamation.collect() }
  }

  /// Runs `body`, which asks a registry, in the running cycle, or in one that ends with it.
  func inOneCycle<Result>(asking registry: Registry?, _ body: () throws -> Result) rethrows -> Result {
    let isOutermost = beginBlock(asking: registry)
    defer { endBlock(isOutermost: isOutermost) }
    return try body()
  }

  /// Says whether the block is the outermost thing of its cycle.
  @inline(never)
  private func beginBlock(asking registry: Registry?) -> Bool {
    let isOutermost = !pointee.isInside
    if isOutermost { enter(asking: registry) }
    pointee.blockCount += 1
    return isOutermost
  }

  @inline(never)
  private func endBlock(isOutermost: Bool) {
    pointee.blockCount -= 1
    if isOutermost { leave() }
  }
}
