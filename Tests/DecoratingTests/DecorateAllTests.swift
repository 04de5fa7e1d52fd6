import Facet
import FacetTestSupport
import Testing

private protocol Stage: AnyObject, Sendable { var text: String { get } }

private final class Plain: Stage {
  let text: String
  init(_ text: String) { self.text = text }
}

private final class Wrapped: Stage {
  let text: String
  init(_ word: String, _ inner: any Stage) { text = "\(word) \(inner.text)" }
}

/// One decorator for everything that is registered as a type.
struct DecorateAllTests {
  let container = Container()

  private func register(_ name: String? = nil, in container: Container? = nil) {
    (container ?? self.container).register((any Stage).self, name: name) { _ in Plain(name ?? "-") }
  }

  private func decorateAll(_ word: String, in container: Container? = nil) {
    (container ?? self.container).decorateAll((any Stage).self) { _, inner in Wrapped(word, inner) }
  }

  private func texts(_ container: Container? = nil) -> [String] {
    (container ?? self.container).resolveAll((any Stage).self).map(\.text)
  }

  @Test func `every name and every list of arguments, earlier and later, is wrapped once`() {
    register("a")
    register()
    decorateAll("timed")
    register("b")
    container.register((any Stage).self) { _, text in Plain(text) }
    #expect(texts() == ["timed a", "timed -", "timed b"])
    #expect(container.resolve((any Stage).self, argument: "c")?.text == "timed c")
    container.register((any Stage).self, name: "a") { _ in Plain("again") }
    #expect(container.resolve((any Stage).self, name: "a")?.text == "timed again")
  }

  @Test func `the order is that of all declarations`() {
    register("a")
    decorateAll("first")
    container.decorate((any Stage).self, name: "a") { _, inner in Wrapped("second", inner) }
    decorateAll("third")
    container.decorate((any Stage).self, name: "b") { _, inner in Wrapped("fourth", inner) }
    register("b")
    #expect(texts() == ["third second first a", "fourth third first b"])
  }

  @Test func `a child and its copies wrap what the child registers, and no more`() {
    let child = Container(parent: container)
    decorateAll("child", in: child)
    register("a")
    register("own", in: child)
    decorateAll("outer", in: child)
    register("late")
    for container in [child, child.copy(), child.overriding { _ in }] {
      #expect(texts(container) == ["a", "late", "outer child own"])
    }
    #expect(texts() == ["a", "late"])
  }

  @Test func `what is shared, forwarded or awaited is wrapped once, and other types are not`() async throws {
    container.register((any Stage).self) { _ in Plain("-") }.inObjectScope(.container)
      .implements((any Sendable).self)
    container.register((any Stage).self, name: "late") { _ async in Plain("late") }
    container.register(Plain.self) { _ in Plain("plain") }
    decorateAll("timed")
    let stage = container.resolve((any Stage).self)
    #expect(stage?.text == "timed -" && container.resolve((any Stage).self) === stage)
    #expect(container.resolve((any Sendable).self) as? Wrapped === stage)
    #expect(try await container.requireAsync((any Stage).self, name: "late").text == "timed late")
    #expect(container.resolve(Plain.self)?.text == "plain")
  }

  @Test func `a forward from one name of the type to another shows the same instance, also in a child`() {
    let early = container.register((any Stage).self, name: "a") { _ in Plain("a") }.inObjectScope(.container)
    container.forward((any Stage).self, name: "alias", to: early)
    let child = Container(parent: container)
    child.forward((any Stage).self, name: "own", to: early)
    decorateAll("child", in: child)
    decorateAll("timed")
    container.forward((any Stage).self, name: "late", to: early)
    let stage = container.resolve((any Stage).self, name: "a")
    #expect(stage?.text == "timed a")
    for name in ["alias", "late"] { #expect(container.resolve((any Stage).self, name: name) === stage) }
    for name in ["a", "alias", "own", "late"] {
      #expect(child.resolve((any Stage).self, name: name) === stage)
    }
  }

  @Test func `a closed container refuses a decorator`() throws {
    let codes = Recorder<ResolutionError.Code>()
    container.failureHandler = { codes.add($0.code) }
    try container.close()
    decorateAll("late")
    #expect(codes.all == [.containerClosed])
  }

  @Test func `a type that is forwarded to is refused, with the reason`() async throws {
    let outcome = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let container = Container()
      container.register(Plain.self) { _ in Plain("-") }.implements((any Stage).self)
      container.decorateAll((any Stage).self) { _, inner in inner }
    }
    #expect(try stopText(outcome).contains("Cannot decorate 'Stage', which is forwarded to 'Plain'"))
  }

  @Test func `what another thread registers together meanwhile is decorated when it is there`() throws {
    let container = Container()
    container.registerAtomically { container in
      container.register(Int.self) { 1 }
      #expect(ThreadRun { container.decorateAll(Int.self) { _, inner in inner + 1 } }.result != nil)
    }
    #expect(try container.require(Int.self) == 2)
  }
}
