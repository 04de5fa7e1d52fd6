internal import FacetPlatform

/// The address of what a thread keeps for itself.
///
/// A class would check at run time, at each change, that nobody else uses the property; the state of a thread is its own.
@safe
struct ThreadPointer<State: ~Copyable>: Equatable, @unchecked Sendable {
  // Unchecked: only the thread that it belongs to uses it.
  private let address: UnsafeMutablePointer<State>

  @inline(__always)
  var state: State {
    @inline(__always) _read { yield unsafe address.pointee }
    @inline(__always) nonmutating _modify { yield unsafe &address.pointee }
  }
  static func == (left: ThreadPointer, right: ThreadPointer) -> Bool { unsafe left.address == right.address }
}

extension ThreadPointer where State: ~Copyable {
  /// That of the calling thread.
  ///
  /// A process has one type of state.
  static var current: ThreadPointer? {
    @inline(__always) get {
      guard let kept = unsafe facet_thread_state() else { return nil }
      return unsafe ThreadPointer(address: kept.assumingMemoryBound(to: State.self))
    }
  }
  /// Makes that of the calling thread; `end` gets its address when the thread ends, and frees it.
  static func make(_ state: consuming State, end: @convention(c) (UnsafeMutableRawPointer?) -> Void)
    -> ThreadPointer
  {
    let address = UnsafeMutablePointer<State>.allocate(capacity: 1)
    unsafe address.initialize(to: state)
    guard unsafe facet_thread_keep(address, end) != 0 else {
      stop("The process has no thread-specific key left.")
    }
    return unsafe ThreadPointer(address: address)
  }
  static func free(_ address: UnsafeMutableRawPointer?) {
    guard let state = unsafe address?.assumingMemoryBound(to: State.self) else { return }
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }
}

enum MainThread {
  /// Whether the calling thread is the first one of the process; false if this cannot be known.
  ///
  /// Code on that thread is on the main actor, because the pool never uses the thread. On Linux the main actor may move to another
  /// thread, when the first one only waits.
  static var isCurrent: Bool { facet_thread_is_main() != 0 }
}

/// An event that happens once: threads wait for it, and another thread sends it.
@safe
final class Signal: @unchecked Sendable {
  // Unchecked: the event has a lock of its own.
  private let event = unsafe facet_event_make()!

  deinit { unsafe facet_event_end(event) }

  func send() { unsafe facet_event_send(event) }
  func wait() {
    if unsafe facet_event_wait(event, 0) == 0 { stop("A platform without threads cannot wait.") }
  }
  /// Returns whether the event was sent within so many seconds.
  func wait(seconds: Int) -> Bool { unsafe facet_event_wait(event, Int32(seconds)) != 0 }
}
