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
@Suite(.timeLimit(.minutes(5))) struct PerArgumentTests {
  private let container = Container()

  private func register(_ name: String? = nil, _ scope: ObjectScope = .perArgument) {
    container.register(Channel.self, name: name) { (_, text: String, _: Int) in Channel(text) }
      .inObjectScope(scope)
  }

  @Test func `every instance is given with its arguments, in the order of creation`() throws {
    register()
    register("limited", .perArgument(limit: 1))
    register("weak", .perArgument(weakly: true))
    container.register(Channel.self) { _ in Channel("plain") }.inObjectScope(.perArgument)
    let ask = { [container] name, text, number in
      try container.require(Channel.self, name: name, arguments: text as String, number as Int)
    }
    let first = try ask(nil, "a", 1)
    _ = try ask("limited", "b", 2)
    let held = try ask("weak", "c", 3)
    _ = try ask(nil, "d", 4)
    _ = try ask("limited", "e", 5)
    _ = try ask("weak", "gone", 6)
    _ = try container.require(Channel.self)
    let alive = container.instances
    #expect(alive.map { ($0.instance as? Channel)?.name } == ["a", "c", "d", "e", "plain"])
    #expect(
      alive.map { $0.arguments.map { "\($0)" } } == [["a", "1"], ["c", "3"], ["d", "4"], ["e", "5"], []])
    #expect(alive[0].instance as? Channel === first)
    #expect(alive[1].instance as? Channel === held)
    #expect(alive[0].objectScope === ObjectScope.perArgument)
    container.resetObjectScope(.perArgument)
    #expect(container.instances.map { ($0.instance as? Channel)?.name } == ["c", "e"])
    try container.close()
    #expect(container.instances.isEmpty)
    withExtendedLifetime(held) {}
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
    #expect(container.instances.isEmpty)
    #expect(report.graph.nodes.map(\.scope) == ["perArgument", "graph"])
  }

  @Test func `a verification finds a loop of equal arguments`() {
    container.register(Channel.self) { (r, name: String) in
      Channel(name, next: try r.require(Channel.self, argument: name))
    }.inObjectScope(.perArgument)
    let report = container.verify { $0.arguments(for: Channel.self, "sample") }
    #expect(report.problems.map(\.kind) == [.loop])
  }

  @Test func `a service of graph scope that it shares with others is a capture`() {
    final class Part {}
    final class Holder {
      init(_ part: Part) {}
    }
    container.register(Part.self) { _ in Part() }
    container.register(Holder.self) { (r, _: Int) in Holder(try r.require(Part.self)) }
      .inObjectScope(.perArgument)
    container.register([Part].self) { r in [try r.require(Part.self)] }
    let report = container.verify { $0.arguments(for: Holder.self, 1) }
    #expect(report.problems.map(\.kind) == [.capture])
  }

  @Test func `pictures have a colour for the scope`() {
    register()
    let graph = container.graph()
    #expect(graph.mermaid.contains("classDef s_perArgument fill:#d3efec,stroke:#2f857b,color:#000000"))
    #expect(graph.dot.contains("#d3efec"))
  }
}
