import Facet

/// The beginning or the end of one resolve.
public struct TraceEvent: Sendable {
  /// What became of a resolve.
  public enum Outcome: Sendable {
    /// The factory made a new instance.
    case built
    /// The instance belongs to the running cycle.
    case reusedFromCycle
    /// The instance is the one of container scope.
    case reusedFromContainer
    /// The instance is the one of weak scope.
    case reusedWeakly
    /// The storage of a custom scope had the instance.
    case reusedFromStorage
    /// Nothing is registered for the key.
    case missing
    /// There is no instance, for this reason.
    case failed(ResolutionError)
  }

  /// Whether the resolve begins or ends.
  public enum Phase: Sendable {
    /// Nothing is known of the outcome yet.
    case began
    /// The time includes that of everything that was resolved within.
    case ended(Outcome, Duration)
  }

  /// The key that is asked for.
  public let key: ServiceKey
  /// How many resolves that are traced enclose this one on its thread.
  public let depth: Int
  /// A number that no other thread has at the time.
  public let thread: Int
  /// Whether it begins or ends, and how.
  public let phase: Phase

  init(_ resolve: ObservedResolve, _ phase: Phase) {
    key = resolve.key
    depth = resolve.depth
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
