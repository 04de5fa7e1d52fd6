import Facet
import FacetInspection
import Testing
import FacetTestSupport

/// Decorators are checked and drawn.
@Suite(.timeLimit(.minutes(20))) struct DecoratedTests {
  private let container = Container { $0.failureHandler = { _ in } }

  @Test func `a decorator of all of a type is drawn, and its needs and failures are found`() {
    container.add(Tea.self, line: 1) { _ in Tea() }
    container.add(Tea.self, name: "green", line: 2) { _ in Tea() }
    container.decorateAll(Tea.self, fileID: "Shop/Wiring.swift", line: 3) { r, tea in
      _ = try r.require(Water.self)
      return tea
    }
    #expect(container.entries.map(\.decoratorCount) == [1, 1])
    #expect(
      container.graph().description == """
        Tea: graph, decorated  (Shop/Wiring.swift:1)
        Tea "green": graph, decorated  (Shop/Wiring.swift:2)

        """)
    let problems = container.verify().problems
    #expect(problems.map(\.kind) == [.missing])
    #expect(problems.first?.entries.map(\.key.description) == ["'Tea'", "'Tea' named \"green\""])
  }

  @Test(arguments: [false, true])
  func `a decorator of an overriding copy is drawn and counted where the service is, and is used`(
    isOfAll: Bool
  ) throws {
    container.add(Tea.self, line: 1) { _ in Tea() }.inObjectScope(.container)
    let overriding = Container(parent: container).overriding {
      if isOfAll {
        $0.decorateAll(Tea.self) { _, tea in tea }
      } else {
        $0.decorate(Tea.self) { _, tea in tea }
      }
    }
    #expect(overriding.parent?.entries.map(\.decoratorCount) == [1])
    let report = overriding.verify()
    try report.check()
    #expect(report.graph.description == "Tea: container, decorated  (Shop/Wiring.swift:1)\n")
  }

  @Test func `what decorates and completes the service of an initializer is run`() {
    container.autoregister(Leaf.self, initializer: Leaf.init)
      .initCompleted { r, _ in _ = r.resolve(Water.self) }
    container.autoregister(Tea.self, initializer: { Tea() })
    container.decorate(Tea.self) { r, tea in
      _ = try r.require(Price.self)
      return tea
    }
    let problems = container.verify().problems.map { "\($0.kind) \($0.key)" }
    #expect(problems == ["missing 'Water'", "missing 'Price'"])
  }

  @Test func `what a decorator needs is missing where it is, and the container stays untouched`() throws {
    let made = Counter()
    container.register(Tea.self) { _ in
      made.next()
      return Tea()
    }.inObjectScope(.container)
    let overriding = Container(parent: container).overriding {
      $0.decorate(Tea.self) { r, tea in
        _ = try r.require(Leaf.self)
        return tea
      }
    }
    let problems = overriding.verify().problems.map { "\($0.kind) \($0.key) \($0.entries.map(\.level))" }
    #expect(problems == ["missing 'Leaf' [1]"])
    let count = made.value
    _ = try container.require(Tea.self)
    #expect(made.value == count + 1)
  }

  @Test func `a forward is judged by what the decorators return`() {
    container.register(Tea.self) { _ in GreenTea() }.implements((any Hot).self)
    container.decorate(Tea.self) { _, _ in Tea() }
    #expect(container.verify().problems.map(\.kind) == [.impossibleForward])
  }
}
