import Facet

/// Finds decorators whose key or type is not registered where they are declared.
struct DecoratorCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    let line = Array(sequence(first: findings.container, next: \.parent).enumerated())
    func isRegistered(_ decorator: Decorator, at isLevel: (Int) -> Bool) -> Bool {
      findings.entries.contains { isLevel($0.level) && decorator.wraps($0.key) }
    }
    // An overriding copy may have declared one decorator in several containers, and a decorator of a child may wrap its service in the parent.
    let used =
      line.flatMap { level, container in
        container.registry.decorators.filter { isRegistered($0) { $0 == level } }
      } + findings.entries.flatMap(\.record.settings.decorators)
    return line.flatMap { level, container in
      var unused = container.registry.decorators.filter { decorator in !used.contains { $0 === decorator } }
      var problems: [VerificationProblem] = []
      // One problem for each key or type, however many there are.
      while let first = unused.first {
        let alike = unused.filter { $0.key == first.key && $0.isForAll == first.isForAll }
        unused.removeAll { decorator in alike.contains { $0 === decorator } }
        problems.append(
          problem(first.key, alike.map(\.location), container, isAbove: isRegistered(first) { $0 > level }))
      }
      return problems
    }
  }

  /// `isAbove` means that a parent has registered the key since then.
  private func problem(
    _ key: ServiceKey, _ places: [CodeLocation], _ container: Container, isAbove: Bool
  ) -> VerificationProblem {
    let near =
      isAbove ? [] : ResolutionError(.notRegistered, key: key, search: container.registry).nearMisses
    let names = TypeNames(of: [key] + near.map(\.key) + near.compactMap(\.target))
    var remedies = near.isEmpty ? [] : ["Decorate the key of a registration above."]
    remedies.append(
      isAbove ? "Decorate it in the container that registers it." : "Register \(names.text(key)).")
    return VerificationProblem(
      .unusedDecorator, key, [], headline: "A decorator of \(names.text(key)) has nothing to wrap.",
      facts: places.map { Fact($0 == places[0] ? "Decorator:" : "", "written at \($0)") } + names.facts(near),
      remedies: remedies + ["Remove the decorator."])
  }
}
