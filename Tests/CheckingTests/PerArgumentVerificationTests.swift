import Facet
import FacetInspection
import Testing

private final class Channel {
  let name: String
  let next: Channel?
  init(_ name: String, next: Channel? = nil) {
    self.name = name
    self.next = next
  }
}

/// What is known of services that have one instance for each value of their arguments.
@Suite(.timeLimit(.minutes(20))) struct PerArgumentVerificationTests {
  private let container = Container()

  private func register(_ name: String? = nil, _ scope: ObjectScope = .perArgument) {
    container.register(Channel.self, name: name) { (_, text: String, _: Int) in Channel(text) }
      .inObjectScope(scope)
  }

  @Test func `a verification runs the samples in a copy`() throws {
    container.register(Channel.self) { (r, name: String) in
      Channel(name, next: name == "inner" ? nil : try r.require(Channel.self, argument: "inner"))
    }.inObjectScope(.perArgument)
    container.register(String.self) { r in
      try r.require(Channel.self, argument: "one").name + r.require(Channel.self, argument: "two").name
    }
    let report = container.verify { $0.arguments(for: Channel.self, "sample") }
    #expect(report.problems.map(\.description).isEmpty)
    #expect(report.graph.nodes.map(\.scope) == ["perArgument", "graph"])
  }

  @Test func `a verification finds a loop of equal arguments`() {
    container.register(Channel.self) { (r, name: String) in
      Channel(name, next: try r.require(Channel.self, argument: name))
    }.inObjectScope(.perArgument)
    let report = container.verify { $0.arguments(for: Channel.self, "sample") }
    #expect(report.problems.map(\.kind) == [.loop])
  }

  @Test func `pictures have a colour for the scope`() {
    register()
    let graph = container.graph()
    #expect(graph.mermaid.contains("classDef s_perArgument fill:#d3efec,stroke:#2f857b,color:#000000"))
    #expect(graph.dot.contains("#d3efec"))
  }
}
