import Facet

/// Finds decorators whose key or type is not registered where they are declared.
struct DecoratorCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    sequence(first: findings.container, next: \.parent).enumerated().flatMap { level, container in
      let registry = container.registry
      let ofKeys = registry.decoratorPlaces.compactMap { key, places -> VerificationProblem? in
        let levels = findings.entries.filter { $0.key == key }.map(\.level)
        if levels.contains(level) { return nil }
        return problem(key, places, container, isLate: levels.contains { $0 > level })
      }
      let unused = registry.decoratorPlacesOfTypes.filter { type, _ in
        !findings.entries.contains { $0.key.serviceType == type && $0.level >= level }
      }
      return ofKeys + unused.map { problem(ServiceKey($0), $1, container, isLate: false) }
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
