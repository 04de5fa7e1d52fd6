import Facet
import Testing

private final class Panel: Sendable {}

/// The closure of `withObjectGraph` takes the container.
@Suite(.timeLimit(.minutes(20))) struct ObjectGraphClosureTests {
  private let container = Container()
  private let graph = GraphIdentifier()

  init() {
    container.register(Panel.self) { _ in Panel() }
  }

  @Test func `a closure that takes the container receives it`() {
    let (first, second) = container.withObjectGraph(graph) { container in
      (container.resolve(Panel.self), container.resolve(Panel.self))
    }
    #expect(first === second)
    #expect(container.withObjectGraph(graph) { container in container === self.container })
  }

  @Test func `a closure may name the container by position`() {
    #expect(container.withObjectGraph(graph) { $0.resolve(Panel.self) } != nil)
  }

  @Test func `a closure may be passed by its label`() {
    let first = container.withObjectGraph(graph, closure: { $0.resolve(Panel.self) })
    let second = container.withObjectGraph(graph, closure: { _ in container.resolve(Panel.self) })
    #expect(first != nil)
    #expect(first === second)
  }

  @Test func `what the closure throws is thrown`() {
    struct Broken: Error {}
    #expect(throws: Broken.self) { try container.withObjectGraph(graph) { _ in throw Broken() } }
  }
}
