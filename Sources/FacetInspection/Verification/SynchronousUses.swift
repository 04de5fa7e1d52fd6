import Facet

/// Which needs without an `await` fail where they are the first.
struct SynchronousUses {
  private let findings: Findings
  private let places: Places
  /// The services that a start builds, or leads to.
  private var started: Set<Int> = []
  /// Whether the start runs factories that this verification did not run: what these build is not known.
  private let isStartUnknown: Bool

  /// One service that a start leads to.
  private struct Start: Hashable {
    let index: Int
    /// Where it is asked for.
    let asked: Set<Places.Place>
  }

  init(_ findings: Findings) {
    (self.findings, places) = (findings, Places(findings))
    isStartUnknown = findings.entries.indices.contains { index in
      let entry = findings.entries[index]
      return !entry.isForward && entry.record.settings.isEager && entry.record.recipe.needs == nil
        && findings.builds[index]?.isDone != true
    }
    let uses = Dictionary(grouping: findings.wiring.unawaited, by: \.edge)
    let needs = Dictionary(
      grouping: findings.wiring.edges.filter { $0.kind != .deferred && $0.kind != .forward }
    ) {
      findings.wiring.owner(of: $0.source)
    }
    let eager = findings.entries.indices.filter { index in
      !findings.entries[index].isForward && findings.entries[index].record.settings.isEager
    }
    // What is there by then opens the way to more.
    var count = -1
    while started.count > count {
      count = started.count
      var known: Set<Start> = []
      var waiting = eager.map { Start(index: $0, asked: [.noActor]) }
      while let start = waiting.popLast() {
        guard known.insert(start).inserted else { continue }
        let own = needs[start.index] ?? []
        let isRefused = own.contains { edge in
          uses[edge]?.contains { use in
            obstacle(use, askedFrom: Places.own(start.index, use.part, in: findings) ?? start.asked) != nil
          } == true
        }
        if isRefused { continue }
        started.insert(start.index)
        waiting += own.map { edge in
          Start(
            index: findings.wiring.owner(of: edge.target),
            asked: Places.own(start.index, edge.part, in: findings) ?? start.asked)
        }
      }
    }
  }

  /// The service that a need lacks, which must be awaited, or belongs to another actor; `nil` if the need can be served.
  func obstacle(_ use: Wiring.Use) -> Int? {
    let source = findings.wiring.owner(of: use.edge.source)
    return obstacle(use, askedFrom: places.of(source, use.part))
  }
  private func obstacle(_ use: Wiring.Use, askedFrom asking: Set<Places.Place>) -> Int? {
    let wiring = findings.wiring
    if use.edge.kind == .deferred, wiring.isFound(use.edge) { return nil }
    let source = wiring.owner(of: use.edge.source)
    var seen: Set = [source]
    // A wrapper may be used on the actor.
    return obstacle(
      in: wiring.owner(of: use.edge.target), after: use.got,
      askedFrom: use.edge.kind == .deferred ? nil : asking, &seen)
  }

  private func obstacle(
    in target: Int, after got: Set<Int>, askedFrom asking: Set<Places.Place>?, _ seen: inout Set<Int>
  ) -> Int? {
    let entry = findings.entries[target]
    // A loop, and what is not checked, are reported elsewhere.
    if !seen.insert(target).inserted || findings.builds[target]?.isSkipped == true || isThere(target) {
      return nil
    }
    if entry.isAsync { return target }
    if let asking, let actor = entry.actor, !places.areAll(asking, on: actor) { return target }
    // An initializer that is not awaited asks for what it takes without an await, and finds what was got around it.
    let inside = asking.map { Places.own(target, .factory, in: findings) ?? $0 }
    for taken in findings.wiring.taken[target] {
      if got.contains(taken), findings.entries[taken].objectScope.kind != .transient { continue }
      if let found = obstacle(in: taken, after: got, askedFrom: inside, &seen) { return found }
    }
    return nil
  }

  /// Whether a service is kept, and built before anybody asks for it.
  private func isThere(_ index: Int) -> Bool {
    let entry = findings.entries[index]
    let isAllowed = findings.options.allowedSynchronousUses.contains { $0.contains(entry.key) }
    // Scoped services are built by the start of a child.
    let isStarted =
      (isStartUnknown || started.contains(index)) && entry.staysAfterStart
      && (entry.objectScope.kind != .scoped || findings.container.parent != nil)
    return isStarted || isAllowed && entry.record.outlivesCycle
  }
}

extension ContainerEntry {
  /// Whether its scope keeps what a start has built.
  var staysAfterStart: Bool { [.container, .custom, .scoped].contains(objectScope.kind) }
}
