import Facet

/// Finds decorators of keys that are not registered where they are declared.
struct DecoratorCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    sequence(first: findings.container, next: \.parent).enumerated().flatMap { level, container in
      container.registry.decoratorPlaces.compactMap { key, places in
        let levels = findings.entries.filter { $0.key == key }.map(\.level)
        if levels.contains(level) { return nil }
        return problem(key, places, container, isLate: levels.contains { $0 > level })
      }
    }
  }

  /// `isLate` says that a parent has registered the key since.
  private func problem(
    _ key: ServiceKey, _ places: [CodeLocation], _ container: Container, isLate: Bool
  ) -> VerificationProblem {
    let near =
      isLate ? [] : ResolutionError(.notRegistered, key: key, search: container.registry).nearMisses
    let names = ProblemNames([key] + near.map(\.key) + near.compactMap(\.target))
    let decorators = places.enumerated().map { number, place in
      ProblemText.Fact(number == 0 ? "Decorator:" : "", "written at \(place)")
    }
    var remedies = near.isEmpty ? [] : ["Decorate the key of a registration above."]
    remedies.append(
      isLate ? "Declare it after the parent has registered the service." : "Register \(names.text(key)).")
    return VerificationProblem(
      .unusedDecorator, key, [],
      ProblemText(
        headline: "A decorator of \(names.text(key)) has nothing to wrap.",
        facts: decorators + names.facts(near), remedies: remedies + ["Remove the decorator."]))
  }
}
