import Facet

/// Finds services that must be awaited, or belong to an actor, and that others ask for without an `await`.
///
/// Each entry is judged as if the program asked for it first: what another entry has awaited by then does not count. A start counts.
struct AwaitCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    let (uses, reached) = (SynchronousUses(findings), findings.reached)
    var refused: [Int: [Wiring.Edge]] = [:]
    for edge in findings.wiring.edges where reached.contains(edge.source) {
      if let obstacle = uses.obstacle(edge) { refused[obstacle, default: []].append(edge) }
    }
    return refused.keys.sorted().map { problem($0, refused[$0]!, in: findings) }
  }

  // MARK: - Text

  private func problem(_ index: Int, _ uses: [Wiring.Edge], in findings: Findings) -> VerificationProblem {
    let entry = findings.entries[index]
    var users: [Int] = []
    let uses = uses.sorted { $0.source < $1.source }
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
      remedies: startRemedies(entry) + userRemedies(entry, uses, names, in: findings)
        + (entry.record.outlivesCycle
          ? [
            "If the program awaits it before anything else needs it, accept that: verify { $0.allowSynchronousUse(of: \(names.call(entry.key))) }"
          ] : []))
  }

  private func startRemedies(_ entry: ContainerEntry) -> [String] {
    if entry.key.signature != nil { return [] }
    let isKept = entry.staysAfterStart
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
    _ entry: ContainerEntry, _ uses: [Wiring.Edge], _ names: TypeNames, in findings: Findings
  ) -> [String] {
    var remedies: [String] = []
    func add(_ remedy: String) { if !remedies.contains(remedy) { remedies.append(remedy) } }
    for use in uses {
      let asked = findings.entries[use.target].key
      let call = "try await resolver.requireAsync(\(names.request(asked)))"
      let user = findings.entries[findings.wiring.owner(of: use.source)]
      let name = names.text(user.key)
      if use.kind == .deferred {
        let wrapper = findings.wiring.keptEdges.contains(use) ? "AsyncLazy" : "AsyncProvider"
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

/// Which needs without an `await` fail where they are the first.
private struct SynchronousUses {
  private let findings: Findings
  private let places: Places
  /// The services that a start builds, or leads to.
  private var started: Set<Int>

  init(_ findings: Findings) {
    (self.findings, places) = (findings, Places(findings))
    started = Set(
      findings.entries.indices.filter { index in
        !findings.entries[index].isForward && findings.entries[index].record.settings.isEager
      })
    let edges = findings.wiring.edges.filter { $0.kind != .deferred }
    // What is there by then opens the way to more.
    var count = 0
    while started.count > count {
      count = started.count
      for edge in edges
      where started.contains(findings.wiring.owner(of: edge.source)) && obstacle(edge) == nil {
        started.insert(findings.wiring.owner(of: edge.target))
      }
    }
  }

  /// The service that a need lacks, which must be awaited, or belongs to another actor; `nil` if the need can be served.
  func obstacle(_ edge: Wiring.Edge) -> Int? {
    let wiring = findings.wiring
    guard edge.kind != .forward, wiring.synchronousEdges.contains(edge), !wiring.takenEdges.contains(edge)
    else { return nil }
    let (source, target) = (wiring.owner(of: edge.source), wiring.owner(of: edge.target))
    // A wrapper may be used on the actor.
    let asking = edge.kind == .deferred ? nil : places.of(source, edge.kind)
    var seen: Set = [source]
    return obstacle(in: target, askedFrom: asking, &seen)
  }

  private func obstacle(
    in target: Int, askedFrom asking: Set<Places.Place>?, _ seen: inout Set<Int>
  ) -> Int? {
    let entry = findings.entries[target]
    // A loop, and what is not checked, are reported elsewhere.
    if !seen.insert(target).inserted || findings.builds[target]?.isSkipped == true || isThere(target) {
      return nil
    }
    if entry.isAsync { return target }
    if let asking, let actor = entry.actor, !places.areAll(asking, on: actor) { return target }
    // An initializer that is not awaited asks for what it takes without an await.
    let inside = asking.map { Places.own(target, .need, in: findings) ?? $0 }
    for edge in findings.wiring.takenEdges.sorted(by: { $0.target < $1.target }) where edge.source == target {
      let taken = findings.wiring.owner(of: edge.target)
      if let found = obstacle(in: taken, askedFrom: inside, &seen) { return found }
    }
    return nil
  }

  /// Whether a service is kept, and built before anybody asks for it.
  private func isThere(_ index: Int) -> Bool {
    let entry = findings.entries[index]
    let isAllowed = findings.options.allowedSynchronousUses.contains { $0.contains(entry.key) }
    // Scoped services are built by the start of a child.
    let isStarted =
      started.contains(index) && entry.staysAfterStart
      && (entry.objectScope.kind != .scoped || findings.container.parent != nil)
    return isStarted || isAllowed && entry.record.outlivesCycle
  }
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

  func areAll(_ places: Set<Place>, on actor: any Actor) -> Bool {
    places.allSatisfy { place in
      switch place {
      case .actor(let own): own == ObjectIdentifier(actor)
      case .noActor: false
      case .ofVerification: findings.isOn(actor)
      }
    }
  }

  func of(_ source: Int, _ kind: Wiring.Edge.Kind) -> Set<Place> {
    Places.own(source, kind, in: findings) ?? places[source]
  }

  /// The places of the part with its own actor; `nil` for one that runs where the service is asked for.
  static func own(_ index: Int, _ kind: Wiring.Edge.Kind, in findings: Findings) -> Set<Place>? {
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
