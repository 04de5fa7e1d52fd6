import Facet

/// Finds keys that were registered more than once in one container.
struct DuplicateCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    var problems: [VerificationProblem] = []
    for (level, container) in sequence(first: findings.container, next: \.parent).enumerated() {
      // What one line registers twice has another cause: see `RepetitionCheck`.
      for replacement in container.registry.replacements where replacement.old != replacement.new {
        let current = findings.entries.first { entry in
          entry.level == level && entry.order == replacement.order
        }
        guard let current else { continue }
        let isOfItself = current.isForward && current.record.key == current.key
        problems.append(isOfItself ? forwardToItself(current) : problem(current, replacement))
      }
    }
    return problems
  }

  private func problem(_ entry: ContainerEntry, _ replacement: Replacement) -> VerificationProblem {
    let names = TypeNames(of: [entry.key])
    let verb = entry.isForward ? "forwarded" : "registered"
    let inList = entry.isForward ? ": then both are in a list of that type" : ""
    return VerificationProblem(
      .duplicate, entry.key, [entry],
      headline: "\(names.text(entry.key)) is \(verb) twice; the second takes the place of the first.",
      facts: [
        Fact("First:", "at \(replacement.old)"),
        Fact("Second:", "at \(replacement.new)"),
      ],
      remedies: [
        "Remove one of the registrations.", "Give one of them a name\(inList).",
        "Register the second in a child container, which then overrides the first.",
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
