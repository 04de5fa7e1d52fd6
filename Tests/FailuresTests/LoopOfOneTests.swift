import Facet
import FacetTestSupport
import Testing

private protocol Mailer: AnyObject, Sendable { var words: [String] { get } }
private final class Post: Mailer {
  let words = ["post"]
}
private final class Spy: Mailer {
  let words: [String]
  init(_ inner: any Mailer) { words = ["spy"] + inner.words }
}
private final class All: Mailer {
  let words: [String]
  init(_ others: [any Mailer]) { words = ["all"] + others.flatMap(\.words) }
}

/// A service whose factory asks for that very service: deferred, it would hold itself.
///
/// The message says what does help, and that helps.
@Suite(.timeLimit(.minutes(20))) struct LoopOfOneTests {
  private let container = Container()

  init() {
    container.register((any Mailer).self) { _ in Post() }
  }

  private func expectRemedies(_ container: Container, sourceLocation: SourceLocation = #_sourceLocation) {
    let error = expectFailure(.loop, sourceLocation: sourceLocation) {
      try container.require((any Mailer).self)
    }
    #expect(
      error.remedies == [
        "To wrap the service that was registered before, or by a parent, decorate it there: container.decorate((any Mailer).self) { resolver, inner in … }",
        "If it stands for all services of its type, give the others names: resolver.resolveAllByName((any Mailer).self)",
      ], sourceLocation: sourceLocation)
  }

  @Test func `a spy in an override wraps itself, and a decorator wraps the real one`() throws {
    expectRemedies(
      container.overriding {
        $0.register((any Mailer).self) { r in Spy(try r.require((any Mailer).self)) }
      })
    let spied = container.overriding { $0.decorate((any Mailer).self) { _, inner in Spy(inner) } }
    #expect(try spied.require((any Mailer).self).words == ["spy", "post"])
  }

  @Test func `so does a child's around its parent's, and a decorator in the parent wraps that`() throws {
    let child = Container(parent: container)
    child.register((any Mailer).self) { r in Spy(try r.require((any Mailer).self)) }
    expectRemedies(child)
    child.unregister((any Mailer).self)
    container.decorate((any Mailer).self) { _, inner in Spy(inner) }
    #expect(try child.require((any Mailer).self).words == ["spy", "post"])
  }

  @Test func `so does one that stands for all, and the names of the others lead past it`() throws {
    let container = Container()
    container.register((any Mailer).self) { r in All(try r.requireAll((any Mailer).self)) }
    container.register((any Mailer).self, name: "post") { _ in Post() }
    expectRemedies(container)
    container.register((any Mailer).self) { r in All(Array(r.resolveAllByName((any Mailer).self).values)) }
    #expect(try container.require((any Mailer).self).words == ["all", "post"])
  }

  @Test func `an awaited one is told the same`() async {
    container.register((any Mailer).self) { r async throws in
      Spy(try await r.requireAsync((any Mailer).self))
    }
    let error = await expectFailure(.loop) { try await container.requireAsync((any Mailer).self) }
    #expect(error?.description.contains("Lazy") == false)
    #expect(error?.description.contains("decorate it") == true)
  }
}
