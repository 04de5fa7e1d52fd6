import Facet
import FacetGraph

/// Finds factories that run twice for one instance: a completion resolves a service whose factory is still running.
///
/// For example, A's factory needs B, and B's completion needs A. A resolve of A begins to build A, completes B, and builds A
/// again for B. A resolve of B builds each service once.
struct SecondBuildCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    let ways = Ways(findings)
    let completions = findings.wiring.edges.filter { edge in
      edge.kind == .completion && findings.isFoundHalfBuilt(findings.wiring.owner(of: edge.source))
        && findings.canAwait(edge)
    }
    return completions.compactMap { edge in
      let source = findings.wiring.owner(of: edge.source)
      let target = findings.wiring.owner(of: edge.target)
      guard ways.isInOneKnot(source, target) else { return nil }
      // One problem for each completion, because a change of the completion removes the others of the knot.
      return ways.paths(from: target, avoiding: source).lazy.compactMap { back in
        guard let first = back.last, findings.isFoundHalfBuilt(first),
          let earlier = ways.path(from: first, to: source)
        else { return nil }
        return problem(earlier, back, ways, in: findings)
      }.first
    }
  }

  private func problem(
    _ earlier: [Int], _ back: [Int], _ ways: Ways, in findings: Findings
  ) -> VerificationProblem {
    let first = findings.entries[earlier[0]]
    let steps = earlier.map { findings.entries[$0] }
    let names = ProblemNames(steps.map(\.key) + back.map { findings.entries[$0].key })
    let then = ", whose initCompleted needs "
    var path = names.step(first.key)
    for (source, target) in zip(earlier, earlier.dropFirst()) {
      path +=
        (ways.isOfFactory(source, target) ? " → " : then) + names.step(findings.entries[target].key)
    }
    path += then + back.map { names.step(findings.entries[$0].key) }.joined(separator: " → ")
    let next = steps[min(1, steps.count - 1)].key.serviceType
    return VerificationProblem(
      .secondBuild, first.key, steps,
      ProblemText(
        headline: "The factory of \(names.text(first.key)) runs twice when it is asked for first.",
        facts: [ProblemText.Fact("Path:", path)] + names.facts("Places:", steps),
        remedies: [
          "Set what \(names.text(first.key)) needs of '\(names.name(next))' in its initCompleted, too.",
          "Ask for Lazy<\(names.code(next))> or Provider<\(names.code(next))> in its factory.",
        ]))
  }
}

extension Findings {
  /// Whether the source of a need can await the target, if necessary; otherwise the need fails.
  fileprivate func canAwait(_ edge: Wiring.Edge) -> Bool {
    guard entries[wiring.owner(of: edge.target)].isAsync else { return true }
    let record = entries[wiring.owner(of: edge.source)].record
    return edge.kind == .completion ? !record.settings.lateCompletions.isEmpty : record.recipe.hasAsyncFactory
  }
}

/// The paths through factories and completions, from record to record.
private struct Ways {
  /// The needs of factories.
  private var graph = DependencyGraph()
  /// The needs of factories and completions.
  private var whole = DependencyGraph()
  private let knots: [Int]

  init(_ findings: Findings) {
    for _ in findings.entries {
      _ = graph.add(DependencyGraph.Node(""))
      _ = whole.add(DependencyGraph.Node(""))
    }
    for edge in findings.wiring.edges
    where (edge.kind == .need || edge.kind == .completion) && findings.canAwait(edge) {
      let source = findings.wiring.owner(of: edge.source)
      let target = findings.wiring.owner(of: edge.target)
      whole.connect(source, to: target)
      if edge.kind == .need || !findings.isFoundHalfBuilt(source) { graph.connect(source, to: target) }
    }
    knots = whole.knots()
  }

  func isInOneKnot(_ left: Int, _ right: Int) -> Bool { knots[left] == knots[right] }

  func isOfFactory(_ source: Int, _ target: Int) -> Bool {
    graph.edges(from: source).contains { $0.target == target }
  }

  /// A short path that begins with the factory of a record; through factories only, if possible.
  func path(from start: Int, to end: Int) -> [Int]? {
    if let path = graph.shortestPath(from: start, to: end) { return path }
    let rests = graph.edges(from: start).compactMap { whole.shortestPath(from: $0.target, to: end) }
    return rests.filter { !$0.contains(start) }.min { $0.count < $1.count }.map { [start] + $0 }
  }

  /// A shortest path to each reachable record of the knot, the nearest first, with `start` included.
  func paths(from start: Int, avoiding avoided: Int) -> [[Int]] {
    guard start != avoided else { return [] }
    var paths = [[start]]
    var seen: Set = [start, avoided]
    var head = 0
    while head < paths.count {
      let path = paths[head]
      head += 1
      for edge in graph.edges(from: path[path.count - 1])
      where isInOneKnot(edge.target, start) && seen.insert(edge.target).inserted {
        paths.append(path + [edge.target])
      }
    }
    return paths
  }
}
