import Facet
import FacetTestSupport
import Testing

private final class Shop: Sendable {}
private protocol Page: Sendable {}
extension Screen: Page {}

/// The whole text when a service is to be built away from its actor.
@Suite(.timeLimit(.minutes(2))) struct WrongActorTextTests {
  private let container = Container()

  private func text<Service: Sendable>(of serviceType: Service.Type, name: String? = nil) -> String? {
    errorElsewhere(container, serviceType, name: name)?.description
  }

  @MainActor @Test func `a service of the main actor`() {
    container.register(Screen.self, fileID: "App/Screens.swift", line: 3) { _ in Screen() }
    #expect(
      text(of: Screen.self) == """
        'Screen' can be built on its actor alone.

          Path:    Screen
          Place:   registered at App/Screens.swift:3
          Actor:   MainActor

        To fix this, do one of:
          • Resolve it on MainActor.
          • Await it, from anywhere: try await container.requireAsync(Screen.self)
          • If its factory needs no actor, register it by container.registerNonisolated, or in a nonisolated function.
        """)
  }

  @MainActor @Test func `a dependency shows the path from the root`() {
    container.register(Screen.self, name: "main", fileID: "App/Screens.swift", line: 3) { _ in Screen() }
    container.register(Frame.self, factory: makeFrame)
    container.register(Shop.self, factory: makeShop)
    #expect(
      text(of: Shop.self) == """
        'Screen' named "main" can be built on its actor alone.

          Path:    Shop → Frame → Screen "main"
          Place:   registered at App/Screens.swift:3
          Actor:   MainActor

        To fix this, do one of:
          • Resolve it on MainActor.
          • Await it, from anywhere: try await container.requireAsync(Screen.self, name: "main")
          • If its factory needs no actor, register it by container.registerNonisolated, or in a nonisolated function.
        """)
  }

  @MainActor @Test func `a forwarded type is named as it was asked for`() {
    container.register(Screen.self, fileID: "App/Screens.swift", line: 3) { _ in Screen() }
      .implements(Page.self)
    #expect(
      text(of: Page.self) == """
        'Page' can be built on its actor alone.

          Path:    Page
          Place:   registered at App/Screens.swift:3
          Actor:   MainActor

        To fix this, do one of:
          • Resolve it on MainActor.
          • Await it, from anywhere: try await container.requireAsync(Page.self)
          • If its factory needs no actor, register it by container.registerNonisolated, or in a nonisolated function.
        """)
  }

  @Test func `a completion's actor`() {
    container.register(WallClock.self, fileID: "App/WallClock.swift", line: 8) { _ in WallClock() }
      .initCompleted { @MainActor _, _ in }
    #expect(
      text(of: WallClock.self) == """
        'WallClock' can be built on its actor alone.

          Path:    WallClock
          Place:   registered at App/WallClock.swift:8
          Actor:   MainActor

        To fix this, do one of:
          • Resolve it on MainActor.
          • Await it, from anywhere: try await container.requireAsync(WallClock.self)
          • If its factory needs no actor, register it by container.registerNonisolated, or in a nonisolated function.
        """)
  }

  @Test func `a decorator's actor`() {
    container.register(WallClock.self, fileID: "App/WallClock.swift", line: 8) { _ in WallClock() }
    container.decorate(WallClock.self) { @Cellar _, clock in clock }
    #expect(
      text(of: WallClock.self) == """
        'WallClock' can be built on its actor alone.

          Path:    WallClock
          Place:   registered at App/WallClock.swift:8
          Actor:   Cellar

        To fix this, do one of:
          • Resolve it on Cellar.
          • Await it, from anywhere: try await container.requireAsync(WallClock.self)
          • If its factory needs no actor, register it by container.registerNonisolated, or in a nonisolated function.
        """)
  }

  @Test func `an actor that registers its own`() async {
    let kitchen = Kitchen()
    await kitchen.register(with: container, fileID: "App/Kitchen.swift", line: 5)
    #expect(
      text(of: Meal.self) == """
        'Meal' can be built on its actor alone.

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
    container.register(Screen.self) { _ in Screen() }
    let (container, text) = (container, text(of: Screen.self))
    let results = onThread { () -> [Bool] in
      [
        container.resolve(Screen.self) == nil, container.resolve(Lazy<Screen>.self) != nil,
        container.resolve(Screen?.self) == nil, container.resolveAll(Screen.self).isEmpty,
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
      container.register(Screen.self, fileID: "App/Screens.swift", line: 3) { @MainActor _ in Screen() }
      _ = onThread {
        let _: Screen = container.resolve(fileID: "App/Main.swift", line: 2)
        return true
      }
    }
    #expect(
      try stopText(result) == """
        'Screen' can be built on its actor alone.

          Path:    Screen
          Place:   registered at App/Screens.swift:3
          Actor:   MainActor

        To fix this, do one of:
          • Resolve it on MainActor.
          • Await it, from anywhere: try await container.requireAsync(Screen.self)
          • If its factory needs no actor, register it by container.registerNonisolated, or in a nonisolated function.

          Stopped at App/Main.swift:2
        """)
  }
}

@Sendable private func makeFrame(_ r: any Resolver) throws -> Frame {
  Frame(screen: try r.require(Screen.self, name: "main"))
}

@Sendable private func makeShop(_ r: any Resolver) throws -> Shop {
  _ = try r.require(Frame.self)
  return Shop()
}
