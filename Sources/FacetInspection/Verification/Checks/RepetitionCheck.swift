import Facet

/// Finds lines that register or decorate the same key twice in one container: mostly those of an assembly that two others bring.
struct RepetitionCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    sequence(first: findings.container, next: \.parent).enumerated().flatMap { level, container in
      let parts = container.registry.assemblies
      var groups: [(ways: [[Int]], all: [Repetition])] = []
      for repetition in repetitions(in: container.registry) {
        let ways = [repetition.first, repetition.second].map { order in
          parts.indices.filter { parts[$0].orders.contains(order) }.reversed()
        }
        // All lines of an assembly have one cause.
        if !ways.contains(where: \.isEmpty),
          let place = groups.firstIndex(where: { $0.ways == ways.map(Array.init) })
        {
          groups[place].all.append(repetition)
        } else {
          groups.append((ways.map(Array.init), [repetition]))
        }
      }
      return groups.map { group in
        problem(group.all, group.ways.map { way in way.map { parts[$0].assembly } }, level, in: findings)
      }
    }
  }

  private struct Repetition {
    let key: ServiceKey
    let location: CodeLocation
    let verb: String
    /// The places in the order of registrations.
    let first, second: Int
  }

  private func repetitions(in registry: Registry) -> [Repetition] {
    let present = Set(registry.registrations().map(\.order))
    let registered = registry.replacements.filter { $0.old == $0.new && present.contains($0.order) }.map {
      Repetition(
        key: $0.key, location: $0.new,
        verb: registry.registration(of: $0.key)?.isForward == true ? "forwarded" : "registered",
        first: $0.oldOrder, second: $0.order)
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
    let names = TypeNames(of: all.map(\.key), ways.flatMap(\.self))
    let others = all.count == 1 ? "" : all.count == 2 ? ", and one more" : ", and \(all.count - 1) more"
    let places = all.enumerated().map { number, one in
      Fact(number == 0 ? "Places:" : "", names.text(one.key), "\(one.verb) at \(one.location)")
    }
    let ways = ways.map { $0.map(names.name).joined(separator: " → ") }
    let isByAssemblies = !ways.contains("")
    return VerificationProblem(
      .duplicate, first.key,
      findings.entries.filter { entry in entry.level == level && all.contains { $0.key == entry.key } },
      headline: "The same line has \(first.verb) \(names.text(first.key)) twice\(others).",
      facts: zip(["First:", "Second:"], ways).map {
        Fact($0, $1.isEmpty ? "outside of assemblies" : "by \($1)")
      }
        + places,
      remedies: [
        isByAssemblies
          ? "Apply the assembly with these lines once: list it beside the others, and do not call it in them."
          : "Run these lines once for each container."
      ])
  }
}
