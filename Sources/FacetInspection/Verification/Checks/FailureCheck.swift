import Facet

/// Finds factories that fail for reasons of their own.
struct FailureCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    // The outcome of a factory is kept: the next resolve gets the same error inside a new error.
    var seen: Set<Int> = []
    let reached = findings.reached
    return findings.failures.compactMap { failure in
      guard let index = failure.entry.map(findings.wiring.owner), reached.contains(index),
        let reason = reason(failure.error, findings),
        seen.insert(index).inserted
      else { return nil }
      return problem(index, reason, of: failure.error, in: findings)
    }
  }

  /// A text for the failure of a factory; `nil` if another check reports the failure.
  private func reason(_ error: ResolutionError, _ findings: Findings) -> String? {
    switch error.code {
    // The factory may have used another container, which the verification does not know.
    case .notRegistered:
      return findings.wiring.gaps.contains { $0.key == error.key } ? nil : "failed: \(firstLine(of: error))"
    case .loop:
      return findings.entries.contains { $0.key == error.key } ? nil : "failed: \(firstLine(of: error))"
    case .factoryFailed:
      guard let underlying = error.underlyingError, !(underlying is CheckedForward.Impossible),
        !(underlying is RecordedBuild.Skipped)
      else { return nil }
      let lines = String(describing: underlying).split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      return "failed: \(lines.joined(separator: "\n  "))"
    case .tooDeep: return "is nested too deep to be run."
    // The list of unchecked services contains these failures, if the key is registered.
    case .wrongActor, .needsAwait:
      return findings.entries.contains { $0.key == error.key } ? nil : "failed: \(firstLine(of: error))"
    default: return "failed: \(error.code)"
    }
  }

  private func firstLine(of error: ResolutionError) -> String {
    String(error.description.prefix { $0 != "\n" })
  }

  private func problem(
    _ index: Int, _ reason: String, of error: ResolutionError, in findings: Findings
  ) -> VerificationProblem {
    let (part, entry) = (error.failingPart, findings.entries[index])
    let users = findings.users[index].map { findings.entries[$0] }
    let names = TypeNames(of: [entry.key] + users.map(\.key))
    let decorator = error.decorator.map { [Fact("Decorator:", "", "written at \($0)")] } ?? []
    return VerificationProblem(
      .failedFactory, entry.key, users,
      headline: "\(decorator.isEmpty ? "The" : "A") \(part) of \(names.text(entry.key)) \(reason)",
      facts: names.facts("Place:", [entry]) + decorator + names.facts("Needed by:", users),
      remedies: [
        "Fix what the \(part) reports.",
        "Give an instance in its place: verify { $0.use(…, for: \(names.call(entry.key))) }",
        "Leave it out: verify { $0.skip(\(names.call(entry.key))) }",
      ])
  }
}
