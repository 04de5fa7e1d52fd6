import Facet

/// Finds what the verification was given for keys that are not registered.
struct SampleCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    let keys = findings.entries.map(\.key)
    let samples = findings.options.samples.map(\.key).filter { !keys.contains($0) }
    let instances = findings.options.instances.filter { instance in
      !keys.contains { $0.serviceType == instance.type && $0.name == instance.name }
    }
    return samples.map { problem($0, "arguments", in: findings) }
      + instances.map {
        problem(ServiceKey($0.type, name: $0.name), "an instance", in: findings)
      }
  }

  private func problem(_ key: ServiceKey, _ what: String, in findings: Findings) -> VerificationProblem {
    let near = ResolutionError(.notRegistered, key: key, search: findings.container.registry).nearMisses
    let names = ProblemNames([key] + near.map(\.key))
    let facts = near.enumerated().map { number, miss in
      ProblemText.Fact(number == 0 ? "Near:" : "", names.words(miss.key), "at \(miss.location)")
    }
    return VerificationProblem(
      .unusedSample, key, [],
      ProblemText(
        headline: "No registration matches \(names.words(key)); the verification was given \(what) for it.",
        facts: facts.isEmpty ? [ProblemText.Fact("Near:", "nothing")] : facts,
        remedies: ["Register it.", "Name a registered key in the verification."]))
  }
}
