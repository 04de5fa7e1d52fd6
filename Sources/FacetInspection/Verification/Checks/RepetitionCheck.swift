import Facet

/// Finds lines that register or decorate the same key twice in one container: mostly those of an assembly that two others bring.
struct RepetitionCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    sequence(first: findings.container, next: \.parent).enumerated().flatMap { level, container in
      let parts = container.registry.assemblies
      var groups: [(cause: Cause, all: [Repetition])] = []
      for repetition in repetitions(in: container.registry) {
        let ways = [repetition.first, repetition.second].map { order in
          Array(parts.indices.filter { parts[$0].orders.contains(order) }.reversed())
        }
        let cause = Cause(ways, of: repetition)
        if let place = groups.firstIndex(where: { $0.cause == cause }) {
          groups[place].all.append(repetition)
        } else {
          groups.append((cause, [repetition]))
        }
      }
      return groups.map { group in
        let ways = group.cause.ways.map { way in way.map { parts[$0].assembly } }
        return problem(group.all, ways, level, in: findings)
      }
    }
  }

  private struct Repetition {
    let key: ServiceKey
    let location: CodeLocation
    let verb: String
    /// The places in the order of registrations.
    let first, second: Int
    /// The service whose factory has registered it.
    var user: ServiceKey?
  }

  /// What repeated lines have in common that have one cause.
  private struct Cause: Equatable {
    /// The assemblies that brought the first and the second one; empty for what is registered outside of assemblies.
    var ways: [[Int]] = [[], []]
    var user: ServiceKey?

    init(_ ways: [[Int]], of repetition: Repetition) {
      if ways.contains(where: \.isEmpty) { user = repetition.user } else { self.ways = ways }
    }
  }

  private func repetitions(in registry: Registry) -> [Repetition] {
    let present = Set(registry.registrations().map(\.order))
    let registered = registry.replacements.filter { $0.old == $0.new && present.contains($0.order) }.map {
      Repetition(
        key: $0.key, location: $0.new,
        verb: registry.registration(of: $0.key)?.isForward == true ? "forwarded" : "registered",
        first: $0.oldOrder, second: $0.order, user: $0.user)
    }
    let all = registry.decorators
    let decorated = all.indices.compactMap { place -> Repetition? in
      let one = all[place]
      let alike = { (other: Decorator) in
        other.key == one.key && other.isForAll == one.isForAll && other.location == one.location
      }
      // The second one, however many there are.
      let before = all[..<place].filter(alike)
      guard before.count == 1 else { return nil }
      return Repetition(
        key: one.key, location: one.location, verb: "decorated", first: before[0].order, second: one.order)
    }
    return registered + decorated
  }

  private func problem(
    _ all: [Repetition], _ ways: [[Any.Type]], _ level: Int, in findings: Findings
  ) -> VerificationProblem {
    let first = all[0]
    let names = TypeNames(of: all.map(\.key) + all.compactMap(\.user), ways.flatMap(\.self))
    let others = all.count == 1 ? "" : all.count == 2 ? ", and one more" : ", and \(all.count - 1) more"
    let places = all.prefix(all.count > 12 ? 10 : 12).enumerated().map { number, one in
      Fact(number == 0 ? "Places:" : "", names.text(one.key), "\(one.verb) at \(one.location)")
    }
    let rest = all.count > places.count ? [Fact("", "(\(all.count - places.count) more)")] : []
    let ways = ways.map { $0.map(names.name).joined(separator: " → ") }
    let isByAssemblies = !ways.contains("")
    return VerificationProblem(
      .duplicate, first.key,
      findings.entries.filter { entry in entry.level == level && all.contains { $0.key == entry.key } },
      headline: "The same line has \(first.verb) \(names.text(first.key)) twice\(others).",
      facts: zip(["First:", "Second:"], ways).map {
        Fact($0, $1.isEmpty ? "outside of assemblies" : "by \($1)")
      }
        + places + rest,
      remedies: remedies(all, isByAssemblies: isByAssemblies, names))
  }

  private func remedies(_ all: [Repetition], isByAssemblies: Bool, _ names: TypeNames) -> [String] {
    let first = all[0]
    if isByAssemblies {
      return [
        "Apply the assembly with these lines once: list it beside the others, and do not call it in them."
      ]
    }
    if let user = first.user {
      return [
        "Register \(names.text(first.key)) where the others are registered: the factory of \(names.text(user)) runs for each instance."
      ]
    }
    if all.allSatisfy({ $0.verb == "decorated" }) {
      return [
        "Decorate it once, outside of a loop.",
        "To decorate a type under all its names, use decorateAll: container.decorateAll(\(names.metatype(first.key.serviceType))) { resolver, inner in … }",
      ]
    }
    let again =
      "Run \(all.count == 1 ? "this line" : "these lines") once for each container: make a new Container where the program begins anew."
    if all.count > 1 { return [again] }
    let type = names.metatype(first.key.serviceType)
    let loop =
      first.verb == "forwarded"
      ? "In a loop, forward each under a name: .implements(\(type), name: …)"
      : "In a loop, give each a name: container.register(\(type), name: …) { … }"
    return (first.key.name == nil ? [loop] : []) + [
      "If each request or scene has its own, register it in a child container: Container(parent: container) { $0.register(\(names.call(first.key))) { … } }",
      again,
    ]
  }
}
