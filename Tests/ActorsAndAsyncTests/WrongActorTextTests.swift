import Facet
import FacetTestSupport
import Testing

private final class Shop: Sendable {}
private protocol Page: Sendable {}
extension Facade: Page {}

/// The whole text when a service is to be built away from its actor.
@Suite(.timeLimit(.minutes(20))) struct WrongActorTextTests {
  private let container = Container()

  private func text<Service: Sendable>(of serviceType: Service.Type, name: String? = nil) -> String? {
    errorElsewhere(container, serviceType, name: name)?.description
  }

  @MainActor @Test func `a service of the main actor`() {
    container.register(Facade.self, fileID: "App/Facades.swift", line: 3) { _ in Facade() }
    #expect(
      text(of: Facade.self) == """
        'Facade' can be built only on its actor.

          Path:    Facade
          Place:   registered at App/Facades.swift:3
          Actor:   MainActor

        To fix this, do one of:
          • If its factory needs no actor, register it in a nonisolated assembly or function, or by container.registerNonisolated. A closure in top-level code or in a main-actor function belongs to the main actor.
          • Resolve it on MainActor.
          • Await it, from anywhere: try await container.requireAsync(Facade.self)
        """)
  }

  @MainActor @Test func `a dependency shows the path from the root`() {
    container.register(Facade.self, name: "main", fileID: "App/Facades.swift", line: 3) { _ in Facade() }
    container.register(Casing.self, fileID: "App/Shop.swift", line: 2, factory: makeCasing)
    container.register(Shop.self, fileID: "App/Shop.swift", line: 1, factory: makeShop)
    #expect(
      text(of: Shop.self) == """
        'Facade' named "main" can be built only on its actor.

          Path:     Shop → Casing → Facade "main"
          Places:   'Shop'                  registered at App/Shop.swift:1
                    'Casing'                registered at App/Shop.swift:2
                    'Facade' named "main"   registered at App/Facades.swift:3
          Actor:    MainActor

        To fix this, do one of:
          • If its factory needs no actor, register it in a nonisolated assembly or function, or by container.registerNonisolated. A closure in top-level code or in a main-actor function belongs to the main actor.
          • Write all synchronous factories of the path on MainActor, and await 'Shop' from anywhere: { @MainActor resolver in … }
          • Give 'Casing' an asynchronous factory, and await it there: try await resolver.requireAsync(Facade.self, name: "main")
          • Resolve 'Shop' on MainActor: 'Casing' asks for 'Facade' named "main" without an await.
        """)
  }

  @Test func `what an awaited service needs of the main actor at once says what to change`() async throws {
    container.register(Facade.self, fileID: "App/Facades.swift", line: 3) { @MainActor _ in Facade() }
    container.register(Casing.self, fileID: "App/Shop.swift", line: 2) { (r, _: Int) in
      Casing(facade: try r.require(Facade.self))
    }
    let container = container
    let error = await Task.detached {
      await #expect(throws: ResolutionError.self) {
        try await container.requireAsync(Casing.self, argument: 1)
      }
    }.value
    #expect(
      error?.description == """
        'Facade' can be built only on its actor.

          Path:     Casing → Facade
          Places:   'Casing' with arguments (Int)   registered at App/Shop.swift:2
                    'Facade'                        registered at App/Facades.swift:3
          Actor:    MainActor

        To fix this, do one of:
          • If its factory needs no actor, register it in a nonisolated assembly or function, or by container.registerNonisolated. A closure in top-level code or in a main-actor function belongs to the main actor.
          • Write the factory of 'Casing' with arguments (Int) on MainActor, too, and await it from anywhere: { @MainActor (resolver, int: Int) in … }
          • Give 'Casing' with arguments (Int) an asynchronous factory, and await it there: try await resolver.requireAsync(Facade.self)
          • Resolve 'Casing' with arguments (Int) on MainActor: 'Casing' with arguments (Int) asks for 'Facade' without an await.
        """)
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
    container.register(Facade.self, fileID: "App/Facades.swift", line: 3) { @MainActor _ in Facade() }
    container.register(Casing.self, fileID: "App/Shop.swift", line: 2) { r async throws in
      Casing(facade: try r.require(Facade.self))
    }
    let container = container
    let error = await Task.detached {
      await #expect(throws: ResolutionError.self) { try await container.requireAsync(Casing.self) }
    }.value
    #expect(
      error?.description == """
        'Facade' can be built only on its actor.

          Path:     Casing → Facade
          Places:   'Casing'   registered at App/Shop.swift:2
                    'Facade'   registered at App/Facades.swift:3
          Actor:    MainActor

        To fix this, do one of:
          • If its factory needs no actor, register it in a nonisolated assembly or function, or by container.registerNonisolated. A closure in top-level code or in a main-actor function belongs to the main actor.
          • Await it in the factory of 'Casing': try await resolver.requireAsync(Facade.self)
        """)
  }

  @MainActor @Test func `a forwarded type is named as it was asked for`() {
    container.register(Facade.self, fileID: "App/Facades.swift", line: 3) { _ in Facade() }
      .implements(Page.self)
    #expect(
      text(of: Page.self) == """
        'Page' can be built only on its actor.

          Path:    Page
          Place:   registered at App/Facades.swift:3
          Actor:   MainActor

        To fix this, do one of:
          • If its factory needs no actor, register it in a nonisolated assembly or function, or by container.registerNonisolated. A closure in top-level code or in a main-actor function belongs to the main actor.
          • Resolve it on MainActor.
          • Await it, from anywhere: try await container.requireAsync((any Page).self)
        """)
  }

  @Test func `a completion's actor`() {
    container.register(Sundial.self, fileID: "App/Sundial.swift", line: 8) { _ in Sundial() }
      .initCompleted { @MainActor _, _ in }
    #expect(
      text(of: Sundial.self) == """
        'Sundial' can be built only on its actor.

          Path:    Sundial
          Place:   registered at App/Sundial.swift:8
          Actor:   MainActor, of its initCompleted

        To fix this, do one of:
          • Resolve it on MainActor.
          • Await it, from anywhere: try await container.requireAsync(Sundial.self)
          • If its initCompleted needs no actor, write it in a nonisolated function.
        """)
  }

  @Test func `a decorator's actor`() {
    container.register(Sundial.self, fileID: "App/Sundial.swift", line: 8) { _ in Sundial() }
    container.decorate(Sundial.self) { @Cellar _, sundial in sundial }
    #expect(
      text(of: Sundial.self) == """
        'Sundial' can be built only on its actor.

          Path:    Sundial
          Place:   registered at App/Sundial.swift:8
          Actor:   Cellar, of its decorator

        To fix this, do one of:
          • Resolve it on Cellar.
          • Await it, from anywhere: try await container.requireAsync(Sundial.self)
          • If its decorator needs no actor, write it in a nonisolated function.
        """)
  }

  @Test func `an actor that registers its own`() async {
    let kitchen = Kitchen()
    await kitchen.register(with: container, fileID: "App/Kitchen.swift", line: 5)
    #expect(
      text(of: Meal.self) == """
        'Meal' can be built only on its actor.

          Path:    Meal
          Place:   registered at App/Kitchen.swift:5
          Actor:   Kitchen

        To fix this, do one of:
          • Resolve it on Kitchen.
          • Await it, from anywhere: try await container.requireAsync(Meal.self)
          • If its factory needs no actor, register it by container.registerNonisolated, or in a nonisolated function.
        """)
  }

  @Test func `the error has the actor, the key and the path as data`() async {
    let kitchen = Kitchen()
    await kitchen.register(with: container)
    let error = errorElsewhere(container, Meal.self)
    #expect(error?.code == .wrongActor)
    #expect(error?.actor === kitchen)
    #expect(error?.key == ServiceKey(Meal.self))
    #expect(error?.path == [ServiceKey(Meal.self)])
    #expect(error?.underlyingError == nil)
  }

  @MainActor @Test func `an optional resolve reports it, and a wrapper keeps it for its use`() {
    let failures = Recorder.failures(of: container)
    container.register(Facade.self) { _ in Facade() }
    let (container, text) = (container, text(of: Facade.self))
    let results = offActors { () -> [Bool] in
      [
        container.resolve(Facade.self) == nil, container.resolve(Lazy<Facade>.self) != nil,
        container.resolve(Facade?.self) == nil, container.resolveAll(Facade.self).isEmpty,
      ]
    }
    #expect(results == [true, true, true, true])
    #expect(failures.all.first == text)
    #expect(Set(failures.all) == [text])
  }

  @Test func `the inferred resolve stops with the whole text`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      container.register(Facade.self, fileID: "App/Facades.swift", line: 3) { @MainActor _ in Facade() }
      _ = offActors {
        let _: Facade = container.resolve(fileID: "App/Main.swift", line: 2)
        return true
      }
    }
    #expect(
      try stopText(result) == """
        'Facade' can be built only on its actor.

          Path:    Facade
          Place:   registered at App/Facades.swift:3
          Actor:   MainActor

        To fix this, do one of:
          • If its factory needs no actor, register it in a nonisolated assembly or function, or by container.registerNonisolated. A closure in top-level code or in a main-actor function belongs to the main actor.
          • Resolve it on MainActor.
          • Await it, from anywhere: try await container.requireAsync(Facade.self)

          Stopped at App/Main.swift:2
        """)
  }
}

@Sendable private func makeCasing(_ r: any Resolver) throws -> Casing {
  Casing(facade: try r.require(Facade.self, name: "main"))
}

@Sendable private func makeShop(_ r: any Resolver) throws -> Shop {
  _ = try r.require(Casing.self)
  return Shop()
}
