import Facet
import FacetGraph

/// Finds factories that need one another, and completions of services that a nested resolve does not find.
struct LoopCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
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
    // A wrapper that is used at once closes a loop, too, and has remedies of its own.
    let ofWrappers = findings.failures.filter { $0.error.code == .loop && $0.error.wrapper != nil }
    let circles = ofWrappers.map { Set(circle($0.error)) }
    loops.removeAll { loop in circles.contains(Set(loop.map { findings.entries[$0].key })) }
    return loops.map { problem($0, in: findings) }
      + ofWrappers.map { problem(of: $0.error, in: findings) }
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
    let key = entries[0].key
    let names = TypeNames(of: entries.map(\.key))
    let steps = Set(findings.wiring.edges.filter { $0.kind != .completion }.map { [$0.source, $0.target] })
    var path = names.step(key)
    let last = names.text(entries[entries.count - 1].key)
    var part = "factory"
    // Of one service alone, the others are forwards: whichever is asked for first, it finds itself.
    let isOfOne = Set(loop.map(findings.wiring.owner)).count == 1
    let isOfValues = entries.contains { isValue($0.record.serviceType) }
    var remedy: String? =
      entries.count < 2 || isOfValues
      ? nil
      : isOfOne
        ? "Set \(names.text(entries[1].key)) in an initCompleted of \(names.text(key)), and not in its factory."
        : "Set what these services need of one another in an initCompleted of each, and not in their factories."
    for (source, target) in zip(loop, loop.dropFirst() + [loop[0]]) {
      let isOfFactory = steps.contains([source, target])
      path +=
        (isOfFactory ? " → " : ", whose initCompleted needs ") + names.step(findings.entries[target].key)
      if !isOfFactory {
        if target == loop[0] { part = "initCompleted" }
        remedy =
          "Give \(names.text(findings.entries[source].key)) a scope in which it is found while it is completed: .inObjectScope(.graph)"
      }
    }
    let call = names.call(key)
    let isOneOfSeveral =
      findings.entries.count { $0.key.serviceType == key.serviceType && $0.key.signature == key.signature }
      > 1
    let isAwaited = entries.contains(where: \.isAsync)
    if isAwaited { remedy = nil }
    let wrappers = names.wrappers(of: key, isAwaited: isAwaited, isOneOfSeveral: isOneOfSeveral)
    let remedies =
      entries.count == 1 && part == "factory"
      ? [
        "To wrap the service that was registered before, or by a parent, decorate it there: container.decorate(\(call)) { resolver, inner in … }"
      ]
      : [
        "Ask for \(wrappers) in the \(part) of \(last), and let the service keep that: it is used later, when all are built.",
        remedy,
      ].compactMap(\.self)
    return VerificationProblem(
      .loop, key, entries, headline: "\(names.text(key)) needs itself to be built.",
      facts: [Fact("Path:", path)] + names.facts("Places:", entries), remedies: remedies)
  }
}
