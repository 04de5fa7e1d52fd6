import Facet

/// Finds services that are held by one that lives longer.
///
/// A service of graph scope that one alone asks for belongs to that one, however long it lives. Where others ask for it as
/// well, they get another instance than the one that is held. A service of transient scope is nobody else's in any case.
struct CaptureCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    findings.entries.indices.compactMap { index in
      let entry = findings.entries[index]
      guard !entry.isForward, !findings.options.allowedCaptures.contains(where: { $0.contains(entry.key) })
      else { return nil }
      let users = findings.users[index].filter { $0 != index }
      let holders = findings.immediateUsers[index].filter { $0 != index && holds($0, index, users, findings) }
      guard !holders.isEmpty else { return nil }
      return problem(entry, holders, users.filter { !holders.contains($0) }, in: findings)
    }
  }

  private func holds(_ user: Int, _ index: Int, _ users: [Int], _ findings: Findings) -> Bool {
    let (holder, held) = (findings.entries[user], findings.entries[index])
    guard holder.record.outlivesCycle, !holder.isForward else { return false }
    // A value is copied, not held.
    if findings.builds[index]?.isObject == false { return false }
    if held.level < holder.level { return true }
    switch held.objectScope.kind {
    case .transient, .container, .weak: return false
    case .custom: return holder.objectScope.kind == .container
    case .graph: return users.count > 1
    }
  }

  private func problem(
    _ entry: ContainerEntry, _ holders: [Int], _ others: [Int], in findings: Findings
  ) -> VerificationProblem {
    let holders = holders.map { findings.entries[$0] }
    let others = others.map { findings.entries[$0] }
    let names = ProblemNames([entry.key] + (holders + others).map(\.key))
    let isOfChild = holders.contains { entry.level < $0.level }
    let headline =
      isOfChild
      ? "\(names.words(entry.key)) of a child container is held by a service of its parent."
      : "\(names.words(entry.key)) of \(entry.objectScope.name) scope is held by a service that lives longer."
    let facts =
      holders.enumerated().map { number, holder in
        ProblemText.Fact(
          number == 0 ? "Held by:" : "", names.words(holder.key),
          "\(holder.objectScope.name) scope, \(names.place(holder))")
      } + names.facts("Needed by:", others)
      + [ProblemText.Fact("Place:", names.words(entry.key), names.place(entry))]
    let service = names.name(entry.key.serviceType)
    var remedies = ["Ask for Provider<\(service)> where it is held, and use it anew each time."]
    if !isOfChild {
      remedies.insert("Give \(names.words(entry.key)) a scope that lives as long.", at: 0)
    }
    remedies.append("Accept it: verify { $0.allowCapture(of: \(names.call(entry.key))) }")
    return VerificationProblem(
      .capture, entry.key, holders, ProblemText(headline: headline, facts: facts, remedies: remedies))
  }
}
