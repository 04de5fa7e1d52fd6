import Facet

/// Writes each top-level resolve as an indented tree with times, when the resolve ends.
///
/// ```swift
/// let tree = TreeTracer { print($0, terminator: "") }
/// container.trace(tree.receive)
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
public final class TreeTracer: Sendable {
  /// The lines of one thread, and the numbers of the unfinished lines.
  fileprivate struct Tree {
    var lines: [(name: String, outcome: String, nanoseconds: UInt64)] = []
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
  ///
  /// - Parameter event: describes the resolve and its thread.
  public func receive(_ event: TraceEvent) {
    let name = TypeNames(of: [event.key]).step(event.key)
    let finished = trees.withLock { trees -> Tree? in
      switch event.phase {
      case .began:
        trees[event.thread, default: Tree()].begin(name)
        return nil
      case .ended(let outcome, let nanoseconds):
        guard trees[event.thread]?.end(outcome, nanoseconds) == true else { return nil }
        return trees.removeValue(forKey: event.thread)
      }
    }
    if let finished { write(finished.text) }
  }
}

extension TreeTracer.Tree {
  mutating func begin(_ name: String) {
    let indent = String(repeating: "  ", count: open.count)
    open.append(lines.count)
    lines.append((indent + name, "", 0))
  }

  /// Whether the resolve was the outermost one; false for a resolve that began before the trace.
  mutating func end(_ outcome: TraceEvent.Outcome, _ nanoseconds: UInt64) -> Bool {
    guard let number = open.popLast() else { return false }
    (lines[number].outcome, lines[number].nanoseconds) = (outcome.description, nanoseconds)
    return open.isEmpty
  }

  var text: String {
    let width = (lines.map(\.name.count).max() ?? 0) + 2
    return lines.map { name, outcome, nanoseconds in
      name.padded(to: width) + outcome.padded(to: 11) + microseconds(nanoseconds) + "\n"
    }.joined()
  }

  /// The time with one digit after the point.
  private func microseconds(_ nanoseconds: UInt64) -> String {
    let tenths = (nanoseconds + 50) / 100
    let number = "\(tenths / 10).\(tenths % 10)"
    return String(repeating: " ", count: max(0, 9 - number.count)) + number + " µs"
  }
}
