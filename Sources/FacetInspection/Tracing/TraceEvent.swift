import Facet

/// The beginning or the end of one resolve.
public struct TraceEvent: Sendable {
  /// The outcome of a resolve.
  public enum Outcome: Sendable {
    /// The factory made a new instance.
    case built
    /// The running top-level resolve had the instance.
    case reusedFromCycle
    /// The container had the instance, in container scope.
    case reusedFromContainer
    /// The instance of weak scope was still alive.
    case reusedWeakly
    /// The storage of a custom scope had the instance.
    case reusedFromStorage
    /// Nothing is registered for the key.
    case missing
    /// The resolve failed for this reason.
    case failed(ResolutionError)
  }

  /// Whether the resolve begins or ends.
  public enum Phase: Sendable {
    /// The resolve begins, and has no outcome yet.
    case began
    /// The resolve ends. The time includes all nested resolves.
    case ended(Outcome, nanoseconds: UInt64)
  }

  /// The key of the resolve.
  public let key: ServiceKey
  /// The number of traced resolves that enclose this resolve, on its thread or in its task.
  public let depth: Int
  /// The number of the outermost traced resolve that this one is a part of, over threads and tasks; no other resolve of the process has it.
  ///
  /// An outermost resolve has a number of its own.
  public let topLevelResolve: Int
  /// The number of the thread, unique among the threads at the time; an awaited resolve has a negative number of its own.
  public let thread: Int
  /// Whether the resolve begins or ends, and its outcome.
  public let phase: Phase

  /// The number of the resolve, and that of the one that asks.
  let number: Int, enclosing: Int?

  init(_ resolve: ObservedResolve, _ phase: Phase) {
    key = resolve.key
    let running = resolve.running
    (depth, topLevelResolve) = (running.depth, running.topLevel)
    (number, enclosing) = (running.number, running.enclosing?.number)
    thread = resolve.thread
    self.phase = phase
  }
}

extension TraceEvent.Outcome: CustomStringConvertible {
  /// The outcome in a word or two.
  public var description: String {
    switch self {
    case .built: "built"
    case .reusedFromCycle: "cycle"
    case .reusedFromContainer: "container"
    case .reusedWeakly: "weak"
    case .reusedFromStorage: "storage"
    case .missing: "missing"
    case .failed: "failed"
    }
  }

  init(_ outcome: Facet.Outcome) {
    self =
      switch outcome {
      case .built: .built
      case .reusedFromCycle: .reusedFromCycle
      case .reusedFromContainer: .reusedFromContainer
      case .reusedWeakly: .reusedWeakly
      case .reusedFromStorage: .reusedFromStorage
      case .missing: .missing
      case .failed(let error): .failed(error)
      }
  }
}
