import Facet

extension VerificationReport: CustomStringConvertible {
  /// The problems with their texts, then the unchecked entries, then the unreached entries.
  public var description: String {
    let found = problems.isEmpty ? "no problem" : count(problems.count, "problem", "problems")
    let all = count(entries.count, "entry", "entries")
    var parts = [
      problems.isEmpty && !open.isEmpty
        ? "\(open.count) of \(all) could not be checked." : "Checked \(checked.count) of \(all): \(found)."
    ]
    for (number, problem) in problems.enumerated() { parts.append("\(number + 1). \(problem)") }
    let names = TypeNames(of: entries.map(\.key))
    parts += [
      list(names, "Not checked, so check() fails:", open), openRemedies,
      list(names, "Skipped:", unchecked.filter(\.isSkipped)),
    ].compactMap { $0 }
    if !notes.isEmpty {
      parts.append(
        (["To be looked at, which may be meant:"] + notes.map { "  • " + $0 }).joined(separator: "\n"))
    }
    if !unreached.isEmpty {
      let facts = names.facts("", unreached)
      let title =
        "Needed by no other service, as far as \(isComplete ? "the check sees" : "the factories ran"):"
      parts.append(
        ([title] + Fact.columns(facts).map { "  " + $0 }).joined(separator: "\n"))
    }
    return parts.joined(separator: "\n\n")
  }

  private func list(_ names: TypeNames, _ title: String, _ entries: [Unchecked]) -> String? {
    if entries.isEmpty { return nil }
    let facts = entries.map { Fact("", names.text($0.entry.key), $0.reason) }
    return ([title] + Fact.columns(facts).map { "  " + $0 }).joined(separator: "\n")
  }

  /// The remedies for all unchecked services.
  private var openRemedies: String? {
    let roots = open.filter(\.isRoot)
    // What a service lacks that it needs is a problem of its own.
    if roots.isEmpty { return nil }
    var remedies: [String] = []
    for case let remedy? in open.map(\.remedy) where !remedies.contains(remedy) { remedies.append(remedy) }
    let names = TypeNames(of: roots.map(\.entry.key))
    let skips = roots.map { "$0.skip(\(names.call($0.entry.key)))" }
    remedies.append("Skip what cannot be checked, by name: verify { \(skips.joined(separator: "; ")) }")
    return "To fix this, do one of:" + remedies.map { "\n  • " + $0 }.joined()
  }

  private func count(_ number: Int, _ one: String, _ many: String) -> String {
    number == 1 ? "1 \(one)" : "\(number) \(many)"
  }
}
