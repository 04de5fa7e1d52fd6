import Synchronization

/// Releases what concurrent readers may still see, as soon as none of them can.
///
/// Readers of a registry take no lock and count no references. They say that they are inside (`Presence.enter`), follow
/// atomic pointers, and say that they are out (`Presence.leave`). A writer first unlinks an object, so that no later
/// reader can find it, and then retires it. A retired object carries the time on `clock` at which it was unlinked;
/// it is released when every reader that is inside entered later.
///
/// Why that is safe: entering stores the time before the first pointer is loaded, unlinking precedes the advance of
/// the clock, and all of these are sequentially consistent. So a reader that the scan does not see as inside loads its
/// pointers after the unlinking, and a reader whose time is later than the object's has seen the unlinking too.
///
/// The last reader that may have seen an object releases it as it leaves; should it leave at the very moment of the
/// retirement, the next retirement does.
///
/// Objects are released outside the lock: their `deinit` is user code.
enum Reclamation {
  /// One thread's mark that it may hold pointers into registries.
  ///
  /// Never freed; a later thread takes it over.
  struct Presence: ~Copyable {
    /// The time of entry, zero outside.
    private let entry = Atomic<UInt>(0)
    /// The common clock, which advances with each retirement.
    private let clock: UnsafePointer<Atomic<UInt>>

    fileprivate init(clock: UnsafePointer<Atomic<UInt>>) {
      self.clock = clock
    }

    @inline(__always)
    func enter() {
      entry.store(clock.pointee.load(ordering: .acquiring), ordering: .sequentiallyConsistent)
    }

    /// Says whether to `collect`: only who may have held something back has to look after it.
    @inline(__always)
    func leave() -> Bool {
      let time = entry.load(ordering: .relaxed)
      entry.store(0, ordering: .releasing)
      return clock.pointee.load(ordering: .relaxed) != time
    }

    fileprivate var time: UInt { entry.load(ordering: .sequentiallyConsistent) }
  }

  fileprivate struct State {
    var presences: [UnsafeMutablePointer<Presence>] = []
    var retired = RetiredQueue()
  }

  /// On cache lines of its own: every reader reads it.
  private static nonisolated(unsafe) let clock: UnsafePointer<Atomic<UInt>> = {
    let clock = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 128)
      .bindMemory(to: Atomic<UInt>.self, capacity: 1)
    clock.initialize(to: Atomic(1))
    return UnsafePointer(clock)
  }()
  private static let state = Guarded(State())
  private static let isMissed = Atomic<Bool>(false)

  static func makePresence() -> UnsafeMutablePointer<Presence> {
    // On cache lines of its own: its thread writes it at every resolve.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 128)
    let presence = memory.bindMemory(to: Presence.self, capacity: 1)
    presence.initialize(to: Presence(clock: clock))
    state.withLock { $0.presences.append(presence) }
    return presence
  }

  /// Takes over an object that has been unlinked, and releases it once no reader can hold it.
  static func retire(_ object: AnyObject) {
    let unseen = state.withLock { state in
      // Within the lock, so that the queue is in the order of time.
      let time = clock.pointee.wrappingAdd(1, ordering: .sequentiallyConsistent).oldValue
      state.retired.append(object, time)
      return state.takeUnseen()
    }
    _ = consume unseen
    lookAgainIfMissed()
  }

  /// Releases what nobody can see any more.
  ///
  /// A reader does not wait for another thread that is about to do the same: it leaves word, and that one looks again.
  static func collect() {
    var unseen = state.withLockIfAvailable { $0.takeUnseen() }
    if unseen == nil {
      isMissed.store(true, ordering: .sequentiallyConsistent)
      // The lock may have come free before the word was left.
      unseen = state.withLockIfAvailable { $0.takeUnseen() }
    }
    guard unseen != nil else { return }
    unseen = nil
    lookAgainIfMissed()
  }

  private static func lookAgainIfMissed() {
    guard isMissed.load(ordering: .sequentiallyConsistent) else { return }
    isMissed.store(false, ordering: .sequentiallyConsistent)
    _ = state.withLockIfAvailable { $0.takeUnseen() }
  }
}

extension Reclamation.State {
  /// Takes out the objects that every reader inside entered too late to see.
  fileprivate mutating func takeUnseen() -> [AnyObject] {
    guard !retired.isEmpty else { return [] }
    // A reader that is inside for long keeps the queue, but costs no more than this look at the threads.
    var oldest = UInt.max
    for presence in presences {
      let time = presence.pointee.time
      if time != 0 { oldest = min(oldest, time) }
    }
    return retired.takeAll(before: oldest)
  }
}

/// Retired objects in the order of time.
private struct RetiredQueue {
  private var items: [(object: AnyObject?, time: UInt)] = []
  /// How many of the items have been taken.
  private var takenCount = 0

  var isEmpty: Bool { items.isEmpty }

  mutating func append(_ object: AnyObject, _ time: UInt) {
    items.append((object, time))
  }

  mutating func takeAll(before time: UInt) -> [AnyObject] {
    var taken: [AnyObject] = []
    while takenCount < items.count, items[takenCount].time < time {
      if let object = items[takenCount].object { taken.append(object) }
      items[takenCount].object = nil
      takenCount += 1
    }
    // At a half, so that an item is moved once on average.
    if takenCount * 2 >= items.count {
      items.removeFirst(takenCount)
      takenCount = 0
    }
    return taken
  }
}
