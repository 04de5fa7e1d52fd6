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
/// What a factory awaits stands below it, also if child tasks resolve at the same time. A service that other tasks wait for stands in the tree of the
/// resolve that builds it. The tracer keeps only the lines of running resolves.
public final class TreeTracer: Sendable {
  /// A resolve, and those that its factory asks for.
  fileprivate final class Line {
    let name: String
    var end: (outcome: String, nanoseconds: UInt64)?
    var parts: [Line] = []

    init(_ name: String) { self.name = name }
  }
  /// The lines of one top-level resolve, by the numbers of their resolves.
  fileprivate struct Tree {
    let root: Int
    var lines: [Int: Line]
  }

  /// By the numbers of the top-level resolves.
  private let trees = Guarded<[Int: Tree]>([:])
  private let write: @Sendable (String) -> Void

  /// Makes a tracer.
  ///
  /// - Parameter write: receives the text of one tree, with a line break at its end, on the thread that ends the resolve.
  public init(_ write: @escaping @Sendable (String) -> Void) {
    self.write = write
  }

  /// Records the event, and writes the tree at its end.
  ///
  /// - Parameter event: describes the resolve.
  public func receive(_ event: TraceEvent) {
    let line = Line(TypeNames(of: [event.key]).step(event.key))
    let text = trees.withLock { trees -> String? in
      switch event.phase {
      case .began:
        // The first one that is seen: a resolve may have begun before the trace.
        trees[event.topLevelResolve, default: Tree(root: event.number, lines: [:])].begin(line, of: event)
        return nil
      case .ended(let outcome, let nanoseconds):
        trees[event.topLevelResolve]?.lines[event.number]?.end = (outcome.description, nanoseconds)
        guard trees[event.topLevelResolve]?.root == event.number else { return nil }
        return trees.removeValue(forKey: event.topLevelResolve)?.text
      }
    }
    if let text { write(text) }
  }
}

extension TreeTracer.Tree {
  fileprivate mutating func begin(_ line: TreeTracer.Line, of event: TraceEvent) {
    (event.enclosing.flatMap { lines[$0] } ?? lines[root])?.parts.append(line)
    lines[event.number] = line
  }

  fileprivate var text: String {
    guard let root = lines[root] else { return "" }
    var all: [(name: String, end: (outcome: String, nanoseconds: UInt64)?)] = []
    var pending = [(root, depth: 0)]
    while let (line, depth) = pending.popLast() {
      all.append((String(repeating: "  ", count: depth) + line.name, line.end))
      pending += line.parts.reversed().map { ($0, depth + 1) }
    }
    let width = (all.map(\.name.count).max() ?? 0) + 2
    return all.map { name, end in
      // What a cancelled task asked for may go on.
      guard let end else { return name.padded(to: width) + "running\n" }
      return name.padded(to: width) + end.outcome.padded(to: 11) + microseconds(end.nanoseconds) + "\n"
    }.joined()
  }

  /// The time with one digit after the point.
  private func microseconds(_ nanoseconds: UInt64) -> String {
    let tenths = (nanoseconds + 50) / 100
    let number = "\(tenths / 10).\(tenths % 10)"
    return String(repeating: " ", count: max(0, 9 - number.count)) + number + " µs"
  }
}
