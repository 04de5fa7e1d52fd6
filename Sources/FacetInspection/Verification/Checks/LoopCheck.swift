import Facet
import FacetGraph

/// Finds factories that need one another.
struct LoopCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    // With arguments, a service may need itself with others; that it needs the same ones, only the run can tell.
    let plain = graph(of: findings) { $0.key.signature == nil }
    let whole = graph(of: findings) { _ in true }
    var loops = plain.loops()
    for failure in findings.failures where failure.error.code == .loop {
      guard let first = failure.entry, let last = failure.source,
        findings.entries[first].key.signature != nil,
        let path = whole.shortestPath(from: first, to: last),
        !loops.contains(where: { Set($0) == Set(path) })
      else { continue }
      loops.append(path)
    }
    return loops.map { problem($0.map { findings.entries[$0] }) }
  }

  private func graph(
    of findings: Findings, where isFollowed: (ContainerEntry) -> Bool
  ) -> DependencyGraph {
    var graph = DependencyGraph()
    for _ in findings.entries { _ = graph.add(DependencyGraph.Node("")) }
    for edge in findings.wiring.edges where edge.kind == .need || edge.kind == .forward {
      if isFollowed(findings.entries[edge.target]) { graph.connect(edge.source, to: edge.target) }
    }
    return graph
  }

  private func problem(_ entries: [ContainerEntry]) -> VerificationProblem {
    let key = entries[0].key
    let names = ProblemNames(entries.map(\.key))
    let path = (entries + [entries[0]]).map { names.step($0.key) }.joined(separator: " → ")
    let service = names.name(key.serviceType)
    return VerificationProblem(
      .loop, key, entries,
      ProblemText(
        headline: "\(names.words(key)) needs itself to be built.",
        facts: [ProblemText.Fact("Path:", path)] + names.facts("Places:", entries),
        remedies: [
          "Set one of the dependencies in initCompleted, where it is found half-built.",
          "Ask for Lazy<\(service)> or Provider<\(service)> in one of the factories.",
        ]))
  }
}
