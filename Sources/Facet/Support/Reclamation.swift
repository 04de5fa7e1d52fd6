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
    // Never freed; a later thread takes the reader over.
    private let presence: UnsafePointer<Presence>
    /// The common clock, which advances with each retirement.
    private let clock: UnsafePointer<Atomic<UInt>>
    private var time: UInt = 0

    fileprivate init(presence: UnsafePointer<Presence>, clock: UnsafePointer<Atomic<UInt>>) {
      self.presence = presence
      self.clock = clock
    }

    @inline(__always)
    mutating func enter() {
      time = clock.pointee.load(ordering: .acquiring)
      presence.pointee.time.store(time, ordering: .sequentiallyConsistent)
    }

    /// Says whether to `collect`: who has held something back has to look after it.
    @inline(__always)
    func leave() -> Bool {
      let isMarked = presence.pointee.time.load(ordering: .relaxed) != time
      presence.pointee.time.store(0, ordering: .releasing)
      return isMarked
    }
  }

  /// All that other threads see of a reader.
  fileprivate struct Presence: ~Copyable {
    /// The time of entry, zero outside; other threads mark it where something is held back for the reader.
    let time = Atomic<UInt>(0)
    /// The reader that was made before.
    let next: UnsafePointer<Presence>?
  }

  fileprivate struct State {
    var newestReader: UnsafePointer<Presence>?
    var retired = RetiredQueue()
  }

  /// On cache lines of its own: every reader reads it.
  private static nonisolated(unsafe) let clock = makeLone(Atomic<UInt>(Reclamation.tick))
  /// Times are even: the lowest bit of a presence is the mark.
  fileprivate static let tick: UInt = 2
  fileprivate static let mark: UInt = 1

  private static let state = Guarded(State())
  private static let isMissed = Atomic<Bool>(false)

  static func makeReader() -> Reader {
    // On cache lines of its own: its thread writes it at every resolve.
    let presence = state.withLock { state in
      let presence = makeLone(Presence(next: state.newestReader))
      state.newestReader = presence
      return presence
    }
    return Reader(presence: presence, clock: clock)
  }

  private static func makeLone<Value: ~Copyable>(_ value: consuming Value) -> UnsafePointer<Value> {
    let place = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 128)
      .bindMemory(to: Value.self, capacity: 1)
    place.initialize(to: value)
    return UnsafePointer(place)
  }

  /// Takes over an object that has been unlinked, and releases it once no reader can hold it.
  static func retire(_ object: AnyObject) {
    var unseen = state.withLock { state in
      // Within the lock, so that the queue is in the order of time.
      let time = clock.pointee.wrappingAdd(tick, ordering: .sequentiallyConsistent).oldValue
      state.retired.append(object, time)
      return state.takeUnseen()
    }
    unseen.releaseAll()
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
    unseen?.releaseAll()
    lookAgainIfMissed()
  }

  private static func lookAgainIfMissed() {
    guard isMissed.load(ordering: .sequentiallyConsistent) else { return }
    isMissed.store(false, ordering: .sequentiallyConsistent)
    var unseen = state.withLockIfAvailable { $0.takeUnseen() }
    unseen?.releaseAll()
  }
}

extension Reclamation.State {
  /// Takes out the objects that every reader inside entered too late to see.
  fileprivate mutating func takeUnseen() -> RetiredQueue {
    guard let newest = retired.lastTime else { return RetiredQueue() }
    // A reader that is inside for long keeps the queue, but costs no more than this look at the threads.
    var oldest = UInt.max
    forEachReader { presence in
      let time = presence.load(ordering: .sequentiallyConsistent) & ~Reclamation.mark
      if time != 0 { oldest = min(oldest, time) }
    }
    let unseen = retired.takeAll(before: oldest)
    if !retired.isEmpty { markReaders(upTo: newest) }
    return unseen
  }

  /// Marks the readers that hold something back.
  private func markReaders(upTo last: UInt) {
    forEachReader { presence in
      let time = presence.load(ordering: .relaxed)
      guard time != 0, time & Reclamation.mark == 0, time <= last else { return }
      _ = presence.compareExchange(
        expected: time, desired: time | Reclamation.mark, ordering: .relaxed)
    }
  }

  @inline(__always)
  private func forEachReader(_ body: (borrowing Atomic<UInt>) -> Void) {
    var reader = newestReader
    while let presence = reader {
      body(presence.pointee.time)
      reader = presence.pointee.next
    }
  }
}

/// Retired objects in the order of time: a linked list, for it is cut at the front and releases all of its nodes.
private struct RetiredQueue {
  private final class Node {
    let object: AnyObject
    let time: UInt
    var next: Node?

    init(_ object: AnyObject, _ time: UInt) {
      self.object = object
      self.time = time
    }
  }

  private var first: Node?
  private var last: Node?

  var isEmpty: Bool { first == nil }

  /// The time of the newest object.
  var lastTime: UInt? { last?.time }

  mutating func append(_ object: AnyObject, _ time: UInt) {
    let node = Node(object, time)
    if let last { last.next = node } else { first = node }
    last = node
  }

  mutating func takeAll(before time: UInt) -> RetiredQueue {
    var taken = RetiredQueue()
    while let node = first, node.time < time {
      if taken.first == nil { taken.first = node }
      taken.last = node
      first = node.next
    }
    taken.last?.next = nil
    if first == nil { last = nil }
    return taken
  }

  /// Releases the objects from the first to the last, one by one: a list of any length is fine.
  mutating func releaseAll() {
    last = nil
    while let node = first { first = node.next }
  }
}
