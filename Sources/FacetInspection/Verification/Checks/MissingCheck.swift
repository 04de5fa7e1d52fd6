import Facet

/// Finds keys that are needed and not registered.
struct MissingCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    let reached = findings.reached
    let all = findings.wiring.gaps.filter { gap in
      reached.contains(gap.source) && !findings.options.allowedMissing.contains { $0.contains(gap.key) }
    }
    var keys: [ServiceKey] = []
    for gap in all where !keys.contains(gap.key) { keys.append(gap.key) }
    return keys.map { key in
      let gaps = all.filter { $0.key == key }.sorted { $0.source < $1.source }
      let users = gaps.map { findings.entries[$0.source] }
      // The registry that looked up the first need.
      let registry = findings.registry(atLevel: gaps[0].level)
      let user = users[0].record
      let step = PathStep(user, keptBy: user.isBuiltByOwner ? user.owner : nil)
      let error = ResolutionError(.notRegistered, key: key, enclosing: [step], search: registry)
      // A service that a child builds finds the child's services.
      let isForChild = gaps[0].level == 0 && users.allSatisfy { !$0.record.isBuiltByOwner }
      return problem(
        error, users, gaps, instances(of: key, from: gaps[0].level, in: findings), isForChild: isForChild)
    }
  }

  /// Services that the verification has built, and that have the type: a forward is missing.
  private func instances(of key: ServiceKey, from level: Int, in findings: Findings) -> [ContainerEntry] {
    let found = findings.entries.indices.filter { index in
      let entry = findings.entries[index]
      return findings.wiring.owner(of: index) == index && entry.level >= level
        && entry.key.signature == key.signature
        && findings.builds[index]?.isInstance(of: key.serviceType) == true
    }
    return found.prefix(3).map { findings.entries[$0] }
  }

  private func problem(
    _ error: ResolutionError, _ users: [ContainerEntry], _ gaps: [Wiring.Gap], _ instances: [ContainerEntry],
    isForChild: Bool
  ) -> VerificationProblem {
    let key = error.key
    let near = error.nearMisses
    let remedies = ErrorMessage(error).remedies
    let isInChild = isForChild && near.contains(where: \.isInChild)
    let names = TypeNames(
      of: [key] + users.map(\.key) + near.map(\.key) + near.compactMap(\.target) + instances.map(\.key))
    // What a factory does with the failure is not to be seen. An initializer says it by its types.
    let call = names.call(key)
    let way =
      gaps.allSatisfy(\.isOfProperty)
      ? "write @OptionalInjected at the property, and give it an optional type."
      : "say so where it is asked for: "
        + (users.contains(where: \.isAsync)
          ? "try? await resolver.requireAsync(\(names.request(key)))"
          : "resolver.optional(\(names.request(key)))")
    // All who ask for it may say already that it may be missing.
    let isWritten = gaps.allSatisfy(\.isOptional)
    let mayGoOn =
      users.allSatisfy { $0.needs == nil }
      ? (isWritten ? [] : ["If it may be missing, \(way)"])
        + (gaps.allSatisfy(\.isOfProperty)
          ? [] : ["If it may be missing, accept it: verify { $0.allowMissing(\(call)) }"]) : []
    return VerificationProblem(
      .missing, key, users, headline: "No registration matches \(names.text(key)).",
      facts: names.facts("Needed by:", users)
        + (near.isEmpty ? names.facts("Near:", instances) : names.facts(near)),
      remedies: (isInChild ? ["Verify the child container. That checks what it needs of this one."] : [])
        + (near.isEmpty && !instances.isEmpty ? ["Forward a registration above: .implements(\(call))"] : [])
        + remedies
        + (isForChild && near.isEmpty && instances.isEmpty
          ? ["If child containers register it, verify one of these instead."] : []) + mayGoOn)
  }
}
