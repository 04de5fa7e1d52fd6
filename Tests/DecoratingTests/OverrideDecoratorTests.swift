import Facet
import FacetTestSupport
import Testing

/// Overrides of decorated services, and decorators that the closure of `overriding` declares.
@Suite(.timeLimit(.minutes(20))) struct OverrideDecoratorTests {
  private let parent = Container()
  private let child: Container
  private let grandchild: Container

  init() {
    child = Container(parent: parent)
    grandchild = Container(parent: child)
    parent.register(String.self) { "file" }.implements(CustomStringConvertible.self)
    decorate(parent, "parent")
  }

  private func decorate(_ container: Container, _ word: String, name: String? = nil) {
    container.decorate(String.self, name: name) { _, inner in "\(word)(\(inner))" }
  }

  private func decorateAll(_ container: Container, _ word: String) {
    container.decorateAll(String.self) { _, inner in "\(word)(\(inner))" }
  }

  /// What a container and its parents have, from the bottom.
  private func words(_ container: Container, name: String? = nil) -> [String?] {
    sequence(first: container, next: \.parent).map { $0.resolve(String.self, name: name) }
  }

  private func forwarded(_ container: Container) -> [String?] {
    sequence(first: container, next: \.parent).map { $0.resolve(CustomStringConvertible.self)?.description }
  }

  @Test func `an override is decorated where it replaces, and once where it is shared`() {
    let count = Counter()
    let layer = child.overriding {
      $0.register(String.self) { "memory" }.inObjectScope(.container)
      $0.decorate(String.self) { _, inner in "\(inner) \(count.next())" }
    }
    for _ in 1...2 { #expect(Set(words(layer) + forwarded(layer)) == ["parent(memory) 1"]) }
    #expect(words(child) == ["parent(file)", "parent(file)"])
  }

  @Test func `an override of what a child registers and decorates, too, keeps the decorators of both`() {
    child.register(String.self) { "own" }
    decorate(child, "child")
    var layer = child.overriding { $0.register(String.self) { "fake" } }
    #expect(words(layer) == ["child(parent(fake))", "child(parent(fake))"])
    layer = layer.overriding { $0.register(String.self) { "other" } }
    #expect(words(layer) == ["child(parent(other))", "child(parent(other))"])
    #expect(words(child) == ["child(own)", "parent(file)"])
  }

  // MARK: - Decorators of a layer

  @Test func `a decorator goes to the copy that has the registration`() {
    let layer = grandchild.overriding { decorate($0, "layer") }
    let top = layer.overriding { $0.register(String.self) { "memory" } }
    let found = [layer, grandchild, top].map { Set(words($0) + forwarded($0)) }
    #expect(found == [["layer(parent(file))"], ["parent(file)"], ["layer(parent(memory))"]])
  }

  @Test func `what a parent keeps holds the decorated service`() {
    parent.register([String].self) { r in [try r.require()] }.inObjectScope(.container)
    let layer = child.overriding { decorate($0, "layer") }
    let lists = [layer, child].map { $0.resolve([String].self) }
    #expect(lists == [["layer(parent(file))"], ["parent(file)"]])
  }

  @Test func `to the nearest, if several have it`() {
    child.register(String.self) { "own" }
    let layer = grandchild.overriding {
      decorate($0, "layer")
      decorate($0, "outer")
    }
    #expect(words(layer) == ["outer(layer(own))", "outer(layer(own))", "parent(file)"])
    #expect(words(child.overriding { decorate($0, "layer") }) == ["layer(own)", "parent(file)"])
  }

  @Test func `to the layer, if none has it, for what is registered there later`() {
    let layer = grandchild.overriding { decorate($0, "layer", name: "new") }
    #expect(words(layer) == ["parent(file)", "parent(file)", "parent(file)"])
    layer.register(String.self, name: "new") { "new" }
    #expect(layer.resolve(String.self, name: "new") == "layer(new)")
  }

  @Test(arguments: [false, true])
  func `the closure may register and decorate, in either order`(isFirst: Bool) {
    let layer = grandchild.overriding { layer in
      func decorateBoth() {
        decorate(layer, "layer")
        decorate(layer, "layer", name: "new")
      }
      if isFirst { decorateBoth() }
      layer.register(String.self) { "memory" }
      layer.register(String.self, name: "new") { "new" }
      if !isFirst { decorateBoth() }
    }
    #expect(words(layer) == Array(repeating: "layer(parent(memory))", count: 3))
    #expect(forwarded(layer) == words(layer))
    #expect(layer.resolve(String.self, name: "new") == "layer(new)")
  }

  @Test
  func `a decorator of all of a type goes to each copy that has it, and wraps what the layer registers`() {
    child.register(String.self, name: "a") { "a" }
    let layer = grandchild.overriding {
      decorateAll($0, "layer")
      $0.register(String.self, name: "new") { "new" }
    }
    layer.register(String.self, name: "later") { "later" }
    let texts = ["layer(parent(file))", "layer(a)", "layer(new)", "layer(later)"]
    #expect(layer.resolveAll(String.self) == texts)
    #expect(layer.parent?.resolveAll(String.self) == Array(texts.prefix(2)))
    #expect(layer.parent?.parent?.resolveAll(String.self) == Array(texts.prefix(1)))
    layer.parent?.register(String.self, name: "a") { "again" }
    #expect(layer.resolve(String.self, name: "a") == "layer(again)")
  }

  @Test func `a decorator of all of a type wraps overrides, and what the layer adds, where it is declared`() {
    let below = Container(parent: child)
    child.register(String.self, name: "a") { "a" }
    decorateAll(child, "all")
    below.register(String.self, name: "b") { "b" }
    decorateAll(below, "below")
    let layer = below.overriding {
      $0.register(String.self, name: "a") { "memory" }
      $0.register(String.self, name: "new") { "new" }
    }
    #expect(layer.resolveAll(String.self) == ["parent(file)", "all(memory)", "below(b)", "below(new)"])
  }
}
