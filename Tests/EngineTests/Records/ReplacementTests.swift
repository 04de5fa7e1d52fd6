import Testing

@testable import Facet

/// What a registry notes of registrations that took the place of others.
@Suite(.timeLimit(.minutes(20))) struct ReplacementTests {
  @Test func `what is registered knows what it replaced, in order, and the others fill no memory`() {
    let container = Container()
    for round in 0..<1_000 {
      container.register(Int.self, line: round % 2) { _ in round }
      container.register(Int.self, name: "named") { _ in round }
    }
    let replacements = container.registry.replacements
    #expect(replacements.map(\.new.line) == [1, #line - 3])
    #expect(replacements.map(\.old.line) == [0, #line - 4])
    #expect(replacements.map(\.order) == replacements.map(\.order).sorted())
  }
}
