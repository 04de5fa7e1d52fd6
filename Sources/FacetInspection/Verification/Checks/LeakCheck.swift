import Facet

/// Finds services that a container keeps and that keep the container: both stay alive until the container is closed.
struct LeakCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    findings.leaks.compactMap { leak in
      let entry = findings.entries[leak.index]
      let holders = keepers(of: leak.index, in: findings).map { findings.entries[$0] }
      let isAllowed = ([entry] + holders).contains { entry in
        findings.options.allowedLeaks.contains { $0.contains(entry.key) }
      }
      return isAllowed || holders.isEmpty ? nil : problem(entry, holders, isChild: leak.isChild)
    }
  }

  /// The kept services that have this service, directly or through services that they alone hold; the service itself if it is kept.
  private func keepers(of index: Int, in findings: Findings) -> [Int] {
    var (keepers, seen, waiting): ([Int], Set<Int>, [Int]) = ([], [index], [index])
    while let next = waiting.popLast() {
      if findings.entries[next].objectScope.keepsInstances {
        keepers.append(next)
      } else {
        waiting += findings.immediateUsers[next].filter { seen.insert($0).inserted }
      }
    }
    return keepers.sorted()
  }

  private func problem(_ entry: ContainerEntry, _ holders: [ContainerEntry], isChild: Bool)
    -> VerificationProblem
  {
    let names = ProblemNames([entry.key] + holders.map(\.key))
    let service = names.text(entry.key)
    let isHeld = !entry.objectScope.keepsInstances
    let what =
      isChild
      ? "\(service) keeps its parent alive, which keeps it."
      : "\(service) keeps its container alive: it holds the resolver that it was made with."
    var facts = [ProblemText.Fact("Place:", service, names.place(entry))]
    if isHeld {
      facts += holders.enumerated().map { number, holder in
        ProblemText.Fact(
          number == 0 ? "Held by:" : "", names.text(holder.key),
          "\(holder.objectScope.name) scope, \(names.place(holder))")
      }
    }
    let instead =
      isChild
      ? "Register it in transient scope, so that its user keeps the child."
      : "Take a Lazy or a Provider of its dependencies instead of the resolver."
    return VerificationProblem(
      .leak, entry.key, [entry] + (isHeld ? holders : []),
      ProblemText(
        headline: what, facts: facts,
        remedies: [
          instead, "Close the container when it is no longer needed. Closing releases its instances.",
          "Accept it: verify { $0.allowLeak(by: \(names.call(entry.key))) }",
        ]))
  }
}
