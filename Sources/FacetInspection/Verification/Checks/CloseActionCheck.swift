import Facet

/// Finds close actions for instances that the container does not keep.
struct CloseActionCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    findings.entries.filter { entry in
      !entry.isForward && !entry.record.settings.disposers.isEmpty
        && [.transient, .graph, .weak].contains(entry.objectScope.kind)
    }.map(problem)
  }

  private func problem(_ entry: ContainerEntry) -> VerificationProblem {
    let names = TypeNames(of: [entry.key])
    return VerificationProblem(
      .unusedCloseAction, entry.key, [entry],
      headline: "The onClose of \(names.text(entry.key)) never runs: the container does not keep it.",
      facts: [
        Fact("Place:", names.place(entry)),
        Fact("Scope:", entry.objectScope.name),
      ],
      remedies: ["Let the container keep it: .inObjectScope(.container)", "Remove the onClose."])
  }
}
