import Facet

/// Finds factories that return nothing: their service is `()`, which nobody asks for.
struct EmptyServiceCheck: Check {
  func problems(in findings: Findings) -> [VerificationProblem] {
    let entries = findings.entries.filter { $0.key.serviceType == Void.self && !$0.isForward }
    guard let first = entries.first else { return [] }
    let replaced = sequence(first: findings.container, next: \.parent).flatMap(\.registry.replacements)
    let earlier = replaced.filter { $0.key.serviceType == Void.self }.flatMap { $0.earlier + [$0.old] }
    return [
      VerificationProblem(
        .failedFactory, first.key, entries,
        headline: "A factory returns nothing, so that its service is '()'.",
        facts: (earlier + entries.map(\.location)).enumerated().map {
          Fact($0 == 0 ? "Places:" : "", "registered at \($1)")
        },
        remedies: [
          "Return the service: a closure of several statements needs a return.",
          "Name the type, so that the compiler asks for it: container.register(Service.self) { resolver in … }",
        ])
    ]
  }
}
