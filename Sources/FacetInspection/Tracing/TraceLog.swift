import Facet
import FacetGraph

/// Writes the events in the format that the trace viewers of browsers and Perfetto open.
///
/// ```swift
/// let log = TraceLog { text in file.write(Data(text.utf8)) }
/// let trace = container.trace(log)
/// startApplication()
/// trace.stop()
/// log.end()
/// ```
///
/// The text is a JSON array with one event in each line, and is passed on as it comes: nothing is kept but what comes while another
/// thread writes, which that thread writes next.
public final class TraceLog: Tracer {
  fileprivate struct State {
    var hasBegun = false
    var hasEnded = false
    /// What waits for the thread that writes, in order.
    var waiting: [String] = []
    var isWriting = false
  }

  private let state = Guarded(State())
  private let write: @Sendable (String) -> Void
  private let start = ContinuousClock.now

  /// Makes a log.
  ///
  /// - Parameter write: receives the pieces of the text, one at a time, each a whole line; not in order of their times if several
  ///   threads resolve, which viewers do not mind.
  public init(_ write: @escaping @Sendable (String) -> Void) {
    self.write = write
  }

  /// Writes the event.
  public func receive(_ event: TraceEvent) {
    let line = line(for: event, at: ContinuousClock.now - start)
    pass { state in state.separator.map { $0 + line } }
  }

  /// Writes the end of the array; viewers open the text without it as well.
  public func end() {
    pass { state in
      if state.hasEnded { return nil }
      state.hasEnded = true
      return state.hasBegun ? "\n]\n" : "[]\n"
    }
  }

  /// Hands a text to the closure, after those of other threads.
  private func pass(_ next: (inout State) -> String?) {
    let isWriter = state.withLock { state in
      guard let text = next(&state) else { return false }
      state.waiting.append(text)
      if state.isWriting { return false }
      state.isWriting = true
      return true
    }
    guard isWriter else { return }
    // The closure is the user's: called outside the lock, by one thread until nothing waits.
    while case let texts = state.withLock({ $0.takeWaiting() }), !texts.isEmpty { texts.forEach(write) }
  }

  private func line(for event: TraceEvent, at time: Duration) -> String {
    let name = JSONText.quoted(ProblemNames([event.key]).step(event.key))
    let common =
      "\"name\":\(name),\"cat\":\"resolve\",\"pid\":1,\"tid\":\(event.thread),\"ts\":\(microseconds(time))"
    switch event.phase {
    case .began: return "{\"ph\":\"B\",\(common)}"
    case .ended(let outcome, _): return "{\"ph\":\"E\",\(common),\"args\":{\"outcome\":\"\(outcome)\"}}"
    }
  }

  private func microseconds(_ time: Duration) -> String {
    let nanoseconds = time.components.seconds * 1_000_000_000 + time.components.attoseconds / 1_000_000_000
    let rest = "\(nanoseconds % 1_000)"
    return "\(nanoseconds / 1_000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }
}

extension TraceLog.State {
  /// What is to be written next; if there is nothing, the next text finds nobody who writes.
  fileprivate mutating func takeWaiting() -> [String] {
    let texts = waiting
    waiting = []
    isWriting = !texts.isEmpty
    return texts
  }

  /// What stands before the next line; `nil` after the end.
  fileprivate var separator: String? {
    mutating get {
      if hasEnded { return nil }
      defer { hasBegun = true }
      return hasBegun ? ",\n" : "[\n"
    }
  }
}
