import Facet

/// Finds services that certainly end before a service that holds them.
///
/// These are services of a scope that ends by itself, such as a request or a session, and services of a child container. A service of
/// graph or transient scope belongs to the services that got it, so what it holds is held by these, too.
struct CaptureCheck: Check {
  /// A service with a longer lifetime, and the service in between, if the hold is indirect.
  private struct Holder {
    let index: Int
    var middle: Int?
  }

  func problems(in findings: Findings) -> [VerificationProblem] {
    let needs = Dictionary(grouping: findings.wiring.edges.filter { $0.kind != .forward }) {
      findings.wiring.owner(of: $0.target)
    }
    return findings.entries.indices.compactMap { index in
      let entry = findings.entries[index]
      guard findings.wiring.owner(of: index) == index,
        !findings.options.allowedCaptures.contains(where: { $0.contains(entry.key) })
      else { return nil }
      let holders = holders(of: index, neededBy: needs[index] ?? [], in: findings)
      return holders.isEmpty ? nil : problem(entry, holders, in: findings)
    }
  }

  /// The services that hold a service and outlive it.
  private func holders(
    of index: Int, neededBy needs: [Wiring.Edge], in findings: Findings
  ) -> [Holder] {
    let held = findings.entries[index]
    var seen: Set = [index]
    var holders: [Holder] = []
    var waiting = users(of: index, among: needs, in: findings).map { Holder(index: $0) }
    while let holder = waiting.popLast() {
      guard seen.insert(holder.index).inserted else { continue }
      let entry = findings.entries[holder.index]
      if !entry.record.outlivesCycle {
        waiting += findings.immediateUsers[holder.index].map {
          Holder(index: $0, middle: holder.middle ?? holder.index)
        }
      } else if outlives(entry, held, isDirect: holder.middle == nil) {
        holders.append(holder)
      }
    }
    return holders.sorted { $0.index < $1.index }
  }

  /// The services that have a service, or will have it by a wrapper that does not help.
  ///
  /// A provider asks the container of its owner: that helps where a new instance follows the one that ended, as in a session.
  private func users(of index: Int, among needs: [Wiring.Edge], in findings: Findings) -> [Int] {
    let isReplaced = findings.entries[index].objectScope.kind == .custom
    return needs.filter { edge in
      edge.kind != .deferred || !isReplaced || findings.wiring.keptEdges.contains(edge)
    }.map(\.source)
  }

  private func outlives(_ holder: ContainerEntry, _ held: ContainerEntry, isDirect: Bool) -> Bool {
    // The service in between, built for a service of the parent, finds no services of the child.
    if held.level < holder.level, holder.record.isBuiltByOwner { return isDirect }
    return switch held.objectScope.kind {
    case .transient, .graph, .container, .weak, .perArgument: false
    // A service that a child keeps has the instance of that child, and ends with it, or before a session of the parent.
    case .scoped: holder.objectScope.kind != .scoped && holder.level >= held.level
    case .custom: holder.objectScope.keepsForGood && holder.level >= held.level
    }
  }

  private func problem(
    _ entry: ContainerEntry, _ found: [Holder], in findings: Findings
  ) -> VerificationProblem {
    let holders = found.map { findings.entries[$0.index] }
    let middles = found.map { $0.middle.map { findings.entries[$0].key } }
    let names = TypeNames(of: [entry.key] + holders.map(\.key) + middles.compactMap(\.self))
    let isOfChild = holders.contains { entry.level < $0.level }
    let headline =
      isOfChild
      ? "\(names.text(entry.key)) of a child container is held by a service of its parent."
      : "\(names.text(entry.key)) (scope: \(entry.objectScope.name)) is held by a service that lives longer."
    let facts = zip(holders, middles).enumerated().map { number, hold in
      Fact(
        number == 0 ? "Held by:" : "", names.text(hold.0.key),
        "\(hold.0.objectScope.name) scope, \(names.place(hold.0))"
          + (hold.1.map { ", through \(names.text($0))" } ?? ""))
    }
    // A provider of these services would resolve from their own container.
    let isOfContainer = isOfChild || entry.objectScope.kind == .scoped
    let isPlain = entry.key.name == nil && entry.key.signature == nil
    let call = "resolver.require(\(names.request(entry.key, in: "Provider")))"
    let remedies =
      isOfContainer
      ? holders.map { "Give \(names.text($0.key)) the scope .scoped." }
        + ["Pass the \(names.name(entry.key.serviceType)) to the function that uses it."]
      : [
        "Give \(names.text(entry.key)) a scope that lives as long.",
        "Take a \(names.code(entry.key, in: "Provider")) where it is held, and use it anew each time\(isPlain ? "." : ": \(call)")",
      ]
    return VerificationProblem(
      .capture, entry.key, holders, headline: headline, facts: facts + names.facts("Place:", [entry]),
      remedies: remedies + ["Accept it: verify { $0.allowCapture(of: \(names.call(entry.key))) }"])
  }
}
