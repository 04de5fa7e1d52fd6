import Facet

/// Finds orders of ends, said by `closes(before:)`, that have no effect: those that name no service, or that cannot be.
struct CloseOrderCheck: Check {
  /// A service that is to end before others of a key, by their entries.
  private struct Said {
    let entry: Int
    let key: ServiceKey
    let later: [Int]
  }

  func problems(in findings: Findings) -> [VerificationProblem] {
    let all = findings.entries.indices.flatMap { said(by: $0, in: findings) }
    let order = EndOrder(
      needs: needs(in: findings), said: all.flatMap { one in one.later.map { (one.entry, $0) } })
    var circles: [Set<Int>] = []
    return all.flatMap { one -> [VerificationProblem] in
      let entry = findings.entries[one.entry]
      if one.later.isEmpty { return [missing(entry, one.key, in: findings)] }
      // With any arguments: those of others count.
      let others = one.later.filter { $0 != one.entry }
      if others.isEmpty { return [ofItself(entry)] }
      if let problem = unkept(entry, others.map { findings.entries[$0] }) { return [problem] }
      return others.compactMap { later in
        guard let way = order.obstacle(one.entry, before: later) else { return nil }
        let entries = way.map { findings.entries[$0] }
        let needs = zip(way, way.dropFirst()).map { order.isNeeded($1, by: $0) }
        if needs.allSatisfy(\.self), !order.isNeeded(later, by: one.entry) { return needed(entry, entries) }
        if circles.contains(Set(way)) { return nil }
        circles.append(Set(way))
        return circle([entry] + entries, hasNeed: needs.contains(true))
      }
    }
  }

  private func said(by index: Int, in findings: Findings) -> [Said] {
    guard findings.wiring.owner(of: index) == index else { return [] }
    let entry = findings.entries[index]
    return entry.record.settings.laterEnds.map { end in
      let later = findings.entries.indices.filter { other in
        let (key, level) = (findings.entries[other].key, findings.entries[other].level)
        return key.serviceType == end.serviceType && key.name == end.name && level >= entry.level
      }
      return Said(
        entry: index, key: ServiceKey(end.serviceType, name: end.name),
        later: later.map(findings.wiring.owner).reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    }
  }

  /// What a close sees: what a service got while it was built, or by a lazy.
  private func needs(in findings: Findings) -> [Int: Set<Int>] {
    findings.wiring.edges.reduce(into: [:]) { needs, edge in
      guard edge.kind != .deferred || findings.wiring.keptEdges.contains(edge) else { return }
      let (user, used) = (findings.wiring.owner(of: edge.source), findings.wiring.owner(of: edge.target))
      if user != used { needs[user, default: []].insert(used) }
    }
  }

  // MARK: - Texts

  private let removal = "Remove the closes(before:)."

  private func missing(_ entry: ContainerEntry, _ key: ServiceKey, in findings: Findings)
    -> VerificationProblem
  {
    let registry = findings.registry(atLevel: entry.level)
    let near = ResolutionError(.notRegistered, key: key, search: registry).nearMisses
    let names = TypeNames(of: [entry.key, key] + near.map(\.key) + near.compactMap(\.target))
    return VerificationProblem(
      .unusedCloseOrder, entry.key, [entry],
      headline: "\(names.text(entry.key)) closes before \(names.text(key)), which is not registered.",
      facts: names.facts("Place:", [entry]) + names.facts(near),
      remedies: (near.isEmpty ? [] : ["Name the key of a registration above."])
        + ["Register \(names.text(key)).", removal])
  }

  private func ofItself(_ entry: ContainerEntry) -> VerificationProblem {
    let names = TypeNames(of: [entry.key])
    return VerificationProblem(
      .unusedCloseOrder, entry.key, [entry], headline: "\(names.text(entry.key)) closes before itself.",
      facts: names.facts("Place:", [entry]), remedies: ["Name the service that ends later.", removal])
  }

  private func unkept(_ entry: ContainerEntry, _ others: [ContainerEntry]) -> VerificationProblem? {
    func isKept(_ entry: ContainerEntry) -> Bool {
      ![.transient, .graph, .weak].contains(entry.objectScope.kind)
    }
    let isEntry = !isKept(entry)
    guard isEntry || !others.contains(where: isKept) else { return nil }
    // Its action at the end is a problem already.
    if isEntry, !entry.record.settings.disposers.isEmpty { return nil }
    let unkept = isEntry ? entry : others[0]
    let names = TypeNames(of: [entry.key, unkept.key, others[0].key])
    let name = names.text(unkept.key)
    return VerificationProblem(
      .unusedCloseOrder, entry.key, [entry],
      headline: "\(names.text(entry.key)) closes before \(names.text(others[0].key)),"
        + " but the container does not keep \(name).",
      facts: names.facts("Places:", isEntry ? [entry] : [entry, unkept])
        + [Fact("Scope:", "\(unkept.objectScope.name), of \(name)")],
      remedies: ["Let the container keep it: .inObjectScope(.container)", removal])
  }

  /// `way` is the way from the other service to the entry.
  private func needed(_ entry: ContainerEntry, _ way: [ContainerEntry]) -> VerificationProblem {
    let names = TypeNames(of: way.map(\.key))
    let (first, later) = (names.text(entry.key), names.text(way[0].key))
    return VerificationProblem(
      .unusedCloseOrder, entry.key, [entry], headline: "\(first) closes before \(later), which needs it.",
      facts: [Fact("Path:", way.map { names.step($0.key) }.joined(separator: " → "))]
        + names.facts("Places:", way),
      remedies: ["Remove the closes(before:): \(later) ends first.", "Let \(later) not need \(first)."])
  }

  /// `circle` ends where it begins.
  private func circle(_ circle: [ContainerEntry], hasNeed: Bool) -> VerificationProblem {
    let names = TypeNames(of: circle.map(\.key))
    return VerificationProblem(
      .unusedCloseOrder, circle[0].key, Array(circle.dropLast()),
      headline: "\(names.text(circle[0].key)) is to close before itself: the order is a circle.",
      facts: [Fact("Order:", circle.map { names.step($0.key) }.joined(separator: " → "))]
        + names.facts("Places:", Array(circle.dropLast())),
      remedies: ["Remove one closes(before:) of the circle."]
        + (hasNeed ? ["Remove a need of the circle."] : []))
  }
}
