import Facet

/// Finds keys that were registered more than once in one container.
struct DuplicateCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    var problems: [VerificationProblem] = []
    for (level, container) in sequence(first: findings.container, next: \.parent).enumerated() {
      // What one line registers twice has another cause: see `RepetitionCheck`.
      for replacement in container.registry.replacements
      where replacement.old != replacement.new && replacement.key.serviceType != Void.self {
        let current = findings.entries.first { entry in
          entry.level == level && entry.order == replacement.order
        }
        guard let current else { continue }
        let isOfItself = current.isForward && current.record.key == current.key
        problems.append(
          isOfItself ? forwardToItself(current) : problem(current, replacement, in: findings))
      }
    }
    return problems
  }

  private func problem(
    _ entry: ContainerEntry, _ replacement: Replacement, in findings: Findings
  ) -> VerificationProblem {
    let names = TypeNames(of: [entry.key])
    let verb = entry.isForward ? "forwarded" : "registered"
    let isInList = findings.wiring.lists.contains { $0.element.serviceType == entry.key.serviceType }
    let inList = entry.isForward || isInList ? ": a list has one for each name" : ""
    let places = replacement.earlier + [replacement.old, replacement.new]
    let count =
      places.count == 2
      ? "twice; the second takes the place of the first."
      : "\(places.count) times; the last takes the place of the others."
    let labels = places.count == 2 ? ["First:", "Second:"] : ["Places:"]
    return VerificationProblem(
      .duplicate, entry.key, [entry], headline: "\(names.text(entry.key)) is \(verb) \(count)",
      facts: places.enumerated().map { Fact($0 < labels.count ? labels[$0] : "", "at \($1)") },
      remedies: (isInList ? ["Give each a name\(inList)."] : []) + [
        places.count == 2 ? "Remove one of the registrations." : "Remove all but one of the registrations."
      ] + (isInList ? [] : ["Give \(places.count == 2 ? "one of them" : "the others") a name\(inList)."]) + [
        "Register the \(places.count == 2 ? "second" : "last") in a child container, which then overrides the first."
      ])
  }

  private func forwardToItself(_ entry: ContainerEntry) -> VerificationProblem {
    let names = TypeNames(of: [entry.key])
    return VerificationProblem(
      .duplicate, entry.key, [entry], headline: "\(names.text(entry.key)) is forwarded to itself.",
      facts: [Fact("Forward:", "written at \(entry.location)")],
      remedies: ["Remove \(names.metatype(entry.key.serviceType)) from the implements."])
  }
}
