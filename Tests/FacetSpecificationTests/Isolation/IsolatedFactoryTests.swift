import Dispatch
import Facet
import FacetTestSupport
import Testing

@MainActor private final class Model {
  let clock: WallClock
  var screen: Screen?
  init(clock: WallClock) { self.clock = clock }
}

/// What is written on an actor runs there, with no other spelling.
@Suite(.timeLimit(.minutes(2))) struct IsolatedFactoryTests {
  private let container = Container()

  @MainActor @Test func `factories, completions and decorators of the main actor run on it`() {
    var count = 0
    container.register(WallClock.self) { _ in WallClock() }
    container.register { r in Model(clock: r.resolve()) }
      .initCompleted { r, model in model.screen = r.resolve(Screen.self, argument: "completed") }
      .resolveProperties { _, model in model.screen?.title += "!" }
    container.register(Screen.self) { _, title in Screen(title: title) }
    container.decorate(Model.self) { _, model in
      count += 1
      return model
    }
    let model: Model = container.resolve()
    #expect(model.screen?.title == "completed!")
    #expect(count == 1)
  }

  @MainActor @Test func `initializers of the main actor are called on it`() {
    container.register(WallClock.self, initializer: WallClock.init)
    container.register(Model.self, initializer: Model.init)
    container.autoregister(Screen.self, argument: String.self, initializer: Screen.init(title:))
    #expect(container.resolve(Model.self) != nil)
    #expect(container.resolve(Screen.self, argument: "auto")?.title == "auto")
  }

  @Test func `an initializer belongs to its actor wherever it is registered`() async {
    container.autoregister(Screen.self, argument: String.self, initializer: Screen.init(title:))
    container.register(Model.self, initializer: Model.init)
    container.register(WallClock.self, initializer: WallClock.init)
    #expect(errorElsewhere(container, Model.self)?.code == .wrongActor)
    await MainActor.run {
      #expect(container.resolve(Screen.self, argument: "auto")?.title == "auto")
      #expect(container.resolve(Model.self) != nil)
    }
  }

  @MainActor @Test func `a circle over completions closes`() {
    container.register(Screen.self, name: "child") { r in
      let screen = Screen(title: "child")
      screen.parent = r.resolve(Screen.self)
      return screen
    }
    var child: Screen?
    container.register(Screen.self) { _ in Screen(title: "parent") }
      .initCompleted { r, _ in child = r.resolve(Screen.self, name: "child") }
    let parent = container.resolve(Screen.self)
    #expect(child?.parent === parent)
  }

  @Test func `a closure says its actor itself`() async {
    container.register(Screen.self) { @MainActor _ in Screen() }
    container.register(Wine.self) { @Cellar _ in Wine() }
    #expect(errorElsewhere(container, Screen.self)?.actor === MainActor.shared)
    #expect(errorElsewhere(container, Wine.self)?.actor === Cellar.shared)
    let isOpen = await Task { @Cellar in container.resolve(Wine.self)?.isOpen }.value
    #expect(isOpen == false)
    let title = await Task { @MainActor in container.resolve(Screen.self)?.title }.value
    #expect(title == "")
  }

  @Test func `an actor builds what it registered, and another one does not`() async throws {
    let (kitchen, other) = (Kitchen(), Kitchen())
    await kitchen.register(with: container)
    _ = try await kitchen.order(from: container)
    #expect(await kitchen.cooked == 1)
    let error = await #expect(throws: ResolutionError.self) { try await other.order(from: container) }
    #expect(error?.actor === kitchen)
    #expect(errorElsewhere(container, Meal.self)?.actor === kitchen)
    #expect(await kitchen.cooked == 1)
  }

  @Test func `a factory that uses nothing of its actor instance belongs to none`() async {
    await Kitchen().registerWithoutState(with: container)
    #expect(errorElsewhere(container, Meal.self, name: "cold") == nil)
  }

  @MainActor @Test func `a factory that needs no actor says so`() {
    container.registerNonisolated(WallClock.self) { _ in WallClock() }
    container.registerNonisolated(Meal.self, name: "n") { (_, _: Int) in Meal() }
    registerPlain(with: container)
    let container = container
    #expect(errorElsewhere(container, WallClock.self) == nil)
    #expect(onThread { container.resolve(Meal.self, name: "n", argument: 1) } != nil)
    #expect(errorElsewhere(container, Meal.self) == nil)
  }

  private nonisolated func registerPlain(with container: Container) {
    container.register(Meal.self) { _ in Meal() }
  }

  @MainActor @Test func `tasks of the main actor build, detached ones do not`() async {
    container.register(Screen.self) { _ in Screen() }
    let container = container
    let codes = [
      await Task { code { try container.require(Screen.self) } }.value,
      await Task.detached { code { try container.require(Screen.self) } }.value,
      await Task.detached { @MainActor in code { try container.require(Screen.self) } }.value,
      await Task.detached { await MainActor.run { code { try container.require(Screen.self) } } }.value,
      await MainActor.run { code { try container.require(Screen.self) } },
      await nonisolatedCode(container),
      await callersCode(container),
    ]
    #expect(codes == [nil, .wrongActor, nil, nil, nil, .wrongActor, nil])
  }

  @Test func `a queue is no actor`() {
    container.register(Screen.self) { @MainActor _ in Screen() }
    let container = container
    let queue = DispatchQueue(label: "tests")
    #expect(queue.sync { code { try container.require(Screen.self) } } == .wrongActor)
    #expect(onThread { code { try container.require(Screen.self) } } == .wrongActor)
  }

  @MainActor @Test func `a shared instance is handed out anywhere`() {
    container.register(Screen.self) { _ in Screen(title: "shared") }.inObjectScope(.container)
      .initCompleted { _, screen in screen.title += " on main" }
    let container = container
    #expect(errorElsewhere(container, Screen.self)?.code == .wrongActor)
    let screen = container.resolve(Screen.self)
    #expect(screen?.title == "shared on main")
    #expect(instanceElsewhere(container, Screen.self) === screen)
    #expect(instanceElsewhere(Container(parent: container), Screen.self) === screen)
    container.resetObjectScope(.container)
    #expect(errorElsewhere(container, Screen.self)?.code == .wrongActor)
  }

  @MainActor @Test func `a weak instance is handed out as long as it lives`() {
    container.register(Screen.self) { _ in Screen() }.inObjectScope(.weak)
    let container = container
    do {
      let screen = container.resolve(Screen.self)
      #expect(instanceElsewhere(container, Screen.self) === screen)
      withExtendedLifetime(screen) {}
    }
    #expect(errorElsewhere(container, Screen.self)?.code == .wrongActor)
  }

  @MainActor @Test func `what a storage keeps is handed out anywhere`() {
    let scope = ObjectScope(storageFactory: PermanentStorage.init, description: "session")
    container.register(Screen.self) { _ in Screen() }.inObjectScope(scope)
    let container = container
    #expect(errorElsewhere(container, Screen.self)?.code == .wrongActor)
    let screen = container.resolve(Screen.self)
    #expect(instanceElsewhere(container, Screen.self) === screen)
    container.resetObjectScope(scope)
    #expect(errorElsewhere(container, Screen.self)?.code == .wrongActor)
  }

  @MainActor @Test func `what the cycle has is used again`() {
    container.register(Screen.self) { _ in Screen() }
    container.register(Frame.self) { r in Frame(screen: r.resolve()) }
    let graph = GraphIdentifier()
    let container = container
    let screen = container.withObjectGraph(graph) { container.resolve(Screen.self) }
    #expect(container.withObjectGraph(graph) { container.resolve(Frame.self) }?.screen === screen)
  }

  @MainActor @Test func `a failed build away from the actor leaves nothing behind`() {
    container.register(Frame.self, factory: makeFrame).inObjectScope(.container)
    container.register(Screen.self) { _ in Screen() }
    #expect(errorElsewhere(container, Frame.self)?.path == [ServiceKey(Frame.self), ServiceKey(Screen.self)])
    #expect(container.resolve(Frame.self) != nil)
    #expect(errorElsewhere(container, Frame.self) == nil)
  }
}

@Sendable private func makeFrame(_ r: any Resolver) throws -> Frame {
  Frame(screen: try r.require(Screen.self))
}

private func code<Service>(_ body: () throws -> Service) -> ResolutionError.Code? {
  do {
    _ = try body()
    return nil
  } catch {
    return (error as? ResolutionError)?.code
  }
}

@concurrent private func nonisolatedCode(_ container: Container) async -> ResolutionError.Code? {
  code { try container.require(Screen.self) }
}

private nonisolated(nonsending) func callersCode(_ container: Container) async -> ResolutionError.Code? {
  await Task.yield()
  return code { try container.require(Screen.self) }
}
