import Facet
import FacetGraph

/// Writes events in the format of the trace viewers of browsers and of Perfetto.
///
/// ```swift
/// let log = TraceLog { text in file.write(Data(text.utf8)) }
/// let trace = container.trace(log)
/// startApplication()
/// trace.stop()
/// log.end()
/// ```
///
/// The text is a JSON array with one event in each line. The log passes each line on at once. If another thread is writing, the line
/// waits until that thread writes it.
public final class TraceLog: Tracer {
  fileprivate struct State {
    var hasBegun = false
    var hasEnded = false
    /// The texts that wait for the writing thread, in order.
    var waiting: [String] = []
    var isWriting = false
  }

  private let state = Guarded(State())
  private let write: @Sendable (String) -> Void
  private let start = ContinuousClock.now

  /// Makes a log.
  ///
  /// - Parameter write: receives the text in pieces, one at a time, each a whole line. If several threads resolve, the pieces may not be
  ///   in the order of their times; viewers accept that.
  public init(_ write: @escaping @Sendable (String) -> Void) {
    self.write = write
  }

  /// Writes the event.
  public func receive(_ event: TraceEvent) {
    let line = line(for: event, at: ContinuousClock.now - start)
    pass { state in state.separator.map { $0 + line } }
  }

  /// Writes the end of the array; viewers also open the text without the end.
  public func end() {
    pass { state in
      if state.hasEnded { return nil }
      state.hasEnded = true
      return state.hasBegun ? "\n]\n" : "[]\n"
    }
  }

  /// Passes a text to the closure, after the texts of other threads.
  private func pass(_ next: (inout State) -> String?) {
    let isWriter = state.withLock { state in
      guard let text = next(&state) else { return false }
      state.waiting.append(text)
      if state.isWriting { return false }
      state.isWriting = true
      return true
    }
    guard isWriter else { return }
    // The closure is user code: one thread calls it, outside the lock, until no text waits.
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
  /// The texts to write next; if there are none, the next text finds no writing thread.
  fileprivate mutating func takeWaiting() -> [String] {
    let texts = waiting
    waiting = []
    isWriting = !texts.isEmpty
    return texts
  }

  /// The text before the next line; `nil` after the end.
  fileprivate var separator: String? {
    mutating get {
      if hasEnded { return nil }
      defer { hasBegun = true }
      return hasBegun ? ",\n" : "[\n"
    }
  }
}
