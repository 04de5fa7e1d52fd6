import Facet

/// Counts how often each key was built and reused, and measures the time of its own factory.
///
/// ```swift
/// let table = TraceTable()
/// container.trace(table)
/// startApplication()
/// print(table)
/// ```
///
/// The table shows how a start spends its time. It keeps one row for each key, whatever the number of resolves.
public final class TraceTable: Tracer {
  /// The counts for one key.
  public struct Row: Sendable {
    /// The key of the resolves.
    public let key: ServiceKey
    /// How often the factory made an instance.
    public fileprivate(set) var built = 0
    /// How often an existing instance was returned.
    public fileprivate(set) var reused = 0
    /// How often a resolve gave no instance.
    public fileprivate(set) var failed = 0
    /// The time of all resolves of the key, without their nested resolves.
    public fileprivate(set) var ownTime = Duration.zero
  }

  private struct State {
    var rows: [ServiceKeyIdentity: Row] = [:]
    /// The time of the resolves nested in each running resolve, by thread.
    var within: [Int: [Duration]] = [:]
  }

  private let state = Guarded(State())

  /// Makes an empty table.
  public init() {}

  /// Counts the event.
  public func receive(_ event: TraceEvent) {
    let identity = ServiceKeyIdentity(event.key)
    state.withLock { state in
      switch event.phase {
      case .began: state.within[event.thread, default: []].append(.zero)
      case .ended(let outcome, let duration):
        guard let nested = state.within[event.thread]?.popLast() else { return }
        if let outer = state.within[event.thread]?.indices.last {
          state.within[event.thread]?[outer] += duration
        } else {
          state.within[event.thread] = nil
        }
        state.rows[identity, default: Row(key: event.key)].add(outcome, duration - nested)
      }
    }
  }

  /// The rows, in descending order of time.
  public var rows: [Row] {
    let rows = state.withLock { Array($0.rows.values) }
    let named = rows.map { (row: $0, name: $0.key.description) }
    return named.sorted { ($1.row.ownTime, $0.name) < ($0.row.ownTime, $1.name) }.map(\.row)
  }
}

extension TraceTable.Row {
  fileprivate mutating func add(_ outcome: TraceEvent.Outcome, _ time: Duration) {
    ownTime += time
    switch outcome {
    case .built: built += 1
    case .reusedFromCycle, .reusedFromContainer, .reusedWeakly, .reusedFromStorage: reused += 1
    case .missing, .failed: failed += 1
    }
  }
}

extension TraceTable: CustomStringConvertible {
  /// The rows in columns.
  public var description: String {
    let rows = rows
    let names = ProblemNames(rows.map(\.key))
    let lines =
      [("service", "built", "reused", "failed", "own time")]
      + rows.map { row in
        (
          names.text(row.key), "\(row.built)", "\(row.reused)", "\(row.failed)",
          Microseconds(row.ownTime).text
        )
      }
    let width = (lines.map(\.0.count).max() ?? 0) + 2
    return lines.map { line in
      let numbers = [line.1, line.2, line.3].map { left($0, 8) }.joined()
      return line.0 + String(repeating: " ", count: width - line.0.count) + numbers + left(line.4, 14)
    }.joined(separator: "\n")
  }

  private func left(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
