import Synchronization

/// Releases what concurrent readers may still see, as soon as none of them can.
///
/// Readers of a registry take no lock and count no references. They say that they are inside (`Reader.enter`), follow
/// atomic pointers, and say that they are out (`Reader.leave`). A writer first unlinks an object, so that no later
/// reader can find it, and then retires it. A retired object carries the time on `clock` at which it was unlinked;
/// it is released when every reader that is inside entered later.
///
/// Why that is safe: entering stores the time before the first pointer is loaded, unlinking precedes the advance of
/// the clock, and all of these are sequentially consistent. So a reader that the scan does not see as inside loads its
/// pointers after the unlinking, and a reader whose time is later than the object's has seen the unlinking too.
///
/// The last reader that may have seen an object releases it as it leaves: what holds an object back is marked. Should a
/// reader leave at the very moment of the mark, the next retirement does. So a reader that leaves looks at a word of its own,
/// and not at the clock, which a writer beside it has just changed.
///
/// Objects are released outside the lock: their `deinit` is user code.
enum Reclamation {
  /// One thread that follows pointers into registries.
  struct Reader {
    /// The time of entry, zero outside: all that other threads see of a reader.
    ///
    /// They mark it where something is held back for it. Never freed; a later thread takes the reader over.
    private let presence: UnsafePointer<Atomic<UInt>>
    /// The common clock, which advances with each retirement.
    private let clock: UnsafePointer<Atomic<UInt>>
    private var time: UInt = 0

    fileprivate init(presence: UnsafePointer<Atomic<UInt>>, clock: UnsafePointer<Atomic<UInt>>) {
      self.presence = presence
      self.clock = clock
    }

    @inline(__always)
    mutating func enter() {
      time = clock.pointee.load(ordering: .acquiring)
      presence.pointee.store(time, ordering: .sequentiallyConsistent)
    }

    /// Says whether to `collect`: who has held something back has to look after it.
    @inline(__always)
    func leave() -> Bool {
      let isMarked = presence.pointee.load(ordering: .relaxed) != time
      presence.pointee.store(0, ordering: .releasing)
      return isMarked
    }
  }

  fileprivate struct State {
    var presences: [UnsafePointer<Atomic<UInt>>] = []
    var retired = RetiredQueue()
  }

  /// On cache lines of its own: every reader reads it.
  private static nonisolated(unsafe) let clock = makeLoneAtomic(Reclamation.tick)
  /// Times are even: the lowest bit of a presence is the mark.
  fileprivate static let tick: UInt = 2
  fileprivate static let mark: UInt = 1

  private static let state = Guarded(State())
  private static let isMissed = Atomic<Bool>(false)

  static func makeReader() -> Reader {
    // On cache lines of its own: its thread writes it at every resolve.
    let presence = makeLoneAtomic(0)
    state.withLock { $0.presences.append(presence) }
    return Reader(presence: presence, clock: clock)
  }

  private static func makeLoneAtomic(_ value: UInt) -> UnsafePointer<Atomic<UInt>> {
    let atomic = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 128)
      .bindMemory(to: Atomic<UInt>.self, capacity: 1)
    atomic.initialize(to: Atomic(value))
    return UnsafePointer(atomic)
  }

  /// Takes over an object that has been unlinked, and releases it once no reader can hold it.
  static func retire(_ object: AnyObject) {
    let unseen = state.withLock { state in
      // Within the lock, so that the queue is in the order of time.
      let time = clock.pointee.wrappingAdd(tick, ordering: .sequentiallyConsistent).oldValue
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
      let time = presence.pointee.load(ordering: .sequentiallyConsistent) & ~Reclamation.mark
      if time != 0 { oldest = min(oldest, time) }
    }
    let unseen = retired.takeAll(before: oldest)
    if let last = retired.lastTime { markReaders(upTo: last) }
    return unseen
  }

  /// Marks the readers that hold something back.
  private func markReaders(upTo last: UInt) {
    for presence in presences {
      let time = presence.pointee.load(ordering: .relaxed)
      guard time != 0, time & Reclamation.mark == 0, time <= last else { continue }
      _ = presence.pointee.compareExchange(
        expected: time, desired: time | Reclamation.mark, ordering: .relaxed)
    }
  }
}

/// Retired objects in the order of time.
private struct RetiredQueue {
  private var items: [(object: AnyObject?, time: UInt)] = []
  /// How many of the items have been taken.
  private var takenCount = 0

  var isEmpty: Bool { items.isEmpty }

  /// The time of the newest item that is left.
  var lastTime: UInt? { items.last?.time }

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
