import Facet

/// Finds options for keys that are not registered.
struct SampleCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    let keys = findings.entries.map(\.key)
    let samples = findings.options.samples.map(\.key).filter { !keys.contains($0) }
    let instances = findings.options.instances.filter { instance in
      !keys.contains { $0.serviceType == instance.type && $0.name == instance.name }
    }
    let skipped = findings.options.skipped.filter { !keys.contains(where: $0.contains) }
    return samples.map { problem($0, "was given arguments for it", in: findings) }
      + instances.map {
        problem(ServiceKey($0.type, name: $0.name), "was given an instance for it", in: findings)
      } + forwarded(findings)
      + skipped.map { problem(ServiceKey($0.type, name: $0.name), "was asked to skip it", in: findings) }
  }

  /// Replacements for keys that are forwards: the factory of the record would still run.
  private func forwarded(_ findings: Findings) -> [VerificationProblem] {
    findings.options.instances.compactMap { instance in
      let entries = findings.entries.filter { entry in
        entry.key.serviceType == instance.type && entry.key.name == instance.name
      }
      guard let entry = entries.first, let target = entry.target, entries.allSatisfy(\.isForward)
      else { return nil }
      let names = ProblemNames([entry.key, target])
      return VerificationProblem(
        .unusedSample, entry.key, [entry],
        ProblemText(
          headline: "\(names.text(entry.key)) is a forward; the verification was given an instance for it.",
          facts: [
            ProblemText.Fact("Forward:", names.text(entry.key), names.place(entry)),
            ProblemText.Fact("Service:", names.text(target), "registered at \(entry.record.location)"),
          ],
          remedies: ["Give an instance for \(names.text(target))."]))
    }
  }

  private func problem(_ key: ServiceKey, _ what: String, in findings: Findings) -> VerificationProblem {
    let near = ResolutionError(.notRegistered, key: key, search: findings.container.registry).nearMisses
    let names = ProblemNames([key] + near.map(\.key) + near.compactMap(\.target))
    let facts = names.facts(near)
    return VerificationProblem(
      .unusedSample, key, [],
      ProblemText(
        headline: "No registration matches \(names.text(key)); the verification \(what).",
        facts: facts.isEmpty ? [ProblemText.Fact("Near:", "nothing")] : facts,
        remedies: (near.contains(where: \.isInChild) ? [ProblemText.childRemedy] : [])
          + ["Register it.", "Name a registered key in the verification."]))
  }
}
