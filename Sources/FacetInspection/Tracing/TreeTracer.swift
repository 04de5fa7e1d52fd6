import Facet

/// Writes each top-level resolve as an indented tree with times, when the resolve ends.
///
/// ```swift
/// container.trace(TreeTracer { print($0, terminator: "") })
/// ```
///
/// ```
/// Shop             built           31.2 µs
///   Cup            built           12.0 µs
///     Tea "green"  built            3.1 µs
///   Tea "green"    cycle            0.1 µs
/// ```
///
/// The tracer keeps only the lines of running resolves.
public final class TreeTracer: Tracer {
  fileprivate struct Line {
    let depth: Int
    let name: String
    var outcome = ""
    var duration = Duration.zero
  }

  /// The lines of one thread, and the numbers of the unfinished lines.
  fileprivate struct Tree {
    var lines: [Line] = []
    var open: [Int] = []
  }

  private let trees = Guarded<[Int: Tree]>([:])
  private let write: @Sendable (String) -> Void

  /// Makes a tracer.
  ///
  /// - Parameter write: receives the text of one tree, with a line break at its end, on the resolving thread.
  public init(_ write: @escaping @Sendable (String) -> Void) {
    self.write = write
  }

  /// Records the event, and writes the tree at its end.
  public func receive(_ event: TraceEvent) {
    let name = ProblemNames([event.key]).step(event.key)
    let finished = trees.withLock { trees -> Tree? in
      switch event.phase {
      case .began:
        trees[event.thread, default: Tree()].begin(Line(depth: event.depth, name: name))
        return nil
      case .ended(let outcome, let duration):
        guard trees[event.thread]?.end(outcome, duration) == true else { return nil }
        return trees.removeValue(forKey: event.thread)
      }
    }
    if let finished { write(finished.text) }
  }
}

extension TreeTracer.Tree {
  mutating func begin(_ line: TreeTracer.Line) {
    open.append(lines.count)
    lines.append(line)
  }

  /// Whether the resolve was the outermost one; false for a resolve that began before the trace.
  mutating func end(_ outcome: TraceEvent.Outcome, _ duration: Duration) -> Bool {
    guard let number = open.popLast() else { return false }
    lines[number].outcome = outcome.description
    lines[number].duration = duration
    return open.isEmpty
  }

  var text: String {
    let first = lines.first?.depth ?? 0
    let names = lines.map { String(repeating: "  ", count: $0.depth - first) + $0.name }
    let width = (names.map(\.count).max() ?? 0) + 2
    return zip(lines, names).map { line, name in
      let outcome = line.outcome + String(repeating: " ", count: max(0, 11 - line.outcome.count))
      let padding = String(repeating: " ", count: width - name.count)
      return "\(name)\(padding)\(outcome)\(Microseconds(line.duration).text)\n"
    }.joined()
  }
}

/// A duration for display: microseconds with one digit.
struct Microseconds {
  private let tenths: Int64

  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    tenths = seconds * 10_000_000 + (attoseconds + 50_000_000_000) / 100_000_000_000
  }

  var text: String {
    let number = "\(tenths / 10).\(tenths % 10)"
    return String(repeating: " ", count: max(0, 9 - number.count)) + number + " µs"
  }
}
