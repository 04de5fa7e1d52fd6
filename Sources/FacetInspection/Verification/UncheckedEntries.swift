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
        isRoot: reason.isRoot, remedy: reason.remedy)
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
    /// Whether the reason lies in the entry itself: then that is what can be skipped.
    var isRoot = false
    /// A remedy that the text does not include.
    var remedy: String?
  }

  private var reasons: [Int: Reason] {
    var reasons: [Int: Reason] = [:]
    for index in findings.entries.indices { reasons[index] = reason(index) }
    // An unchecked entry cuts short the entries that need it, and so on; initializers do not even run. Skipped entries come last, so that the other reason counts.
    var open = reasons.keys.sorted { left, right in
      let (isLeft, isRight) = (reasons[left]?.isSkipped == true, reasons[right]?.isSkipped == true)
      return isLeft == isRight ? left < right : isLeft
    }
    while let index = open.popLast() {
      for user in findings.immediateUsers[index]
      where reasons[user] == nil && (isCutShort(user) || isUnrun(user)) {
        reasons[user] = Reason(
          text: "it needs \(name(of: index)), which was not checked",
          isSkipped: reasons[index]?.isSkipped == true)
        open.append(user)
      }
    }
    return reasons
  }

  private func reason(_ index: Int) -> Reason? {
    let (entry, build) = (findings.entries[index], findings.builds[index])
    let isDone = build?.isDone == true
    if entry.isForward {
      // Only an instance can check a forward to a protocol.
      let isOpen =
        entry.record.recipe.needs != nil && !isDone && CheckedForward.isPossible(entry) == nil
      return isOpen ? lackOfArguments(entry.key) : nil
    }
    if build?.isSkipped == true { return Reason(text: "skipped", isSkipped: true) }
    for failure in findings.failures {
      if let reason = reason(index, failure, isDone: isDone) { return reason }
    }
    return isDone || entry.needs != nil ? nil : lackOfArguments(entry.key)
  }

  private func lackOfArguments(_ key: ServiceKey) -> Reason? {
    if key.signature == nil { return nil }
    return Reason(
      text: "give arguments: verify { $0.arguments(for: \(TypeNames(of: [key]).call(key)), …) }",
      isRoot: true)
  }

  private func obstacle(_ error: ResolutionError) -> String {
    error.actor.map { "belongs to \(TypeNames.name(of: $0))" } ?? "must be awaited"
  }

  /// Why a failure kept an entry from being built at the place of the call.
  private func reason(_ index: Int, _ failure: Findings.Failure, isDone: Bool) -> Reason? {
    let error = failure.error
    guard let failed = failure.entry.map(findings.wiring.owner) else { return nil }
    let isSkipped =
      error.underlyingError is RecordedBuild.Skipped || findings.builds[failed]?.isSkipped == true
    guard isSkipped || error.code == .wrongActor || error.code == .needsAwait
    else { return nil }
    let obstacle = isSkipped ? "was skipped" : obstacle(error)
    if failed == index {
      // If the options give an instance, the factory does not need to run.
      if isSkipped || isDone || error.path.count > 1 { return nil }
      return Reason(
        text: "it \(obstacle): verify it by await container.verifyAsync()", isRoot: true, remedy: awaiting)
    }
    guard isAffected(index, by: failure, of: failed) else { return nil }
    return Reason(
      text: "it needs \(name(of: failed)), which \(obstacle)", isSkipped: isSkipped,
      remedy: isSkipped || findings.isAwaited ? nil : awaiting)
  }

  /// A remedy for what the place of the call prevents; `AwaitCheck` has those for what fails everywhere.
  private let awaiting = "Await the verification: try await container.verifyAsync().check()"

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

  /// Whether an initializer had no reason to run: its needs are known.
  private func isUnrun(_ index: Int) -> Bool {
    findings.entries[index].needs != nil && findings.builds[index]?.isDone != true
  }

  private func name(of index: Int) -> String {
    let key = findings.entries[index].key
    return TypeNames(of: [key]).text(key)
  }
}
