import Facet
import FacetTestSupport
import Testing

/// Copies and overrides of decorated services, and of those with an action at the end.
@Suite(.timeLimit(.minutes(20))) struct CopyDecoratorTests {
  private func decorate(_ container: Container, _ mark: String) {
    container.decorate(String.self) { _, inner in "\(inner)\(mark)" }
  }

  @Test func `a copy decorates what the original does, also what is registered later`() {
    let container = Container()
    container.register(String.self) { "a" }
    decorate(container, "!")
    let copy = container.copy()
    decorate(container, "?")
    #expect(copy.resolve(String.self) == "a!")
    copy.register(String.self) { "b" }
    #expect(copy.resolve(String.self) == "b!")
    #expect(container.resolve(String.self) == "a!?")
  }

  @Test(arguments: [false, true]) func `so does a copy of a child, with its parents or without`(isWhole: Bool)
  {
    let parent = Container { $0.register(String.self) { "a" } }
    let child = Container(parent: parent)
    child.register(String.self, name: "own") { "b" }
    for container in [parent, child] { container.decorateAll(String.self) { _, inner in "\(inner)!" } }
    let copy = child.copy(includingParents: isWhole)
    #expect(copy.resolveAll(String.self) == ["a!", "b!"])
    copy.register(String.self) { "c" }
    #expect(copy.resolve(String.self) == "c!")
    #expect(child.resolve(String.self) == "a!")
  }

  @Test func `a copy disposes of its own instances`() throws {
    let log = Recorder<String>()
    let container = Container()
    container.register(String.self) { "a" }.inObjectScope(.container).onClose { log.add($0) }
    let copy = container.copy()
    _ = copy.resolve(String.self)
    try container.close()
    #expect(log.all == [])
    #expect(copy.resolve(String.self) == "a")
    try copy.close()
    #expect(log.all == ["a"])
  }
}
