import Facet

/// Finds that the container is closed: then it has no services, and nothing else is to be said.
struct ClosedCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    guard findings.container.isClosed else { return [] }
    let error = findings.container.registry.refusal
    return [
      VerificationProblem(
        .containerClosed, error.key, [], headline: "The container is closed.",
        facts: error.closingPlace.map { [Fact("Closed:", "at \($0)")] } ?? [],
        remedies: ErrorMessage(error).remedies)
    ]
  }
}
