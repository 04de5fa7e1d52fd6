import Facet

extension VerificationReport: CustomStringConvertible {
  /// The problems with their texts, then the unchecked entries, then the unreached entries.
  public var description: String {
    let found = problems.isEmpty ? "no problem" : count(problems.count, "problem", "problems")
    var parts = ["Checked \(checked.count) of \(count(entries.count, "entry", "entries")): \(found)."]
    for (number, problem) in problems.enumerated() { parts.append("\(number + 1). \(problem)") }
    let names = ProblemNames(entries.map(\.key))
    parts += [
      list(names, "Not checked, so check() fails:", open), openRemedies,
      list(names, "Skipped:", unchecked.filter(\.isSkipped)),
    ].compactMap { $0 }
    parts += [
      crossings(names, "Belongs to an actor, but is needed off the actor:") { $0.actor != nil },
      crossings(names, "Must be awaited, but is needed synchronously. This fails unless it was built before:")
      {
        $0.actor == nil
      },
    ].compactMap { $0 }
    if !unreached.isEmpty {
      let facts = names.facts("", unreached)
      let title = "Needed by no other service" + (isComplete ? ":" : ", as far as the factories ran:")
      parts.append(
        ([title] + Columns.text(of: facts).map { "  " + $0 }).joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n")
  }

  private func list(_ names: ProblemNames, _ title: String, _ entries: [Unchecked]) -> String? {
    if entries.isEmpty { return nil }
    let facts = entries.map { ProblemText.Fact("", names.text($0.entry.key), $0.reason) }
    return ([title] + Columns.text(of: facts).map { "  " + $0 }).joined(separator: "\n")
  }

  /// The remedies for all unchecked services.
  private var openRemedies: String? {
    guard let key = open.first?.entry.key else { return nil }
    var remedies: [String] = []
    for case let remedy? in open.map(\.remedy) where !remedies.contains(remedy) { remedies.append(remedy) }
    remedies.append(
      "Skip what cannot be checked, by name: verify { $0.skip(\(ProblemNames([key]).call(key))) }")
    return "To fix this, do one of:" + remedies.map { "\n  • " + $0 }.joined()
  }

  private func crossings(
    _ names: ProblemNames, _ title: String, where belongs: (VerificationReport.Crossing) -> Bool
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
