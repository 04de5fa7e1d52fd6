import Facet

/// Finds services that must be awaited, or belong to an actor, and that others ask for without an `await`.
///
/// Each entry is judged as if the program asked for it first: what another entry has awaited by then does not count. A start counts.
struct AwaitCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    let places = Places(findings)
    let refused = Set(findings.wiring.edges.filter { isRefused($0, places, in: findings) })
    let (started, reached) = (started(refused, in: findings), findings.reached)
    var uses: [Int: [Wiring.Edge]] = [:]
    for edge in refused where reached.contains(edge.source) {
      let target = findings.wiring.owner(of: edge.target)
      if !isThere(target, started, in: findings) { uses[target, default: []].append(edge) }
    }
    return uses.keys.sorted().map { problem($0, uses[$0]!, in: findings) }
  }

  /// The services that a start builds, or leads to.
  private func started(_ refused: Set<Wiring.Edge>, in findings: Findings) -> Set<Int> {
    var waiting = findings.entries.indices.filter { index in
      !findings.entries[index].isForward && findings.entries[index].record.settings.isEager
    }
    let built = findings.wiring.edges.filter { $0.kind != .deferred && !refused.contains($0) }
    let needs = Dictionary(grouping: built, by: \.source)
    var started = Set(waiting)
    while let index = waiting.popLast() {
      let targets = (needs[index] ?? []).map { findings.wiring.owner(of: $0.target) }
      waiting += targets.filter { started.insert($0).inserted }
    }
    return started
  }

  /// Whether a service is kept, and built before anybody asks for it.
  private func isThere(_ index: Int, _ started: Set<Int>, in findings: Findings) -> Bool {
    let entry = findings.entries[index]
    let isAllowed = findings.options.allowedSynchronousUses.contains { $0.contains(entry.key) }
    return isAllowed && entry.record.outlivesCycle || started.contains(index) && entry.staysAfterStart
  }

  /// Whether a need fails unless the service is there.
  private func isRefused(_ edge: Wiring.Edge, _ places: Places, in findings: Findings) -> Bool {
    guard edge.kind != .forward, findings.wiring.synchronousEdges.contains(edge) else { return false }
    let (source, target) = (findings.wiring.owner(of: edge.source), findings.wiring.owner(of: edge.target))
    // A loop, and what is not checked, are reported elsewhere.
    if source == target || findings.builds[target]?.isSkipped == true { return false }
    if findings.entries[target].isAsync { return true }
    // A wrapper may be used on the actor.
    guard edge.kind != .deferred, let actor = findings.entries[target].actor else { return false }
    return !places.areAll(of: source, edge.kind, on: actor)
  }

  // MARK: - Text

  private func problem(_ index: Int, _ uses: [Wiring.Edge], in findings: Findings) -> VerificationProblem {
    let entry = findings.entries[index]
    var users: [Int] = []
    let uses = uses.sorted { $0.source < $1.source }
    for use in uses where !users.contains(use.source) { users.append(use.source) }
    let entries = users.map { findings.entries[$0] }
    let names = TypeNames(of: [entry.key] + entries.map(\.key))
    let name = names.text(entry.key)
    let obstacle =
      entry.isAsync
      ? "is built asynchronously" : "belongs to \(entry.actor.map(TypeNames.name) ?? "an actor")"
    let facts = entries.enumerated().map { number, user in
      let isDeferred = uses.allSatisfy {
        findings.entries[$0.source].order != user.order || $0.kind == .deferred
      }
      return Fact(
        number == 0 ? "Needed by:" : "", names.text(user.key),
        names.place(user) + (isDeferred ? ", through a wrapper that does not await" : ""))
    }
    return VerificationProblem(
      .needsAwait, entry.key, entries,
      headline: "\(name) \(obstacle), and is needed without an await.",
      facts: facts + names.facts("Place:", [entry]),
      remedies: startRemedies(entry) + userRemedies(entry, uses, names, in: findings)
        + (entry.record.outlivesCycle
          ? [
            "If the program awaits it before anything else needs it, accept that: verify { $0.allowSynchronousUse(of: \(names.call(entry.key))) }"
          ] : []))
  }

  private func startRemedies(_ entry: ContainerEntry) -> [String] {
    if entry.key.signature != nil { return [] }
    let isKept = entry.staysAfterStart
    if entry.record.settings.isEager { return ["Let its scope keep it: .inObjectScope(.container)"] }
    return [
      "Let \(isKept ? "" : "its scope keep it, and ")a start build it: add \(isKept ? "" : ".inObjectScope(.container)").startsEagerly() where it is registered, and try await container.startAsync() where the program begins."
    ]
  }

  private func userRemedies(
    _ entry: ContainerEntry, _ uses: [Wiring.Edge], _ names: TypeNames, in findings: Findings
  ) -> [String] {
    var remedies: [String] = []
    func add(_ remedy: String) { if !remedies.contains(remedy) { remedies.append(remedy) } }
    let call = "try await resolver.requireAsync(\(names.request(entry.key)))"
    for use in uses {
      let user = findings.entries[findings.wiring.owner(of: use.source)]
      let name = names.text(user.key)
      if use.kind == .deferred {
        let wrapper = findings.wiring.keptEdges.contains(use) ? "AsyncLazy" : "AsyncProvider"
        add(
          user.needs == nil
            ? "Ask for its asynchronous form in \(name): resolver.require(\(names.request(entry.key, in: wrapper)))"
            : "Take its asynchronous form in the initializer of \(name), and await its use: \(names.code(entry.key, in: wrapper))"
        )
        continue
      }
      if let actor = entry.actor, !entry.isAsync, !user.isAsync {
        let place = TypeNames.name(of: actor)
        if user.actor == nil { add("If the program asks for \(name) on \(place), verify it there.") }
        add("Register \(name) in code of \(place): then it is built there, too.")
      }
      let part = use.kind == .completion ? "initCompleted" : "factory"
      add(
        user.isAsync
          ? "Await it in the \(part) of \(name): \(call)"
          : "Give \(name) an asynchronous \(part), and await it there: \(call)")
    }
    return remedies
  }
}

