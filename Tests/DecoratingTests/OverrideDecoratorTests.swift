import Facet
import FacetTestSupport
import Testing

private struct Memory: Sendable { let words: String }

/// Overrides of services that one container of a line decorates: each has its own decorators, and those of the containers above.
@Suite(.timeLimit(.minutes(20))) struct OverrideDecoratorTests {
  private let parent = Container()
  private let child: Container
  private let grandchild: Container

  init() {
    child = Container(parent: parent)
    grandchild = Container(parent: child)
    parent.register(String.self) { "file" }.implements(CustomStringConvertible.self)
    decorate(child, "child")
  }

  private func decorate(_ container: Container, _ name: String) {
    container.decorate(String.self) { _, inner in "\(name)(\(inner))" }
  }

  /// What a container and its parents have, from the bottom.
  private func words(_ container: Container) -> [String?] {
    sequence(first: container, next: \.parent).map { $0.resolve(String.self) }
  }

  private func forwarded(_ container: Container) -> [String?] {
    sequence(first: container, next: \.parent).map { $0.resolve(CustomStringConvertible.self)?.description }
  }

  @Test func `a container in between decorates the override`() {
    let layer = grandchild.overriding { $0.register(String.self) { "memory" } }
    #expect(words(layer) == ["child(memory)", "child(memory)", "memory"])
    #expect(forwarded(layer) == ["child(memory)", "child(memory)", "memory"])
  }

  @Test func `the decorators of the container itself do not reach its parent`() {
    let layer = child.overriding { $0.register(String.self) { "memory" } }
    #expect(words(layer) == ["child(memory)", "memory"])
    #expect(forwarded(layer) == ["child(memory)", "memory"])
  }

  @Test func `a layer with a decorator is overridden once more`() {
    let layer = child.overriding { decorate($0, "layer") }
    #expect(words(layer) == ["layer(child(file))", "file"])
    let top = layer.overriding { $0.register(String.self) { "memory" } }
    #expect(words(top) == ["layer(child(memory))", "memory"])
    #expect(words(layer) == ["layer(child(file))", "file"])
  }

  @Test func `the closure may register and decorate, in either order`() {
    for isFirst in [true, false] {
      let layer = grandchild.overriding {
        if isFirst { decorate($0, "layer") }
        $0.register(String.self) { "memory" }
        if !isFirst { decorate($0, "layer") }
      }
      #expect(words(layer) == ["layer(child(memory))", "child(memory)", "memory"])
      #expect(forwarded(layer) == ["layer(child(memory))", "child(memory)", "memory"])
    }
  }

  @Test func `a decorated override is shared as it says`() {
    let count = Counter()
    child.decorate(String.self) { _, inner in "\(inner) \(count.next())" }
    let layer = child.overriding { $0.register(String.self) { "memory" }.inObjectScope(.container) }
    #expect(layer.resolve(String.self) == "child(memory) 1")
    #expect(layer.resolve(String.self) == "child(memory) 1")
    #expect(forwarded(layer) == ["child(memory) 1", "memory"])
  }

  @Test func `an override by a forward is decorated by the containers below`() {
    let layer = child.overriding {
      $0.register(Memory.self) { Memory(words: "memory") }.implements(String.self) { $0.words }
    }
    #expect(words(layer) == ["child(memory)", "memory"])
    #expect(forwarded(layer) == ["child(memory)", "memory"])
  }

  @Test func `a decorator of all of a type wraps overrides, and what the layer adds, where it is declared`() {
    let (parent, child) = (Container(), Container())
    parent.register(String.self, name: "a") { "a" }
    child.register(String.self, name: "a") { "a" }
    let below = Container(parent: parent)
    for container in [child, below] {
      container.decorateAll(String.self) { _, inner in "all(\(inner))" }
    }
    for container in [child, below] {
      let layer = container.overriding {
        $0.register(String.self, name: "a") { "memory" }
        $0.register(String.self, name: "new") { "new" }
      }
      #expect(layer.resolveAll(String.self) == ["all(memory)", "all(new)"])
    }
    let layer = below.overriding { $0.register(String.self, name: "a") { "memory" } }
    #expect(layer.parent?.resolve(String.self, name: "a") == "memory")
  }

  @Test func `an override of a service that nothing replaces has the decorators of the layer alone`() {
    let layer = parent.overriding {
      $0.decorateAll(String.self) { _, inner in "layer(\(inner))" }
      $0.register(String.self, name: "other") { "other" }
    }
    #expect(layer.resolveAll(String.self) == ["layer(file)", "layer(other)"])
    #expect(parent.resolveAll(String.self) == ["file"])
  }
}
