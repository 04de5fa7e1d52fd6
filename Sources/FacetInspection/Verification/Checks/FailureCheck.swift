import Facet

/// Finds factories that fail for reasons of their own.
struct FailureCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    // The outcome of a factory is kept: the next resolve gets the same error inside a new error.
    var seen: Set<Int> = []
    return findings.failures.compactMap { failure in
      if let index = findings.sourceThatCannotAwait(failure) {
        return seen.insert(index).inserted ? problem(index, lackingAwait: failure.error, in: findings) : nil
      }
      guard let index = failure.entry.map(findings.wiring.owner),
        let reason = reason(failure.error, findings),
        seen.insert(index).inserted
      else { return nil }
      return problem(
        index, reason, part: failure.error.failingPart, decorator: failure.error.decorator, in: findings)
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

  /// The problem of a factory that cannot resolve its needs on any actor; the remedies are those of the resolve.
  private func problem(
    _ index: Int, lackingAwait error: ResolutionError, in findings: Findings
  ) -> VerificationProblem {
    let entry = findings.entries[index]
    let needed = findings.entries.filter { $0.key == error.key }.prefix(1)
    let names = ProblemNames([entry.key] + needed.map(\.key))
    let actor = error.actor.map { [ProblemText.Fact("Actor:", ProblemNames.name(of: $0))] } ?? []
    return VerificationProblem(
      .failedFactory, entry.key, findings.users[index].map { findings.entries[$0] },
      ProblemText(
        headline: "The factory of \(names.text(entry.key)) failed: \(firstLine(of: error))",
        facts: [ProblemText.Fact("Place:", names.text(entry.key), names.place(entry))]
          + names.facts("Needs:", Array(needed)) + actor,
        remedies: ErrorMessage(error).remedies))
  }

  private func firstLine(of error: ResolutionError) -> String {
    String(error.description.prefix { $0 != "\n" })
  }

  private func problem(
    _ index: Int, _ reason: String, part: String = "factory", decorator: CodeLocation? = nil,
    in findings: Findings
  ) -> VerificationProblem {
    let entry = findings.entries[index]
    let users = findings.users[index].map { findings.entries[$0] }
    let names = ProblemNames([entry.key] + users.map(\.key))
    return VerificationProblem(
      .failedFactory, entry.key, users,
      ProblemText(
        headline:
          "\(decorator == nil ? "The" : "A") \(part) of \(names.text(entry.key)) \(reason)",
        facts: [ProblemText.Fact("Place:", names.text(entry.key), names.place(entry))]
          + (decorator.map { [ProblemText.Fact("Decorator:", "", "written at \($0)")] } ?? [])
          + names.facts("Needed by:", users),
        remedies: [
          "Fix what the \(part) reports.",
          "Give an instance in its place: verify { $0.use(…, for: \(names.call(entry.key))) }",
          "Leave it out: verify { $0.skip(\(names.call(entry.key))) }",
        ]))
  }
}
