import Facet

/// Finds services that must be awaited, or belong to an actor, and that others ask for without an `await`.
///
/// Each entry is judged as if the program asked for it first: what another entry has awaited by then does not count. A start counts.
struct AwaitCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    let (uses, reached) = (SynchronousUses(findings), findings.reached)
    var refused: [Int: [Wiring.Use]] = [:]
    // A loop is one problem: with an await, it would be a loop all the same.
    let loops = LoopCheck().loops(in: findings)
    func isInLoop(_ edge: Wiring.Edge) -> Bool {
      edge.kind != .deferred && loops.contains { $0.contains(edge.source) && $0.contains(edge.target) }
    }
    for use in findings.wiring.unawaited where reached.contains(use.edge.source) && !isInLoop(use.edge) {
      if let obstacle = uses.obstacle(use) { refused[obstacle, default: []].append(use) }
    }
    return refused.keys.sorted().map { problem($0, refused[$0]!, in: findings) }
  }

  // MARK: - Text

  private func problem(_ index: Int, _ parts: [Wiring.Use], in findings: Findings) -> VerificationProblem {
    let entry = findings.entries[index]
    var users: [Int] = []
    let parts = parts.sorted { $0.edge.source < $1.edge.source }
    let uses = parts.map(\.edge)
    for use in uses where !users.contains(use.source) { users.append(use.source) }
    let entries = users.map { findings.entries[$0] }
    let names = TypeNames(of: [entry.key] + entries.map(\.key) + uses.map { findings.entries[$0.target].key })
    let name = names.text(entry.key)
    let obstacle =
      entry.isAsync
      ? "is built asynchronously" : "belongs to \(entry.actor.map(TypeNames.name) ?? "an actor")"
    let facts = entries.enumerated().map { number, user in
      let own = uses.filter { findings.entries[$0.source].order == user.order }
      let isDeferred = own.allSatisfy { $0.kind == .deferred }
      // An initializer in between.
      let through = own.map { findings.wiring.owner(of: $0.target) }.first { $0 != index }.map {
        findings.entries[$0].key
      }
      return Fact(
        number == 0 ? "Needed by:" : "", names.text(user.key),
        names.place(user) + (isDeferred ? ", through a wrapper that does not await" : "")
          + (through.map { ", through \(names.text($0))" } ?? ""))
    }
    return VerificationProblem(
      .needsAwait, entry.key, entries,
      headline: "\(name) \(obstacle), and is needed without an await.",
      facts: facts + names.facts("Place:", [entry]),
      remedies: startRemedies(entry) + userRemedies(entry, parts, names, in: findings)
        + (entry.record.outlivesCycle
          ? [
            "If the program awaits it before anything else needs it, accept that: verify { $0.allowSynchronousUse(of: \(names.call(entry.key))) }"
          ] : []))
  }

  private func startRemedies(_ entry: ContainerEntry) -> [String] {
    if entry.key.signature != nil { return [] }
    let isKept = entry.staysAfterStart
    if isKept, entry.objectScope.kind == .scoped, entry.record.settings.isEager {
      return ["Verify a child container, whose start builds it: try await child.startAsync()"]
    }
    if isKept, entry.objectScope.kind == .scoped {
      return [
        "Let the start of each child container build it: add .startsEagerly() where it is registered, try await child.startAsync(), and verify a child."
      ]
    }
    if entry.record.settings.isEager { return ["Let its scope keep it: .inObjectScope(.container)"] }
    return [
      "Let \(isKept ? "" : "its scope keep it, and ")a start build it: add \(isKept ? "" : ".inObjectScope(.container)").startsEagerly() where it is registered, and try await container.startAsync() where the program begins."
    ]
  }

  private func userRemedies(
    _ entry: ContainerEntry, _ uses: [Wiring.Use], _ names: TypeNames, in findings: Findings
  ) -> [String] {
    var remedies: [String] = []
    func add(_ remedy: String) { if !remedies.contains(remedy) { remedies.append(remedy) } }
    for use in uses.map(\.edge) {
      let asked = findings.entries[use.target].key
      let call = "try await resolver.requireAsync(\(names.request(asked)))"
      let user = findings.entries[findings.wiring.owner(of: use.source)]
      let name = names.text(user.key)
      if use.kind == .deferred {
        let wrapper = findings.wiring.keptEdges.contains(use) ? "AsyncLazy" : "AsyncProvider"
        if findings.wiring.isOfProperty(use) {
          add(
            "Give \(name) its asynchronous form in place of the property, by its factory: resolver.require(\(names.request(asked, in: "AsyncLazy")))"
          )
          continue
        }
        add(
          user.needs == nil
            ? "Ask for its asynchronous form in \(name): resolver.require(\(names.request(asked, in: wrapper)))"
            : "Take its asynchronous form in the initializer of \(name), and await its use: \(names.code(asked, in: wrapper))"
        )
        continue
      }
      if let actor = entry.actor, !entry.isAsync, !user.isAsync {
        let place = TypeNames.name(of: actor)
        if user.actor == nil { add("If the program asks for \(name) on \(place), verify it there.") }
        add("Register \(name) in code of \(place): then it is built there, too.")
      }
      // A decorator cannot await: the factory does.
      let place = use.kind == .completion ? "initCompleted" : "factory"
      let canAwait =
        use.kind == .completion
        ? user.record.settings.completions.contains(where: \.isAwaited)
        : user.record.recipe.asyncFactory != nil
      add(
        canAwait
          ? "Await it in the \(place) of \(name): \(call)"
          : "Give \(name) an asynchronous \(place), and await it there: \(call)")
    }
    return remedies
  }
}
