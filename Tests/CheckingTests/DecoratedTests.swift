import Facet
import FacetInspection
import Testing
import FacetTestSupport

/// Decorators are checked and drawn.
@Suite(.timeLimit(.minutes(20))) struct DecoratedTests {
  private let container = Container()

  init() {
    container.failureHandler = { _ in }
  }

  @Test func `what a decorator needs is needed by the service`() {
    container.add(Tea.self, line: 1) { _ in Tea() }
    container.decorate(Tea.self) { r, tea in
      _ = try r.require(Water.self)
      return tea
    }
    let report = container.verify()
    #expect(report.problems.map(\.kind) == [.missing])
    #expect(report.problems.first?.key.description == "'Water'")
    #expect(report.problems.first?.entries.map(\.key.description) == ["'Tea'"])
  }

  @Test func `a decorator that fails is reported once, and nothing of the container is touched`() {
    container.add(Tea.self, line: 1) { _ in Tea() }.inObjectScope(.container)
    container.add(Cup.self, line: 2) { r in Cup(try r.require(Tea.self)) }
    container.decorate(Tea.self, fileID: "Shop/Wiring.swift", line: 3) { _, _ in throw NoStock() }
    let problems = container.verify().problems
    #expect(problems.map(\.kind) == [.failedFactory])
    #expect(
      problems.first?.description == """
        A decorator of 'Tea' failed: no stock

          Place:       'Tea'   registered at Shop/Wiring.swift:1
          Decorator:           written at Shop/Wiring.swift:3
          Needed by:   'Cup'   registered at Shop/Wiring.swift:2

        To fix this, do one of:
          • Fix what the decorator reports.
          • Give an instance in its place: verify { $0.use(…, for: Tea.self) }
          • Leave it out: verify { $0.skip(Tea.self) }
        """)
  }

  @Test func `an initCompleted that fails is reported once, and nothing of the container is touched`() {
    container.add(Tea.self, line: 1) { _ in Tea() }.inObjectScope(.container)
      .initCompleted { _, _ in throw NoStock() }
    container.add(Cup.self, line: 2) { r in Cup(try r.require(Tea.self)) }
    let problems = container.verify().problems
    #expect(problems.map(\.kind) == [.failedFactory])
    #expect(
      problems.first?.description == """
        The initCompleted of 'Tea' failed: no stock

          Place:       'Tea'   registered at Shop/Wiring.swift:1
          Needed by:   'Cup'   registered at Shop/Wiring.swift:2

        To fix this, do one of:
          • Fix what the initCompleted reports.
          • Give an instance in its place: verify { $0.use(…, for: Tea.self) }
          • Leave it out: verify { $0.skip(Tea.self) }
        """)
  }

  @Test func `a decorator of a key that nobody registers is a problem`() {
    container.add(Tea.self, line: 1) { _ in Tea() }
    container.add(Cup.self, line: 2) { r in Cup(try r.require(Tea.self)) }
    for line in 3...4 {
      container.decorate(Tea.self, name: "green", fileID: "Shop/Wiring.swift", line: line) { _, tea in tea }
    }
    let problems = container.verify().problems
    #expect(problems.map(\.kind) == [.unusedDecorator])
    #expect(
      problems.first?.description == """
        A decorator of 'Tea' named "green" has nothing to wrap.

          Decorator:   written at Shop/Wiring.swift:3
                       written at Shop/Wiring.swift:4
          Near:        'Tea'   registered at Shop/Wiring.swift:1

        To fix this, do one of:
          • Decorate the key of a registration above.
          • Register 'Tea' named "green".
          • Remove the decorator.
        """)
  }

  @Test func `a child's decorator that was declared before the parent's service is a problem`() {
    let child = Container(parent: container)
    child.decorate(Tea.self, fileID: "Shop/Wiring.swift", line: 3) { _, tea in tea }
    container.add(Tea.self, line: 1) { _ in Tea() }
    let problems = child.verify().problems
    #expect(problems.map(\.kind) == [.unusedDecorator])
    #expect(
      problems.first?.description == """
        A decorator of 'Tea' has nothing to wrap.

          Decorator:   written at Shop/Wiring.swift:3

        To fix this, do one of:
          • Declare it after the parent has registered the service.
          • Remove the decorator.
        """)
  }

  @Test func `a decorator of a type of which nothing is registered is a problem`() {
    container.add(Tea.self, line: 1) { _ in Tea() }
    container.decorateAll(Cup.self, fileID: "Shop/Wiring.swift", line: 2) { _, cup in cup }
    let problems = container.verify().problems
    #expect(problems.map(\.kind) == [.unusedDecorator])
    #expect(
      problems.first?.description == """
        A decorator of 'Cup' has nothing to wrap.

          Decorator:   written at Shop/Wiring.swift:2

        To fix this, do one of:
          • Register 'Cup'.
          • Remove the decorator.
        """)
  }

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

  @Test func `a child's decorator of all of a type stands where it is written`() throws {
    container.add(Tea.self, line: 1) { _ in Tea() }.inObjectScope(.container)
    let child = Container(parent: container)
    child.decorateAll(Tea.self, fileID: "Shop/Wiring.swift", line: 2) { _, tea in tea }
    let report = child.verify()
    try report.check()
    #expect(
      report.graph.description == """
        Tea: container, decorated  (Shop/Wiring.swift:2)
        └─ Tea: container  (Shop/Wiring.swift:1)

        """)
  }

  @Test func `a child's decorator is drawn above the parent's service, and the copy is asked`() throws {
    container.add(Tea.self, line: 1) { _ in Tea() }.inObjectScope(.container)
    let child = Container(parent: container)
    child.decorate(Tea.self, fileID: "Shop/Wiring.swift", line: 2) { _, tea in tea }
    let report = child.verify()
    try report.check()
    #expect(
      report.graph.description == """
        Tea: container, decorated  (Shop/Wiring.swift:2)
        └─ Tea: container  (Shop/Wiring.swift:1)

        """)
    #expect(child.entries.map(\.decoratorCount) == [1])
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
}
