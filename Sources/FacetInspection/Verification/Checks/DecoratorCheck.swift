import Facet

/// Finds decorators whose key or type is not registered where they are declared.
struct DecoratorCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    sequence(first: findings.container, next: \.parent).enumerated().flatMap { level, container in
      problems(ofKeys: container, level, findings) + problems(ofTypes: container, level, findings)
    }
  }

  private func problems(
    ofKeys container: Container, _ level: Int, _ findings: Findings
  ) -> [VerificationProblem] {
    container.registry.decoratorPlaces.compactMap { key, places in
      let levels = findings.entries.filter { $0.key == key }.map(\.level)
      if levels.contains(level) { return nil }
      return problem(key, places, container, isLate: levels.contains { $0 > level })
    }
  }

  /// A service that a parent registers later is not decorated, and exists beside the decorated service.
  private func problems(
    ofTypes container: Container, _ level: Int, _ findings: Findings
  ) -> [VerificationProblem] {
    container.registry.decoratorPlacesOfTypes.flatMap { type, places in
      let entries = findings.entries.filter { $0.key.serviceType == type && $0.level >= level }
      if entries.isEmpty { return [problem(ServiceKey(type), places, container, isLate: false)] }
      let seen = entries.filter { entry in
        !entries.contains { $0.key == entry.key && $0.level < entry.level }
      }
      return seen.filter { $0.level > level }.map { problem($0, places) }
    }
  }

  private func problem(_ entry: ContainerEntry, _ places: [CodeLocation]) -> VerificationProblem {
    let names = ProblemNames([entry.key])
    return VerificationProblem(
      .unusedDecorator, entry.key, [entry],
      ProblemText(
        headline: "\(names.text(entry.key)) of a parent is not wrapped by the decorator of its type.",
        facts: facts(places) + names.facts("Place:", [entry]),
        remedies: [
          "Declare the decorator after the parent has registered the service.", "Declare it in the parent.",
        ]))
  }

  private func facts(_ places: [CodeLocation]) -> [ProblemText.Fact] {
    places.enumerated().map { number, place in
      ProblemText.Fact(number == 0 ? "Decorator:" : "", "written at \(place)")
    }
  }

  /// `isLate` means that a parent has registered the key since then.
  private func problem(
    _ key: ServiceKey, _ places: [CodeLocation], _ container: Container, isLate: Bool
  ) -> VerificationProblem {
    let near =
      isLate ? [] : ResolutionError(.notRegistered, key: key, search: container.registry).nearMisses
    let names = ProblemNames([key] + near.map(\.key) + near.compactMap(\.target))
    var remedies = near.isEmpty ? [] : ["Decorate the key of a registration above."]
    remedies.append(
      isLate ? "Declare it after the parent has registered the service." : "Register \(names.text(key)).")
    return VerificationProblem(
      .unusedDecorator, key, [],
      ProblemText(
        headline: "A decorator of \(names.text(key)) has nothing to wrap.",
        facts: facts(places) + names.facts(near), remedies: remedies + ["Remove the decorator."]))
  }
}
