import Facet
import FacetTestSupport
import FacetTesting
import Testing

@MainActor private final class Model {
  let title: String
  init(_ title: String) { self.title = title }
}

@MainActor private func registerModel() {
  Container.register { Model("registered") }
}

@MainActor private func makeContainer() -> Container {
  let container = Container()
  container.register(Model.self) { _ in Model("copied") }
  return container
}

/// Where the caller runs.
private func makeTestContainer() {
  withTestContainer(.registered(by: registerModel)) {}
}

@globalActor private actor Cellar {
  static let shared = Cellar()
}

@Cellar private func registerInCellar() {
  Container.register(Int.self) { _ in 12 }
}

/// What a test's container has may belong to an actor.
@Suite(.timeLimit(.minutes(20))) struct IsolatedOverridesTests {
  @Test(.container(.empty) { @MainActor in $0.register { Model("overridden") } })
  @MainActor func `the closure of a trait`() {
    #expect((Container.resolve() as Model).title == "overridden")
  }

  @Test(.container(.registered(by: registerModel)))
  @MainActor func `a function that registers`() {
    #expect((Container.resolve() as Model).title == "registered")
  }

  @Test(.container(.copy(of: makeContainer)))
  @MainActor func `a function that makes the container`() {
    #expect((Container.resolve() as Model).title == "copied")
  }

  @Test(.container(.registered(by: registerInCellar)) { @MainActor in $0.register { Model("both") } })
  @MainActor func `two of different actors`() async throws {
    #expect((Container.resolve() as Model).title == "both")
    #expect(try await Container.main.requireAsync(Int.self) == 12)
    #expect(throws: ResolutionError.self) { try Container.main.require(Int.self) }
  }

  @Test @concurrent func `an awaited test container goes to the actor`() async throws {
    try await withTestContainer(.copy(of: makeContainer)) {
      let model = try await Container.main.requireAsync(Model.self)
      #expect(model.title == "copied")
      #expect(Container.main.resolve(Int.self) == 1)
    } overriding: {
      $0.register(Int.self) { 1 }
    }
  }

  @Test @MainActor func `a synchronous one is made on the actor`() {
    withTestContainer(.registered(by: registerModel)) {
      #expect((Container.resolve() as Model).title == "registered")
    }
  }

  @Test func `elsewhere it stops, with the reason`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      makeTestContainer()
    }
    #expect(
      try stopText(result) == """
        Precondition failed: The container of a test is made away from MainActor, where its services are registered

        To fix this, do one of:
          • Make it there, if it is the main actor: let the test be @MainActor.
          • Await it: with the trait .container, or by await withTestContainer.
        """)
  }
}
