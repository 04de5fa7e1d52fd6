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
  private func words(_ container: Container, name: String? = nil) -> [String?] {
    sequence(first: container, next: \.parent).map { $0.resolve(String.self, name: name) }
  }

  private func forwarded(_ container: Container) -> [String?] {
    sequence(first: container, next: \.parent).map { $0.resolve(CustomStringConvertible.self)?.description }
  }

  @Test func `an override has the decorators of the containers from its own downwards`() {
    let layer = child.overriding { $0.register(String.self) { "memory" } }
    #expect(words(layer) == ["child(memory)", "memory"])
    #expect(forwarded(layer) == ["child(memory)", "memory"])
    let below = grandchild.overriding {
      $0.register(Memory.self) { Memory(words: "memory") }.implements(String.self) { $0.words }
    }
    #expect(words(below) == ["child(memory)", "child(memory)", "memory"])
    #expect(forwarded(below) == ["child(memory)", "child(memory)", "memory"])
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

  @Test func `a decorated override is decorated once where it is shared`() {
    let count = Counter()
    child.decorate(String.self) { _, inner in "\(inner) \(count.next())" }
    let layer = child.overriding { $0.register(String.self) { "memory" }.inObjectScope(.container) }
    for _ in 1...2 { #expect(words(layer) == ["child(memory) 1", "memory"]) }
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
    let layer = below.overriding {
      $0.register(String.self, name: "a") { "memory" }
      $0.decorateAll(String.self) { _, inner in "layer(\(inner))" }
    }
    #expect(words(layer, name: "a") == ["layer(all(memory))", "memory"])
  }
}
