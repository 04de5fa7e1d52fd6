import Facet
import FacetGraph

/// Finds factories that need one another, and completions of services that a nested resolve does not find.
struct LoopCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    let ofWrappers = wrapped(in: findings)
    return loops(in: findings).map { problem($0, in: findings) }
      + ofWrappers.map { problem(of: $0.error, in: findings) }
  }

  /// The entries of each loop, in the order in which they need one another.
  func loops(in findings: Findings) -> [[Int]] {
    // With arguments, a service may need itself with other arguments; only the run shows whether the arguments are the same.
    let plain = graph(of: findings) { $0.key.signature == nil }
    let whole = graph(of: findings) { _ in true }
    var loops = plain.loops().filter { isReal($0, in: findings) }
    for failure in findings.failures where failure.error.code == .loop {
      guard let first = failure.entry, let last = failure.source,
        let path = whole.shortestPath(from: first, to: last),
        path.contains(where: { findings.entries[$0].key.signature != nil }),
        !loops.contains(where: { Set($0) == Set(path) })
      else { continue }
      loops.append(path)
    }
    let circles = wrapped(in: findings).map { Set(circle($0.error)) }
    loops.removeAll { loop in circles.contains(Set(loop.map { findings.entries[$0].key })) }
    return loops
  }

  /// A wrapper that is used at once closes a loop, too, and has remedies of its own.
  private func wrapped(in findings: Findings) -> [Findings.Failure] {
    findings.failures.filter { $0.error.code == .loop && $0.error.wrapper != nil }
  }

  /// The keys of a loop, from its first service to the same again.
  private func circle(_ error: ResolutionError) -> ArraySlice<ServiceKey> {
    error.path[(error.path.dropLast().lastIndex(of: error.key) ?? 0)...]
  }

  /// A wrapper that is used while its service is built: used later, it would be no loop, so that only the run shows it.
  private func problem(of error: ResolutionError, in findings: Findings) -> VerificationProblem {
    let keys = circle(error)
    let wrapper = error.wrapper!
    let entries = keys.dropLast().compactMap { key in findings.entries.first { $0.key == key } }
    let names = TypeNames(of: Array(keys), [wrapper])
    return VerificationProblem(
      .loop, error.key, entries,
      headline: "\(names.text(error.key)) is used by its \(names.name(wrapper)) while it is being built.",
      facts: [Fact("Path:", keys.map(names.step).joined(separator: " → "))] + names.facts("Places:", entries),
      remedies: ErrorMessage(error).remedies)
  }

  /// Whether a loop is real.
  ///
  /// A parent's service may have other needs when a child resolves it than when the parent does. So if several containers take
  /// part, the run must have met the loop, or no factory ran for it.
  private func isReal(_ loop: [Int], in findings: Findings) -> Bool {
    let entries = loop.map { findings.entries[$0] }
    return Set(entries.map(\.level)).count == 1
      || entries.allSatisfy { $0.isForward || $0.needs != nil }
      || findings.failures.contains { failure in
        failure.error.code == .loop && failure.entry.map(loop.contains) == true
      }
  }

  private func graph(
    of findings: Findings, where isFollowed: (ContainerEntry) -> Bool
  ) -> DependencyGraph {
    var graph = DependencyGraph()
    graph.addNodes(findings.entries.count)
    for edge in findings.wiring.edges where isPartOfBuild(edge, in: findings) {
      if isFollowed(findings.entries[edge.target]) { graph.connect(edge.source, to: edge.target) }
    }
    return graph
  }

  private func isPartOfBuild(_ edge: Wiring.Edge, in findings: Findings) -> Bool {
    switch edge.kind {
    case .need, .forward: true
    case .completion: !findings.isFoundHalfBuilt(edge.source)
    case .deferred: false
    }
  }

  private func problem(_ loop: [Int], in findings: Findings) -> VerificationProblem {
    let entries = loop.map { findings.entries[$0] }
    let names = TypeNames(of: entries.map(\.key))
    var path = names.step(entries[0].key)
    let circle = loop.indices.map { place -> LoopRemedies.Step in
      let (entry, target) = (entries[place], (place + 1) % loop.count)
      let part = findings.wiring.part(of: loop[place], thatNeeds: loop[target])
      path += (part == .completion ? ", whose initCompleted needs " : " → ") + names.step(entries[target].key)
      let alike = findings.entries.count {
        $0.key.serviceType == entry.key.serviceType && $0.key.signature == entry.key.signature
      }
      return LoopRemedies.Step(entry.key, entry.record, part, isOneOfSeveral: alike > 1)
    }
    let remedies = LoopRemedies(
      circle, isOfOne: loop.count == 1, isAwaited: entries.contains(where: \.isAsync), names)
    return VerificationProblem(
      .loop, entries[0].key, entries, headline: "\(names.text(entries[0].key)) needs itself to be built.",
      facts: [Fact("Path:", path)] + names.facts("Places:", entries), remedies: remedies.all)
  }
}
