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
/// Objects are released outside the lock: their `deinit` is user code.
enum Reclamation {
  /// One thread's mark that it may hold pointers into registries. Never freed; a later thread takes it over.
  struct Presence: ~Copyable {
    /// The time of entry, zero outside.
    private let entry = Atomic<UInt>(0)

    @inline(__always)
    func enter() {
      entry.store(clock.load(ordering: .acquiring), ordering: .sequentiallyConsistent)
    }

    @inline(__always)
    func leave() {
      let time = entry.load(ordering: .relaxed)
      entry.store(0, ordering: .releasing)
      // Only who may have held something back has to look after it.
      if time <= lastRetirement.load(ordering: .relaxed) { collect() }
    }

    fileprivate var time: UInt { entry.load(ordering: .sequentiallyConsistent) }
  }

  private struct State {
    var presences: [UnsafeMutablePointer<Presence>] = []
    var retired: [(object: AnyObject, time: UInt)] = []
  }

  private static let clock = Atomic<UInt>(1)
  private static let lastRetirement = Atomic<UInt>(0)
  private static let state = Guarded(State())

  static func makePresence() -> UnsafeMutablePointer<Presence> {
    let presence = UnsafeMutablePointer<Presence>.allocate(capacity: 1)
    presence.initialize(to: Presence())
    state.withLock { $0.presences.append(presence) }
    return presence
  }

  /// Takes over an object that has been unlinked, and releases it once no reader can hold it.
  static func retire(_ object: AnyObject) {
    let time = clock.wrappingAdd(1, ordering: .sequentiallyConsistent).oldValue
    state.withLock { $0.retired.append((object, time)) }
    lastRetirement.store(time, ordering: .sequentiallyConsistent)
    collect()
  }

  private static func collect() {
    let released = state.withLock { state -> [AnyObject] in
      guard !state.retired.isEmpty else { return [] }
      var oldest = UInt.max
      for presence in state.presences {
        let time = presence.pointee.time
        if time != 0 { oldest = min(oldest, time) }
      }
      var released: [AnyObject] = []
      state.retired.removeAll { item in
        guard item.time < oldest else { return false }
        released.append(item.object)
        return true
      }
      return released
    }
    _ = consume released
  }
}
