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
    let overriding = child.overriding {
      $0.register(String.self) { "memory" }.inObjectScope(.container)
      $0.decorate(String.self) { _, inner in "\(inner) \(count.next())" }
    }
    for _ in 1...2 { #expect(Set(words(overriding) + forwarded(overriding)) == ["parent(memory) 1"]) }
    #expect(words(child) == ["parent(file)", "parent(file)"])
  }

  @Test func `an override of what a child registers and decorates, too, keeps the decorators of both`() {
    child.register(String.self) { "own" }
    decorate(child, "child")
    var overriding = child.overriding { $0.register(String.self) { "fake" } }
    #expect(words(overriding) == ["child(parent(fake))", "child(parent(fake))"])
    overriding = overriding.overriding { $0.register(String.self) { "other" } }
    #expect(words(overriding) == ["child(parent(other))", "child(parent(other))"])
    #expect(words(child) == ["child(own)", "parent(file)"])
  }

  // MARK: - Decorators of an overriding copy

  @Test func `a decorator goes to the copy that has the registration`() {
    let overriding = grandchild.overriding { decorate($0, "overriding") }
    let top = overriding.overriding { $0.register(String.self) { "memory" } }
    let found = [overriding, grandchild, top].map { Set(words($0) + forwarded($0)) }
    #expect(found == [["overriding(parent(file))"], ["parent(file)"], ["overriding(parent(memory))"]])
  }

  @Test func `what a parent keeps holds the decorated service`() {
    parent.register([String].self) { r in [try r.require()] }.inObjectScope(.container)
    let overriding = child.overriding { decorate($0, "overriding") }
    let lists = [overriding, child].map { $0.resolve([String].self) }
    #expect(lists == [["overriding(parent(file))"], ["parent(file)"]])
  }

  @Test func `to the nearest, if several have it`() {
    child.register(String.self) { "own" }
    let overriding = grandchild.overriding {
      decorate($0, "overriding")
      decorate($0, "outer")
    }
    #expect(words(overriding) == ["outer(overriding(own))", "outer(overriding(own))", "parent(file)"])
    #expect(words(child.overriding { decorate($0, "overriding") }) == ["overriding(own)", "parent(file)"])
  }

  @Test func `to the overriding copy, if none has it, for what is registered there later`() {
    let overriding = grandchild.overriding { decorate($0, "overriding", name: "new") }
    #expect(words(overriding) == ["parent(file)", "parent(file)", "parent(file)"])
    overriding.register(String.self, name: "new") { "new" }
    #expect(overriding.resolve(String.self, name: "new") == "overriding(new)")
  }

  @Test(arguments: [false, true])
  func `the closure may register and decorate, in either order`(isFirst: Bool) {
    let overriding = grandchild.overriding { overriding in
      func decorateBoth() {
        decorate(overriding, "overriding")
        decorate(overriding, "overriding", name: "new")
      }
      if isFirst { decorateBoth() }
      overriding.register(String.self) { "memory" }
      overriding.register(String.self, name: "new") { "new" }
      if !isFirst { decorateBoth() }
    }
    #expect(words(overriding) == Array(repeating: "overriding(parent(memory))", count: 3))
    #expect(forwarded(overriding) == words(overriding))
    #expect(overriding.resolve(String.self, name: "new") == "overriding(new)")
  }

  @Test
  func
    `a decorator of all of a type goes to each copy that has it, and wraps what the overriding copy registers`()
  {
    child.register(String.self, name: "a") { "a" }
    let overriding = grandchild.overriding {
      decorateAll($0, "overriding")
      $0.register(String.self, name: "new") { "new" }
    }
    overriding.register(String.self, name: "later") { "later" }
    let texts = ["overriding(parent(file))", "overriding(a)", "overriding(new)", "overriding(later)"]
    #expect(overriding.resolveAll(String.self) == texts)
    #expect(overriding.parent?.resolveAll(String.self) == Array(texts.prefix(2)))
    #expect(overriding.parent?.parent?.resolveAll(String.self) == Array(texts.prefix(1)))
    overriding.parent?.register(String.self, name: "a") { "again" }
    #expect(overriding.resolve(String.self, name: "a") == "overriding(again)")
  }

  @Test
  func
    `a decorator of all of a type wraps overrides, and what the overriding copy adds, where it is declared`()
  {
    let below = Container(parent: child)
    child.register(String.self, name: "a") { "a" }
    decorateAll(child, "all")
    below.register(String.self, name: "b") { "b" }
    decorateAll(below, "below")
    let overriding = below.overriding {
      $0.register(String.self, name: "a") { "memory" }
      $0.register(String.self, name: "new") { "new" }
    }
    #expect(overriding.resolveAll(String.self) == ["parent(file)", "all(memory)", "below(b)", "below(new)"])
  }
}
