import Foundation

/// Work on a thread of its own, and what comes of it.
///
/// A test arranges with it what the threads do: it lets one go on when the others are known to rest.
public final class ThreadRun<Result: Sendable>: @unchecked Sendable {
  // Unchecked: `outcome` and `place` are touched while `condition` is locked.
  private let condition = NSCondition()
  private var outcome: Result?
  private var place: String?

  /// Starts the work.
  ///
  /// - Parameters:
  ///   - stackSize: the size of the thread's stack in bytes.
  ///   - body: the work.
  public init(stackSize: Int = 8 << 20, _ body: @escaping @Sendable () -> Result) {
    let thread = Thread { [self] in
      set(place: ThreadState.place)
      let outcome = body()
      set(outcome: outcome)
    }
    thread.stackSize = stackSize
    thread.start()
  }

  private func set(place: String) {
    condition.lock()
    self.place = place
    condition.unlock()
  }

  private func set(outcome: Result) {
    condition.lock()
    self.outcome = outcome
    condition.broadcast()
    condition.unlock()
  }

  /// What came of the work; waits for its end, and gives `nil` if that takes too long.
  public var result: Result? { result(within: patience) }

  /// What came of the work.
  ///
  /// - Parameter seconds: how long to wait for its end.
  /// - Returns: the result, or `nil` if there is none in that time.
  func result(within seconds: TimeInterval) -> Result? {
    let end = Date(timeIntervalSinceNow: seconds)
    condition.lock()
    defer { condition.unlock() }
    while outcome == nil {
      guard condition.wait(until: end) else { break }
    }
    return outcome
  }

  /// Whether the work has ended.
  public var isOver: Bool {
    condition.lock()
    defer { condition.unlock() }
    return outcome != nil
  }

  /// Whether the thread rests: waits for another thread, at a gate or in a container.
  ///
  /// Waits until it either rests or has ended.
  public var rests: Bool {
    var quiet = 0
    for _ in 0..<Int(patience / 0.002) {
      if isOver { return false }
      condition.lock()
      let place = place
      condition.unlock()
      // A thread that only waits for a lock for a moment does not rest: it is looked at several times.
      quiet = place.map(ThreadState.isAsleep) == true ? quiet + 1 : 0
      if quiet == 8 { return !isOver }
      Thread.sleep(forTimeInterval: 0.002)
    }
    return false
  }
}

/// What the system says about a thread.
private enum ThreadState {
  #if os(Linux)
    /// Where the system tells about the calling thread.
    static var place: String {
      let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
      return "/proc/\(link ?? "thread-self")/stat"
    }

    /// The third word is `S` while the thread sleeps; the second, its name, ends with a parenthesis.
    static func isAsleep(_ place: String) -> Bool {
      guard let data = FileManager.default.contents(atPath: place) else { return false }
      let text = String(decoding: data, as: UTF8.self)
      guard let name = text.lastIndex(of: ")") else { return false }
      return text[name...].dropFirst(2).first == "S"
    }
  #else
    static var place: String { "" }

    /// Elsewhere time has to do: a sixteenth of a second without an end counts as rest.
    static func isAsleep(_ place: String) -> Bool {
      Thread.sleep(forTimeInterval: 0.006)
      return true
    }
  #endif
}
