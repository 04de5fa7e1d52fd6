import Facet

/// Finds what a verification did not run.
struct UncheckedEntries {
  private let findings: Findings

  init(_ findings: Findings) {
    self.findings = findings
  }

  var all: [VerificationReport.Unchecked] {
    var reasons = findings.entries.indices.map(reason)
    // What is not checked cuts short who needs it, and so on.
    var open = reasons.indices.filter { reasons[$0] != nil }
    while let index = open.popLast() {
      for user in findings.immediateUsers[index] where reasons[user] == nil && isCutShort(user) {
        reasons[user] = "it needs \(name(of: index)), which was not checked"
        open.append(user)
      }
    }
    return zip(findings.entries, reasons).compactMap { entry, reason in
      reason.map { VerificationReport.Unchecked(entry: entry, reason: $0) }
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
      if isAffected(index, by: failure, of: entry) {
        return "it needs \(name(of: entry)), which could not be built from here"
      }
    }
    return nil
  }

  private func skippedNeed(of index: Int) -> String? {
    for failure in findings.failures {
      if let skipped = failure.error.underlyingError as? RecordedBuild.Skipped,
        let entry = failure.entry, isAffected(index, by: failure, of: entry)
      {
        return ProblemNames([skipped.key]).text(skipped.key)
      }
    }
    return nil
  }

  /// Whether an entry asked for what failed and went on without it, or did not come that far.
  private func isAffected(_ index: Int, by failure: Findings.Failure, of entry: Int) -> Bool {
    if failure.source.map(findings.wiring.owner) == index { return true }
    guard findings.immediateUsers[entry].contains(index) else { return false }
    return findings.builds[index]?.isDone != true || isCutShort(index)
  }

  /// Whether a factory ended with the failure of what was not checked.
  private func isCutShort(_ index: Int) -> Bool {
    guard let error = findings.builds[index]?.failure else { return false }
    guard let error = error as? ResolutionError else { return error is RecordedBuild.Skipped }
    return [.wrongActor, .needsAwait].contains(error.code) || error.underlyingError is RecordedBuild.Skipped
  }

  private func name(of index: Int) -> String {
    let key = findings.entries[index].key
    return ProblemNames([key]).text(key)
  }
}
