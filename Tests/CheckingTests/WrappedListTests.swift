import Facet
import FacetInspection
import Testing
import FacetTestSupport

private protocol Rule: Sendable {}
private final class Length: Rule {}
private final class Checker: Sendable {
  init(rules: Lazy<[any Rule]>, maybe: [any Rule]?, byName: Provider<[String: any Rule]>) {}
}
private final class Reader: Sendable {
  init(rules: [any Rule]) {}
}

/// Lists in wrappers are needs as the lists themselves are.
@Suite(.timeLimit(.minutes(20))) struct WrappedListTests {
  private func makeContainer() -> Container {
    let container = Container()
    container.register((any Rule).self, name: "length", fileID: "Shop/Rules.swift", line: 1) { _ in Length() }
    return container
  }

  @Test func `an initializer that takes them has no problem, and draws what they are made of`() {
    let container = makeContainer()
    container.autoregister(Checker.self, initializer: Checker.init)
    let report = container.verify()
    #expect(report.problems.isEmpty)
    #expect(report.unreached.map { "\($0.key)" } == ["'Checker'"])
  }

  @Test func `so has a factory that asks for them`() {
    let container = makeContainer()
    container.register(Reader.self) { r in
      _ = try r.require(Lazy<[any Rule]>.self)
      return Reader(rules: try r.require([any Rule]?.self) ?? [])
    }
    let report = container.verify()
    #expect(report.problems.isEmpty)
    #expect(report.unreached.map { "\($0.key)" } == ["'Reader'"])
  }
}
