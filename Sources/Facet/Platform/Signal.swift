internal import FacetPlatform

/// An event that happens once: threads wait for it, and another thread sends it.
@safe
final class Signal: @unchecked Sendable {
  // Unchecked: the event has a lock of its own.
  private let event = unsafe facet_event_make()!

  deinit { unsafe facet_event_end(event) }

  func send() { unsafe facet_event_send(event) }
  func wait() {
    if unsafe facet_event_wait(event) == 0 { stop("A platform without threads cannot wait.") }
  }
}
