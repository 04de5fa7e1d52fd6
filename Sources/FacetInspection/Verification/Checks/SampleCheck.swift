import Facet

/// Finds options for keys that are not registered.
struct SampleCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    let keys = findings.entries.map(\.key)
    let samples = findings.options.samples.map(\.key).filter { !keys.contains($0) }
    // A forward's factory is that of its target, which an instance for the forward does not replace.
    let instances = findings.options.instances.filter { instance in
      !findings.entries.contains { entry in
        !entry.isForward && entry.key.serviceType == instance.type && entry.key.name == instance.name
      }
    }
    // One that is asked for is a problem of its own already.
    let asked = findings.wiring.gaps.map(\.key)
    let skipped = findings.options.skipped.filter { !(keys + asked).contains(where: $0.contains) }
    return samples.map { problem($0, "was given arguments for it", in: findings) }
      + instances.map { instance in
        // Given by its own type, it may stand for a protocol.
        let meant = findings.entries.filter { entry in
          !entry.isForward && Instance.box(instance.service, as: entry.key.serviceType) != nil
        }
        return problem(
          ServiceKey(instance.type, name: instance.name), "was given an instance for it", in: findings, meant)
      }
      + skipped.map { problem(ServiceKey($0.type, name: $0.name), "was asked to skip it", in: findings) }
  }

  private func problem(
    _ key: ServiceKey, _ what: String, in findings: Findings, _ meant: [ContainerEntry] = []
  ) -> VerificationProblem {
    let near = ResolutionError(.notRegistered, key: key, search: findings.container.registry).nearMisses
    let names = TypeNames(of: [key] + near.map(\.key) + near.compactMap(\.target) + meant.map(\.key))
    let facts = near.isEmpty ? names.facts("Near:", Array(meant.prefix(3))) : names.facts(near)
    if near.isEmpty, let first = meant.first {
      return VerificationProblem(
        .missing, key, [],
        headline: "No registration matches \(names.text(key)); the verification \(what).", facts: facts,
        remedies: [
          "Give it for the key of a registration above: verify { $0.use(…, for: \(names.call(first.key))) }"
        ])
    }
    return VerificationProblem(
      .missing, key, [], headline: "No registration matches \(names.text(key)); the verification \(what).",
      facts: facts.isEmpty ? [Fact("Near:", "nothing")] : facts,
      remedies: (near.contains(where: \.isInChild)
        ? ["Verify the child container. That checks what it needs of this one."] : [])
        + ["Name a registered key in the verification.", "Register it."])
  }
}
