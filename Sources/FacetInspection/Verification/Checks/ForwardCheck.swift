import Facet

/// Finds forwards to a type that the service does not conform to.
struct ForwardCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    findings.entries.indices.compactMap { index in
      let entry = findings.entries[index]
      guard let target = entry.target else { return nil }
      if let type = seenType(index, in: findings) { return problem(entry, target, type) }
      return CheckedForward.isPossible(entry) != false ? nil : problem(entry, target, target.serviceType)
    }
  }

  /// The type of an instance that did not conform to the forwarded type.
  private func seenType(_ index: Int, in findings: Findings) -> Any.Type? {
    for failure in findings.failures where failure.entry == index {
      if let impossible = failure.error.underlyingError as? CheckedForward.Impossible {
        return impossible.dynamicType
      }
    }
    return nil
  }

  private func problem(_ entry: ContainerEntry, _ target: ServiceKey, _ type: Any.Type) -> VerificationProblem
  {
    let names = TypeNames(of: [entry.key, target], [type])
    let (wanted, instance) = (names.name(entry.key.serviceType), names.name(type))
    return VerificationProblem(
      .impossibleForward, entry.key, [entry],
      headline:
        "Cannot forward \(wanted) to \(names.name(target.serviceType)): '\(instance)' is not a '\(wanted)'.",
      facts: [
        Fact("Forward:", names.text(entry.key), "written at \(entry.location)"),
        Fact("Service:", names.text(target), "registered at \(entry.record.location)"),
      ] + entry.record.settings.decorators.map { Fact("Decorator:", "", "written at \($0.location)") },
      remedies: ["Conform '\(instance)' to '\(wanted)'.", "Remove the forward."])
  }
}
