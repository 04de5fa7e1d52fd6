import Facet

/// The result of a verification.
///
/// ```swift
/// let report = container.verify()
/// print(report)
/// try report.check()
/// ```
public struct VerificationReport: Sendable {
  /// A service that was not checked, with the reason.
  public struct Unchecked: Sendable {
    /// The entry of the service.
    public let entry: ContainerEntry
    /// The text of the reason.
    public let reason: String
    /// Whether the options skip the service, or a service that it needs.
    public let isSkipped: Bool

    /// Whether the reason lies in the service itself, and not in one that it needs.
    let isRoot: Bool
    /// The remedy, if the reason does not include it.
    let remedy: String?
  }

  /// The problems, by kind; each kind is in the order of registration.
  public let problems: [VerificationProblem]
  /// The entries that did not run, or did not finish; they may be right or wrong.
  public let unchecked: [Unchecked]
  /// The entries that were checked, right or wrong.
  public let checked: [ContainerEntry]
  /// The entries that no other entry needs: entry points of the program, or unused services.
  ///
  /// A factory that fails does not resolve its remaining needs.
  public let unreached: [ContainerEntry]
  /// All entries of the verification; the entries of the uppermost parent come first.
  public let entries: [ContainerEntry]

  /// What is no problem, and may be a mistake, in sentences: `check()` does not fail for it.
  public let notes: [String]

  let wiring: Wiring
  /// Whether every factory that ran has finished.
  let isComplete: Bool

  init(_ findings: Findings) {
    wiring = findings.wiring
    entries = findings.entries
    // A forward that fails stops no factory if no factory resolved it.
    isComplete = findings.failures.allSatisfy { failure in
      failure.source == nil && failure.error.underlyingError is CheckedForward.Impossible
    }
    let closed = ClosedCheck().problems(in: findings)
    problems = closed.isEmpty ? Checks.all.flatMap { $0.problems(in: findings) } : closed
    notes = closed.isEmpty ? Notes(findings).all : []
    let uncheckedEntries = UncheckedEntries(findings)
    unchecked = uncheckedEntries.all
    checked = uncheckedEntries.others
    unreached = findings.entries.indices.filter { index in
      !findings.entries[index].isForward && findings.users[index].isEmpty
    }.map { findings.entries[$0] }
  }

  /// Throws the report if it has a problem, or a service that could not be checked.
  ///
  /// The one line of a test: `try container.verify().check()`. It also throws if a service must be awaited, belongs to another actor, or
  /// takes arguments and has no sample; and for the services that need it. Await `verifyAsync()`, give arguments, or skip the service by
  /// name.
  ///
  /// - Throws: a ``VerificationError``.
  public func check() throws(VerificationError) {
    if !problems.isEmpty || !open.isEmpty { throw VerificationError(report: self) }
  }

  /// The unchecked services, without the skipped ones.
  var open: [Unchecked] { unchecked.filter { !$0.isSkipped } }
}

/// A report that has problems, or services that could not be checked.
public struct VerificationError: Error, CustomStringConvertible {
  /// The report.
  public let report: VerificationReport

  /// The text of the report.
  public var description: String { report.description }
}
