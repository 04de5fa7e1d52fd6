import Facet
import FacetTestSupport
import Testing

private final class Park: Sendable {}

/// What a service that is to be built away from its actor is told with: the actor, and the ways out.
@Suite(.timeLimit(.minutes(20))) struct WrongActorTextTests {
  private let container = Container()

  private static let needsNone =
    "If its factory needs no actor, register it in a nonisolated assembly or function, or by container.registerNonisolated. A closure in top-level code or in a main-actor function belongs to the main actor."

  /// What a resolve away from all actors fails with: the actor in words, and the remedies.
  private func facts<Service: Sendable>(of serviceType: Service.Type) -> [String]? {
    errorElsewhere(container, serviceType).map(facts)
  }

  private func facts(_ error: ResolutionError) -> [String] {
    let actor = error.description.split(separator: "\n").first { $0.hasPrefix("  Actor:") }
    return [actor.map { $0.dropFirst(8).trimmingPrefix { $0 == " " } }.map { String($0) } ?? ""]
      + error.remedies
  }

  @MainActor @Test func `a dependency shows the path from the root`() {
    container.register(Facade.self, name: "main", fileID: "App/Facades.swift", line: 3) { _ in Facade() }
    container.register(Casing.self, fileID: "App/Park.swift", line: 2, factory: makeCasing)
    container.register(Park.self, fileID: "App/Park.swift", line: 1, factory: makePark)
    #expect(
      errorElsewhere(container, Park.self)?.description == """
        'Facade' named "main" can be built only on its actor.

          Path:     Park → Casing → Facade "main"
          Places:   'Park'                  registered at App/Park.swift:1
                    'Casing'                registered at App/Park.swift:2
                    'Facade' named "main"   registered at App/Facades.swift:3
          Actor:    MainActor

        To fix this, do one of:
          • \(Self.needsNone)
          • Write all synchronous factories of the path on MainActor, and await 'Park' from anywhere: { @MainActor resolver in … }
          • Give 'Casing' an asynchronous factory, and await it there: try await resolver.requireAsync(Facade.self, name: "main")
          • Resolve 'Park' on MainActor: 'Casing' asks for 'Facade' named "main" without an await.
        """)
  }

  @MainActor @Test func `a forwarded type is named as it was asked for`() {
    container.register(Facade.self) { _ in Facade() }.implements(Page.self)
    #expect(
      facts(of: Page.self) == [
        "MainActor", Self.needsNone, "Resolve it on MainActor.",
        "Await it, from anywhere: try await container.requireAsync((any Page).self)",
      ])
  }

  @Test func `what an awaited service needs of the main actor at once says what to change`() async throws {
    container.register(Facade.self) { @MainActor _ in Facade() }
    container.register(Casing.self) { (r, _: Int) in Casing(facade: try r.require(Facade.self)) }
    let container = container
    let error = await Task.detached {
      await #expect(throws: ResolutionError.self) {
        try await container.requireAsync(Casing.self, argument: 1)
      }
    }.value
    #expect(
      error.map(facts) == [
        "MainActor", Self.needsNone,
        "Write the factory of 'Casing' with arguments (Int) on MainActor, too, and await it from anywhere: { @MainActor (resolver, int: Int) in … }",
        "Give 'Casing' with arguments (Int) an asynchronous factory, and await it there: try await resolver.requireAsync(Facade.self)",
        "Resolve 'Casing' with arguments (Int) on MainActor: 'Casing' with arguments (Int) asks for 'Facade' without an await.",
      ])
    container.register(Casing.self) { @MainActor (r: any Resolver, _: Int) in
      Casing(facade: try r.require(Facade.self))
    }
    _ = try await Task.detached { try await container.requireAsync(Casing.self, argument: 1) }.value
    container.register(Casing.self) { (r: any Resolver, _: Int) async throws in
      Casing(facade: try await r.requireAsync(Facade.self))
    }
    _ = try await Task.detached { try await container.requireAsync(Casing.self, argument: 1) }.value
  }

  @Test func `an asynchronous factory is told to await it`() async throws {
    container.register(Facade.self) { @MainActor _ in Facade() }
    container.register(Casing.self) { r async throws in Casing(facade: try r.require(Facade.self)) }
    let container = container
    let error = await Task.detached {
      await #expect(throws: ResolutionError.self) { try await container.requireAsync(Casing.self) }
    }.value
    #expect(
      error.map(facts) == [
        "MainActor", Self.needsNone,
        "Await it in the factory of 'Casing': try await resolver.requireAsync(Facade.self)",
      ])
  }

  @Test func `the actor of a completion or of a decorator is said to be that`() {
    let anywhere = "Await it, from anywhere: try await container.requireAsync(Sundial.self)"
    container.register(Sundial.self) { _ in Sundial() }.initCompleted { @MainActor _, _ in }
    #expect(
      facts(of: Sundial.self) == [
        "MainActor, of its initCompleted", "Resolve it on MainActor.", anywhere,
        "If its initCompleted needs no actor, write it in a nonisolated function.",
      ])
    container.register(Sundial.self) { _ in Sundial() }
    container.decorate(Sundial.self) { @Cellar _, sundial in sundial }
    #expect(
      facts(of: Sundial.self) == [
        "Cellar, of its decorator", "Resolve it on Cellar.", anywhere,
        "If its decorator needs no actor, write it in a nonisolated function.",
      ])
  }

  @Test func `the error has the actor, the key and the path as data`() async throws {
    let kitchen = Kitchen()
    await kitchen.register(with: container)
    let error = try #require(errorElsewhere(container, Meal.self))
    #expect(error.code == .wrongActor && error.actor === kitchen && error.underlyingError == nil)
    #expect(error.key == ServiceKey(Meal.self) && error.path == [error.key])
    #expect(
      facts(error) == [
        "Kitchen", "Resolve it on Kitchen.",
        "Await it, from anywhere: try await container.requireAsync(Meal.self)",
        "If its factory needs no actor, register it by container.registerNonisolated, or in a nonisolated function.",
      ])
  }

  @MainActor @Test func `an optional resolve reports it, and a wrapper keeps it for its use`() {
    let codes = Recorder<ResolutionError.Code>()
    container.failureHandler = { codes.add($0.code) }
    container.register(Facade.self) { _ in Facade() }
    let container = container
    let results = offActors { () -> [Bool] in
      [
        container.resolve(Facade.self) == nil, container.resolve(Lazy<Facade>.self) != nil,
        container.resolve(Facade?.self) == nil, container.resolveAll(Facade.self).isEmpty,
      ]
    }
    #expect(results == [true, true, true, true])
    #expect(Set(codes.all) == [.wrongActor])
  }

  @Test func `the inferred resolve stops with the text`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      container.register(Facade.self) { @MainActor _ in Facade() }
      _ = offActors {
        let _: Facade = container.resolve(fileID: "App/Main.swift", line: 2)
        return true
      }
    }
    let text = try stopText(result)
    #expect(text.hasPrefix("'Facade' can be built only on its actor.\n\n  Path:    Facade\n"))
    #expect(text.hasSuffix("\n\n  Stopped at App/Main.swift:2"))
  }
}

@Sendable private func makeCasing(_ r: any Resolver) throws -> Casing {
  Casing(facade: try r.require(Facade.self, name: "main"))
}

@Sendable private func makePark(_ r: any Resolver) throws -> Park {
  _ = try r.require(Casing.self)
  return Park()
}
