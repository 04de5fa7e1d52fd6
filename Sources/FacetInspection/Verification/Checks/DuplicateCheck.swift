import Facet

/// Finds keys that were registered more than once in one container.
struct DuplicateCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    var problems: [VerificationProblem] = []
    for (level, container) in sequence(first: findings.container, next: \.parent).enumerated() {
      for replacement in container.registry.replacements {
        let current = findings.entries.first { entry in
          entry.level == level && entry.order == replacement.order
        }
        if let current { problems.append(problem(current, replacement)) }
      }
    }
    return problems
  }

  private func problem(_ entry: ContainerEntry, _ replacement: Replacement) -> VerificationProblem {
    let names = ProblemNames([entry.key])
    return VerificationProblem(
      .duplicate, entry.key, [entry],
      ProblemText(
        headline: "\(names.text(entry.key)) is registered twice; the second takes the place of the first.",
        facts: [
          ProblemText.Fact("First:", "at \(replacement.old)"),
          ProblemText.Fact("Second:", "at \(replacement.new)"),
        ],
        remedies: [
          "Remove one of the registrations.", "Give one of them a name.",
          "Register the second in a child container, which then overrides the first.",
        ]))
  }
}
