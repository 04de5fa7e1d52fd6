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
    var known: Set<Int> = []
    return completions.compactMap { edge in
      let source = findings.wiring.owner(of: edge.source)
      let target = findings.wiring.owner(of: edge.target)
      // One problem for each knot: its paths have one cause.
      guard ways.knots[source] == ways.knots[target], !known.contains(ways.knots[source]),
        let (earlier, back) = ways.circle(from: target, through: source, in: findings)
      else { return nil }
      known.insert(ways.knots[source])
      let isAllowed = earlier.contains { index in
        findings.options.allowedSecondBuilds.contains { $0.contains(findings.entries[index].key) }
      }
      if isAllowed { return nil }
      return problem(earlier, back, ways, in: findings)
    }
  }

  private func problem(
    _ earlier: [Int], _ back: [Int], _ ways: Ways, in findings: Findings
  ) -> VerificationProblem {
    let first = findings.entries[earlier[0]]
    let steps = earlier.map { findings.entries[$0] }
    let names = TypeNames(of: steps.map(\.key) + back.map { findings.entries[$0].key })
    let then = ", whose initCompleted needs "
    var path = names.step(first.key)
    for (source, target) in zip(earlier, earlier.dropFirst()) {
      path +=
        (ways.isOfFactory(source, target) ? " → " : then) + names.step(findings.entries[target].key)
    }
    path += then + back.map { names.step(findings.entries[$0].key) }.joined(separator: " → ")
    let next = steps[min(1, steps.count - 1)].key
    return VerificationProblem(
      .secondBuild, first.key, steps,
      headline: "The factory of \(names.text(first.key)) runs twice when it is asked for first.",
      facts: [Fact("Path:", path)] + names.facts("Places:", steps),
      remedies: [
        "Set what \(names.text(first.key)) needs of \(names.text(next)) in its initCompleted, too.",
        "Ask for \(names.wrappers(of: next)) in its factory.",
        "Accept it: verify { $0.allowSecondBuild(of: \(names.call(first.key))) }",
      ])
  }
}

extension Findings {
  /// Whether the source of a need can await the target, if necessary; otherwise the need fails.
  fileprivate func canAwait(_ edge: Wiring.Edge) -> Bool {
    guard entries[wiring.owner(of: edge.target)].isAsync else { return true }
    let record = entries[wiring.owner(of: edge.source)].record
    return edge.kind == .completion
      ? record.settings.completions.contains(where: \.isAwaited) : record.recipe.asyncFactory != nil
  }
}

/// The paths through factories and completions, from record to record.
private struct Ways {
  /// The needs of factories.
  private var graph = DependencyGraph()
  /// The needs of factories and completions.
  private var whole = DependencyGraph()
  /// Records that need one another have one number.
  let knots: [Int]

  init(_ findings: Findings) {
    graph.addNodes(findings.entries.count)
    whole.addNodes(findings.entries.count)
    for edge in findings.wiring.edges
    where (edge.kind == .need || edge.kind == .completion) && findings.canAwait(edge) {
      let source = findings.wiring.owner(of: edge.source)
      let target = findings.wiring.owner(of: edge.target)
      whole.connect(source, to: target)
      if edge.kind == .need || !findings.isFoundHalfBuilt(source) { graph.connect(source, to: target) }
    }
    knots = whole.knots()
  }

  func isOfFactory(_ source: Int, _ target: Int) -> Bool {
    graph.edges(from: source).contains { $0.target == target }
  }

  /// A short path that begins with the factory of a record; through factories only, if possible.
  func path(from start: Int, to end: Int) -> [Int]? {
    if let path = graph.shortestPath(from: start, to: end) { return path }
    let rests = graph.edges(from: start).compactMap { whole.shortestPath(from: $0.target, to: end) }
    return rests.filter { !$0.contains(start) }.min { $0.count < $1.count }.map { [start] + $0 }
  }

  /// A record whose factory runs when the completion of `source` resolves `target`, and runs again for that.
  ///
  /// Returns the way from its factory to the completion, and the shortest way back from there.
  func circle(from target: Int, through source: Int, in findings: Findings) -> (earlier: [Int], back: [Int])?
  {
    let backs = knots.indices.filter { knots[$0] == knots[target] && findings.isFoundHalfBuilt($0) }
      .compactMap { graph.shortestPath(from: target, to: $0) }.filter { !$0.contains(source) }
    return backs.sorted { $0.count < $1.count }.lazy.compactMap { back in
      back.last.flatMap { path(from: $0, to: source) }.map { ($0, back) }
    }.first
  }
}
