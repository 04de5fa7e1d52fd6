import Facet

/// Finds what a verification did not run.
struct UncheckedEntries {
  private let findings: Findings

  init(_ findings: Findings) {
    self.findings = findings
  }

  var all: [VerificationReport.Unchecked] {
    findings.entries.indices.compactMap { index in
      reason(index).map { VerificationReport.Unchecked(entry: findings.entries[index], reason: $0) }
    }
  }

  private func reason(_ index: Int) -> String? {
    let entry = findings.entries[index]
    if entry.isForward { return reason(ofForward: entry, index) }
    guard entry.needs == nil else { return crossingReason(index) }
    if findings.builds[index]?.isSkipped == true { return "skipped" }
    if let skipped = skippedNeed(of: index) {
      return "it needs \(skipped), which was skipped"
    }
    if let reason = crossingReason(index) { return reason }
    if findings.builds[index]?.isDone == true { return nil }
    guard entry.key.signature != nil else { return nil }
    let names = ProblemNames([entry.key])
    return "give arguments: verify { $0.arguments(for: \(names.call(entry.key)), …) }"
  }

  /// An initializer is not run to see what its forwards are.
  private func reason(ofForward entry: ContainerEntry, _ index: Int) -> String? {
    guard entry.record.recipe.needs != nil, findings.builds[index]?.isDone != true,
      CheckedForward.isPossible(entry), CheckedForward.isPossibleForExactType(entry) != true
    else { return nil }
    return "an instance must tell, and no factory asks for one"
  }

  /// Why a service could not be built from where the verification ran.
  private func crossingReason(_ index: Int) -> String? {
    for failure in findings.failures
    where failure.error.code == .wrongActor || failure.error.code == .needsAwait {
      guard let entry = failure.entry.map(findings.wiring.owner) else { continue }
      if entry == index {
        if failure.error.path.count > 1 { continue }
        let way = "verify it by await container.verifyAsync()"
        guard failure.error.code == .wrongActor, let actor = failure.error.actor else {
          return "it must be awaited: \(way)"
        }
        return "it belongs to \(ProblemNames.name(of: actor)): \(way)"
      }
      if findings.users[entry].contains(index) {
        let needed = ProblemNames([findings.entries[entry].key]).words(findings.entries[entry].key)
        return "it needs \(needed), which could not be built from here"
      }
    }
    return nil
  }

  private func skippedNeed(of index: Int) -> String? {
    for failure in findings.failures {
      if let skipped = failure.error.underlyingError as? RecordedBuild.Skipped,
        let entry = failure.entry, findings.users[entry].contains(index)
      {
        return ProblemNames([skipped.key]).words(skipped.key)
      }
    }
    return nil
  }
}
