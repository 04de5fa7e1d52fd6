import Facet
import FacetInspection
import Testing

private struct Channel { let name: String }

/// What is known of services that have one instance for each value of their arguments.
@Suite(.timeLimit(.minutes(20))) struct PerArgumentVerificationTests {
  private let container = Container()

  @Test func `a verification runs the samples in a copy`() throws {
    container.register(Channel.self) { (r, name: String) in
      if name != "inner" { _ = try r.require(Channel.self, argument: "inner") }
      return Channel(name: name)
    }.inObjectScope(.perArgument)
    container.register(String.self) { r in
      try r.require(Channel.self, argument: "one").name + r.require(Channel.self, argument: "two").name
    }
    let report = container.verify { $0.arguments(for: Channel.self, "sample") }
    #expect(report.problems.map(\.description).isEmpty)
    #expect(report.graph.nodes.map(\.scope) == ["perArgument", "graph"])
    // Pictures have a colour for the scope.
    #expect(report.graph.mermaid.contains("classDef s_perArgument fill:#d3efec,stroke:#2f857b,color:#000000"))
    #expect(report.graph.dot.contains("#d3efec"))
  }

  @Test func `a verification finds a loop of equal arguments`() {
    container.register(Channel.self) { (r, name: String) in try r.require(Channel.self, argument: name) }
      .inObjectScope(.perArgument)
    let report = container.verify { $0.arguments(for: Channel.self, "sample") }
    #expect(report.problems.map(\.kind) == [.loop])
  }
}
