import Facet

/// Finds decorators whose key or type is not registered where they are declared.
struct DecoratorCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    sequence(first: findings.container, next: \.parent).enumerated().flatMap { level, container in
      let all = container.registry.decorators
      // One problem for each key or type, however many there are.
      var (first, others) = ([Decorator](), all)
      while let next = others.first {
        first.append(next)
        others.removeAll { $0.key == next.key && $0.isForAll == next.isForAll }
      }
      return first.compactMap { decorator -> VerificationProblem? in
        let levels = findings.entries.filter { decorator.wraps($0.key) }.map(\.level)
        if levels.contains(where: { $0 == level || decorator.isForAll && $0 > level }) { return nil }
        let alike = all.filter { $0.key == decorator.key && $0.isForAll == decorator.isForAll }
        return problem(
          decorator.key, alike.map(\.location), container, isLate: levels.contains { $0 > level })
      }
    }
  }

  /// `isLate` means that a parent has registered the key since then.
  private func problem(
    _ key: ServiceKey, _ places: [CodeLocation], _ container: Container, isLate: Bool
  ) -> VerificationProblem {
    let near =
      isLate ? [] : ResolutionError(.notRegistered, key: key, search: container.registry).nearMisses
    let names = TypeNames(of: [key] + near.map(\.key) + near.compactMap(\.target))
    var remedies = near.isEmpty ? [] : ["Decorate the key of a registration above."]
    remedies.append(
      isLate ? "Declare it after the parent has registered the service." : "Register \(names.text(key)).")
    return VerificationProblem(
      .unusedDecorator, key, [], headline: "A decorator of \(names.text(key)) has nothing to wrap.",
      facts: places.map { Fact($0 == places[0] ? "Decorator:" : "", "written at \($0)") } + names.facts(near),
      remedies: remedies + ["Remove the decorator."])
  }
}
