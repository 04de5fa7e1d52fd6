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
  }

  /// What is wrong, by kind, each kind in the order of registration.
  public let problems: [VerificationProblem]
  /// What was not run, or not to its end; it may be right or wrong.
  public let unchecked: [Unchecked]
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
  private let isComplete: Bool

  init(_ findings: Findings) {
    wiring = findings.wiring
    entries = findings.entries
    // A forward that fails stops nobody if nobody asked for it.
    isComplete = findings.failures.allSatisfy { failure in
      failure.source == nil && failure.error.underlyingError is CheckedForward.Impossible
    }
    problems = Checks.all.flatMap { $0.problems(in: findings) }
    unchecked = UncheckedEntries(findings).all
    crossings = findings.crossings
    unreached = findings.entries.indices.filter { index in
      !findings.entries[index].isForward && findings.users[index].isEmpty
    }.map { findings.entries[$0] }
  }

  /// Throws the report if there is a problem.
  ///
  /// The one line of a test: `try container.verify().check()`.
  ///
  /// - Throws: a ``VerificationError``.
  public func check() throws(VerificationError) {
    if !problems.isEmpty { throw VerificationError(report: self) }
  }
}

/// A report that has problems.
public struct VerificationError: Error, CustomStringConvertible {
  /// The report.
  public let report: VerificationReport

  /// The text of the report.
  public var description: String { report.description }
}

extension VerificationReport: CustomStringConvertible {
  /// The problems with their texts, then what was not checked, then what nothing asks for.
  public var description: String {
    let found = problems.isEmpty ? "no problem" : count(problems.count, "problem", "problems")
    var parts = [
      "\(count(entries.count, "entry", "entries")): \(found)."
    ]
    for (number, problem) in problems.enumerated() { parts.append("\(number + 1). \(problem)") }
    let names = ProblemNames(entries.map(\.key))
    if !unchecked.isEmpty {
      let facts = unchecked.map { ProblemText.Fact("", names.text($0.entry.key), $0.reason) }
      parts.append((["Not checked:"] + Columns.text(of: facts).map { "  " + $0 }).joined(separator: "\n"))
    }
    parts += [
      crossings(names, "Belongs to an actor, and is needed without it:") { $0.actor != nil },
      crossings(names, "Must be awaited, and is needed synchronously, which fails unless it is there:") {
        $0.actor == nil
      },
    ].compactMap { $0 }
    if !unreached.isEmpty {
      let facts = names.facts("", unreached)
      let title = "Asked for by no other" + (isComplete ? ":" : ", as far as the factories ran:")
      parts.append(
        ([title] + Columns.text(of: facts).map { "  " + $0 }).joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n")
  }

  private func crossings(
    _ names: ProblemNames, _ title: String, where belongs: (Crossing) -> Bool
  ) -> String? {
    let facts = crossings.filter(belongs).flatMap { crossing in
      crossing.users.enumerated().map { number, user in
        let actor = crossing.actor.map { "on \(ProblemNames.name(of: $0)), " } ?? ""
        return ProblemText.Fact(
          "", number == 0 ? names.text(crossing.entry.key) : "",
          "\(actor)needed by \(names.text(user.key)), \(names.place(user))")
      }
    }
    if facts.isEmpty { return nil }
    return ([title] + Columns.text(of: facts).map { "  " + $0 }).joined(separator: "\n")
  }

  private func count(_ number: Int, _ one: String, _ many: String) -> String {
    number == 1 ? "1 \(one)" : "\(number) \(many)"
  }
}