extension ContainerEntry {
  /// Whether its scope keeps what a start has built.
  fileprivate var staysAfterStart: Bool { [.container, .custom, .scoped].contains(objectScope.kind) }
}

/// Where the parts of services run.
private struct Places {
  enum Place: Hashable {
    case actor(ObjectIdentifier), noActor, ofVerification
  }
  private let findings: Findings
  /// The places of each service's synchronous parts.
  private var places: [Set<Place>]

  init(_ findings: Findings) {
    self.findings = findings
    places = findings.entries.indices.map { Places.own($0, .need, in: findings) ?? [.ofVerification] }
    // A part without an actor runs where the service is asked for.
    let edges = findings.wiring.edges.filter { $0.kind == .need || $0.kind == .completion }
    var isChanged = true
    while isChanged {
      isChanged = false
      for edge in edges {
        let (source, target) = (
          findings.wiring.owner(of: edge.source), findings.wiring.owner(of: edge.target)
        )
        if Places.own(target, .need, in: findings) != nil { continue }
        let asking = of(source, edge.kind)
        if !places[target].isSuperset(of: asking) {
          places[target].formUnion(asking)
          isChanged = true
        }
      }
    }
  }

  /// Whether a part of a service runs on an actor, whoever asks for the service.
  func areAll(of source: Int, _ kind: Wiring.Edge.Kind, on actor: any Actor) -> Bool {
    of(source, kind).allSatisfy { place in
      switch place {
      case .actor(let own): own == ObjectIdentifier(actor)
      case .noActor: false
      case .ofVerification: findings.isOn(actor)
      }
    }
  }

  private func of(_ source: Int, _ kind: Wiring.Edge.Kind) -> Set<Place> {
    Places.own(source, kind, in: findings) ?? places[source]
  }

  /// The places of the part with its own actor; `nil` for one that runs where the service is asked for.
  private static func own(_ index: Int, _ kind: Wiring.Edge.Kind, in findings: Findings) -> Set<Place>? {
    let (entry, record) = (findings.entries[index], findings.entries[index].record)
    guard entry.isAsync else {
      let own = findings.isAwaited ? record.actorToVisit?.actor : record.enforcedActor
      return own.map { [.actor(ObjectIdentifier($0))] }
    }
    let parts =
      kind == .completion
      ? record.settings.completions.map(\.isolation)
      : [record.recipe.isolation] + record.settings.decorators.map(\.isolation)
    let actors = parts.compactMap { $0?.actor }
    if !actors.isEmpty { return Set(actors.map { .actor(ObjectIdentifier($0)) }) }
    // A synchronous factory of graph or transient scope runs in the task of who asks.
    return record.recipe.asyncFactory != nil || record.outlivesCycle ? [.noActor] : nil
  }
}
