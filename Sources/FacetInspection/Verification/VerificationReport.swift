import Facet

/// What a verification found.
///
/// ```swift
/// let report = container.verify()
/// print(report)
/// try report.check()
/// ```
public struct VerificationReport: Sendable {
  /// A service that was not checked, and why.
  public struct Unchecked: Sendable {
    /// The entry of the service.
    public let entry: ContainerEntry
    /// The reason in words.
    public let reason: String
    /// Whether the verification was asked to leave it out, or a service that it needs.
    public let isSkipped: Bool

    /// What to do about it, if the reason does not say all.
    let remedy: String?
  }

  /// What is wrong, by kind, each kind in the order of registration.
  public let problems: [VerificationProblem]
  /// What was not run, or not to its end; it may be right or wrong.
  public let unchecked: [Unchecked]
  /// What was checked, and found to be right or wrong.
  public let checked: [ContainerEntry]
  /// The services that belong to an actor or must be awaited, and are needed by others without that.
  ///
  /// Not a problem by itself: ``check()`` does not throw for it.
  public let crossings: [Crossing]
  /// The entries that no other one asks for: where the program begins, or what nobody uses.
  ///
  /// A factory that fails does not ask for the rest.
  public let unreached: [ContainerEntry]
  /// All entries that were looked at, the uppermost parent's first.
  public let entries: [ContainerEntry]

  let wiring: Wiring
  /// Whether every factory that was run came to its end.
  let isComplete: Bool

  init(_ findings: Findings) {
    wiring = findings.wiring
    entries = findings.entries
    // A forward that fails stops nobody if nobody asked for it.
    isComplete = findings.failures.allSatisfy { failure in
      failure.source == nil && failure.error.underlyingError is CheckedForward.Impossible
    }
    problems = Checks.all.flatMap { $0.problems(in: findings) }
    let uncheckedEntries = UncheckedEntries(findings)
    unchecked = uncheckedEntries.all
    checked = uncheckedEntries.others
    crossings = findings.crossings
    unreached = findings.entries.indices.filter { index in
      !findings.entries[index].isForward && findings.users[index].isEmpty
    }.map { findings.entries[$0] }
  }

  /// Throws the report if there is a problem, or if something could not be checked.
  ///
  /// The one line of a test: `try container.verify().check()`. It throws as well for a service that must be awaited or that belongs to another
  /// actor, for one whose factory takes arguments and got none, and for those that need it. Await `verifyAsync()`, give arguments, or skip the
  /// service by name.
  ///
  /// - Throws: a ``VerificationError``.
  public func check() throws(VerificationError) {
    if !problems.isEmpty || !open.isEmpty { throw VerificationError(report: self) }
  }

  /// What was not checked, though nobody asked to skip it.
  var open: [Unchecked] { unchecked.filter { !$0.isSkipped } }
}

/// A report that has problems, or services that could not be checked.
public struct VerificationError: Error, CustomStringConvertible {
  /// The report.
  public let report: VerificationReport

  /// The text of the report.
  public var description: String { report.description }
}
