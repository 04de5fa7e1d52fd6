import Facet

/// Finds services that are held by a service with a longer lifetime.
///
/// A service of graph scope with only one user belongs to that user, whatever the user's lifetime. If other services resolve it
/// too, they get a different instance from the held one. A service of transient scope always belongs to its user. The
/// services that an owned service holds are held by its owner, too.
struct CaptureCheck: Check {
  /// A service with a longer lifetime, and the service in between, if the hold is indirect.
  private struct Holder {
    let index: Int
    let middle: Int?
  }

  func problems(in findings: Findings) -> [VerificationProblem] {
    let holders = holders(findings)
    return findings.entries.indices.compactMap { index in
      let entry = findings.entries[index]
      guard findings.wiring.owner(of: index) == index, !isAllowed(index, findings) else { return nil }
      // A value is copied, not held.
      if findings.builds[index]?.isObject == false { return nil }
      // In a child, a decorator uses its service only if a resolve asks the child for the service.
      let users = findings.users[index].filter { user in
        user != index
          && (findings.entries[user].record.settings.wrappingFactory == nil || !findings.users[user].isEmpty)
      }
      let holders = holders[index].filter { holds($0, index, users, findings) }
      guard !holders.isEmpty else { return nil }
      return problem(
        entry, holders, users.filter { user in !holders.contains { $0.index == user } }, in: findings)
    }
  }

  /// For each service, the services that outlive the cycle and have it, directly or through services that belong to them.
  private func holders(_ findings: Findings) -> [[Holder]] {
    var needs = [[Int]](repeating: [], count: findings.entries.count)
    for (index, users) in findings.immediateUsers.enumerated() {
      for user in users { needs[user].append(index) }
    }
    var holders = [[Holder]](repeating: [], count: needs.count)
    for holder in needs.indices where findings.entries[holder].record.outlivesCycle {
      var seen: Set = [holder]
      var waiting: [(index: Int, middle: Int?)] = [(holder, nil)]
      while let (index, middle) = waiting.popLast() {
        for need in needs[index] where seen.insert(need).inserted {
          holders[need].append(Holder(index: holder, middle: middle))
          if !findings.entries[need].record.outlivesCycle, !isReported(need, findings) {
            waiting.append((need, middle ?? need))
          }
        }
      }
    }
    return holders
  }

  /// Whether a service that ends with the cycle is a separate problem if it is held.
  private func isReported(_ index: Int, _ findings: Findings) -> Bool {
    findings.entries[index].objectScope.kind == .graph && findings.users[index].count > 1
      && findings.builds[index]?.isObject != false && !isAllowed(index, findings)
  }

  private func isAllowed(_ index: Int, _ findings: Findings) -> Bool {
    findings.options.allowedCaptures.contains { $0.contains(findings.entries[index].key) }
  }

  private func holds(_ found: Holder, _ index: Int, _ users: [Int], _ findings: Findings) -> Bool {
    let (holder, held) = (findings.entries[found.index], findings.entries[index])
    // The service in between, built for a service of the parent, finds no services of the child.
    if held.level < holder.level { return found.middle == nil }
    switch held.objectScope.kind {
    case .transient, .container, .weak, .perArgument: return false
    // Each request has its own instance; a service with a longer lifetime has the instance of its own container.
    case .scoped: return holder.objectScope.kind != .scoped
    case .custom: return holder.objectScope.keepsForGood
    case .graph: return users.count > 1
    }
  }

  private func problem(
    _ entry: ContainerEntry, _ found: [Holder], _ others: [Int], in findings: Findings
  ) -> VerificationProblem {
    let holders = found.map { findings.entries[$0.index] }
    let middles = found.map { $0.middle.map { findings.entries[$0].key } }
    let others = others.map { findings.entries[$0] }
    let names = ProblemNames([entry.key] + (holders + others).map(\.key) + middles.compactMap(\.self))
    let isOfChild = holders.contains { entry.level < $0.level }
    let headline =
      isOfChild
      ? "\(names.text(entry.key)) of a child container is held by a service of its parent."
      : "\(names.text(entry.key)) (scope: \(entry.objectScope.name)) is held by a service that lives longer."
    let facts =
      holders.enumerated().map { number, holder in
        ProblemText.Fact(
          number == 0 ? "Held by:" : "", names.text(holder.key),
          "\(holder.objectScope.name) scope, \(names.place(holder))"
            + (middles[number].map { ", through \(names.text($0))" } ?? ""))
      } + names.facts("Needed by:", others)
      + [ProblemText.Fact("Place:", names.text(entry.key), names.place(entry))]
    let accepting = "Accept it: verify { $0.allowCapture(of: \(names.call(entry.key))) }"
    let remedies = remedies(for: entry, heldBy: holders, isOfChild, names) + [accepting]
    return VerificationProblem(
      .capture, entry.key, holders, ProblemText(headline: headline, facts: facts, remedies: remedies))
  }

  private func remedies(
    for entry: ContainerEntry, heldBy holders: [ContainerEntry], _ isOfChild: Bool, _ names: ProblemNames
  ) -> [String] {
    // A provider of these services would resolve from their own container.
    if isOfChild || entry.objectScope.kind == .scoped {
      return holders.map { "Give \(names.text($0.key)) the scope .scoped." }
        + ["Pass the \(names.name(entry.key.serviceType)) to the function that uses it."]
    }
    let service = names.code(entry.key.serviceType)
    return [
      "Give \(names.text(entry.key)) a scope that lives as long.",
      "Take a Provider<\(service)> where it is held, and use it anew each time.",
    ]
  }
}
