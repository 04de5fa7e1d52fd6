import Facet

/// Finds the entries that a verification did not run.
struct UncheckedEntries {
  private let findings: Findings

  init(_ findings: Findings) {
    self.findings = findings
  }

  var all: [VerificationReport.Unchecked] {
    reasons.sorted { $0.key < $1.key }.map { index, reason in
      VerificationReport.Unchecked(
        entry: findings.entries[index], reason: reason.text, isSkipped: reason.isSkipped,
        remedy: reason.remedy)
    }
  }

  /// The checked entries: the rest, without forwards to unchecked entries.
  var others: [ContainerEntry] {
    let unchecked = reasons
    return findings.entries.indices.filter { index in
      unchecked[index] == nil && unchecked[findings.wiring.owner(of: index)] == nil
    }.map { findings.entries[$0] }
  }

  private struct Reason {
    let text: String
    /// Whether the options skip the entry, or an entry that it needs.
    var isSkipped = false
    /// A remedy that the text does not include.
    var remedy: String?
  }

  private var reasons: [Int: Reason] {
    var reasons: [Int: Reason] = [:]
    for index in findings.entries.indices { reasons[index] = reason(index) }
    // An unchecked entry cuts short the entries that need it, and so on. Skipped entries come last, so that the other reason counts.
    var open = reasons.keys.sorted { left, right in
      let (isLeft, isRight) = (reasons[left]?.isSkipped == true, reasons[right]?.isSkipped == true)
      return isLeft == isRight ? left < right : isLeft
    }
    while let index = open.popLast() {
      for user in findings.immediateUsers[index] where reasons[user] == nil && isCutShort(user) {
        reasons[user] = Reason(
          text: "it needs \(name(of: index)), which was not checked",
          isSkipped: reasons[index]?.isSkipped == true)
        open.append(user)
      }
    }
    return reasons
  }

  private func reason(_ index: Int) -> Reason? {
    let entry = findings.entries[index]
    if entry.isForward { return reason(ofForward: entry, index) }
    guard entry.needs == nil else { return crossingReason(index) }
    if findings.builds[index]?.isSkipped == true { return Reason(text: "skipped", isSkipped: true) }
    if let skipped = skippedNeed(of: index) {
      return Reason(text: "it needs \(skipped), which was skipped", isSkipped: true)
    }
    if let reason = crossingReason(index) { return reason }
    if findings.builds[index]?.isDone == true { return nil }
    return entry.key.signature == nil ? nil : Reason(text: argumentRemedy(entry.key))
  }

  private func argumentRemedy(_ key: ServiceKey) -> String {
    "give arguments: verify { $0.arguments(for: \(ProblemNames([key]).call(key)), …) }"
  }

  /// The reason for a forward to a protocol, which only an instance can check.
  private func reason(ofForward entry: ContainerEntry, _ index: Int) -> Reason? {
    guard entry.record.recipe.needs != nil, findings.builds[index]?.isDone != true,
      entry.key.signature != nil, CheckedForward.needsInstance(entry)
    else { return nil }
    return Reason(text: argumentRemedy(entry.key))
  }

  /// Why the verification could not build a service at the place of the call.
  private func crossingReason(_ index: Int) -> Reason? {
    for failure in findings.failures
    where failure.error.code == .wrongActor || failure.error.code == .needsAwait {
      guard let entry = failure.entry.map(findings.wiring.owner) else { continue }
      let actor = failure.error.code == .wrongActor ? failure.error.actor : nil
      if entry == index {
        // If the options give an instance, the factory does not need to run.
        if failure.error.path.count > 1 || findings.builds[index]?.isDone == true { continue }
        let way = "verify it by await container.verifyAsync()"
        guard let actor else { return Reason(text: "it must be awaited: \(way)", remedy: awaiting) }
        return Reason(text: "it belongs to \(ProblemNames.name(of: actor)): \(way)", remedy: awaiting)
      }
      // Reported as a failure.
      if findings.sourceThatCannotAwait(failure) == index { return nil }
      if isAffected(index, by: failure, of: entry) {
        if findings.builds[entry]?.isSkipped == true {
          return Reason(text: "it needs \(name(of: entry)), which was skipped", isSkipped: true)
        }
        let obstacle = actor.map { "belongs to \(ProblemNames.name(of: $0))" } ?? "must be awaited"
        return Reason(
          text: "it needs \(name(of: entry)), which \(obstacle)",
          remedy: remedy(for: index, needing: entry, on: actor))
      }
    }
    return nil
  }

  private let awaiting = "Await the verification: try await container.verifyAsync().check()"

  /// The remedy for a service that synchronously needs a service of an actor, or an asynchronous service.
  private func remedy(for index: Int, needing entry: Int, on actor: (any Actor)?) -> String {
    guard findings.isAwaited else { return awaiting }
    guard let actor else {
      return "Give \(name(of: index)) an asynchronous factory, and await \(name(of: entry)) there."
    }
    return
      "Call verifyAsync() on \(ProblemNames.name(of: actor)): \(name(of: index)) does not await \(name(of: entry))."
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

  /// Whether an entry resolved the failed service and continued without it, or did not reach that resolve.
  private func isAffected(_ index: Int, by failure: Findings.Failure, of entry: Int) -> Bool {
    if failure.source.map(findings.wiring.owner) == index { return true }
    guard findings.immediateUsers[entry].contains(index) else { return false }
    return findings.builds[index]?.isDone != true || isCutShort(index)
  }

  /// Whether a factory ended with the failure of an unchecked entry.
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
