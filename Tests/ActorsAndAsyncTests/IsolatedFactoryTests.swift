import Dispatch
import Facet
import FacetTestSupport
import Testing

/// Belongs to no actor, and names one at a factory.
private struct NamingAssembly: Assembly {
  func assemble(container: Container) {
    container.register(Facade.self) { @MainActor _ in Facade() }
      .initCompleted { @MainActor _, facade in facade.title += "!" }
  }
}

/// Belongs to the main actor as a whole.
@MainActor private struct MainAssembly: @MainActor Assembly {
  func assemble(container: Container) {
    container.register(Facade.self) { _ in Facade() }
      .initCompleted { _, facade in facade.title += "!" }
  }
}

@MainActor private final class Model {
  let sundial: Sundial
  var facade: Facade?
  init(sundial: Sundial) { self.sundial = sundial }
}

/// What is written on an actor runs there, with no other spelling.
@Suite(.timeLimit(.minutes(20))) struct IsolatedFactoryTests {
  private let container = Container()

  @MainActor @Test func `factories, completions and decorators of the main actor run on it`() {
    var count = 0
    container.register(Sundial.self) { _ in Sundial() }
    container.register { r in Model(sundial: r.resolve()) }
      .initCompleted { r, model in model.facade = r.resolve(Facade.self, argument: "completed") }
      .resolveProperties { _, model in model.facade?.title += "!" }
    container.register(Facade.self) { _, title in Facade(title: title) }
    container.decorate(Model.self) { _, model in
      count += 1
      return model
    }
    let model: Model = container.resolve()
    #expect(model.facade?.title == "completed!")
    #expect(count == 1)
  }

  @MainActor @Test func `an assembly names the actor, or belongs to it`() async throws {
    for assembly in [NamingAssembly(), MainAssembly()] as [any Assembly] {
      let resolver = Assembler([assembly]).resolver
      #expect(resolver.resolve(Facade.self)?.title.last == "!")
      let error = offActors { () -> ResolutionError? in
        do throws(ResolutionError) { _ = try resolver.require(Facade.self) } catch { return error }
        return nil
      }
      #expect(error?.code == .wrongActor)
    }
  }

  @Test func `an initializer belongs to its actor wherever it is registered`() async {
    container.autoregister(Facade.self, argument: String.self, initializer: Facade.init(title:))
    container.autoregister(Model.self, initializer: Model.init)
    container.autoregister(Sundial.self, initializer: Sundial.init)
    #expect(errorElsewhere(container, Model.self)?.code == .wrongActor)
    await MainActor.run {
      #expect(container.resolve(Facade.self, argument: "auto")?.title == "auto")
      #expect(container.resolve(Model.self) != nil)
    }
  }

  @Test func `a closure says its actor itself`() async {
    container.register(Facade.self) { @MainActor _ in Facade() }
    container.register(Wine.self) { @Cellar _ in Wine() }
    #expect(errorElsewhere(container, Facade.self)?.actor === MainActor.shared)
    #expect(errorElsewhere(container, Wine.self)?.actor === Cellar.shared)
    let isOpen = await Task { @Cellar in container.resolve(Wine.self)?.isOpen }.value
    #expect(isOpen == false)
    let title = await Task { @MainActor in container.resolve(Facade.self)?.title }.value
    #expect(title == "")
  }

  @Test func `an await from anywhere builds on the right actor`() async throws {
    let (container, kitchen) = (container, Kitchen())
    await kitchen.register(with: container)
    container.register(Facade.self) { @MainActor _ in Facade() }.inObjectScope(.container)
    container.register(Facade.self, name: "async") { @MainActor _ async in
      await Task.yield()
      return Facade()
    }
    let facade = try await Task.detached {
      _ = try await container.requireAsync(Meal.self)
      _ = try await container.requireAsync(Facade.self, name: "async")
      return try await container.requireAsync(Facade.self)
    }.value
    #expect(await kitchen.cooked == 1)
    #expect(container.resolve(Facade.self) === facade)
  }

  @Test func `an actor builds what it registered, and another one does not`() async throws {
    let (kitchen, other) = (Kitchen(), Kitchen())
    await kitchen.register(with: container)
    _ = try await kitchen.order(from: container)
    #expect(await kitchen.cooked == 1)
    let error = await #expect(throws: ResolutionError.self) { try await other.order(from: container) }
    #expect(error?.actor === kitchen)
  }

  @MainActor @Test func `a factory that needs no actor says so, or uses nothing of its actor instance`() async
  {
    await Kitchen().registerWithoutState(with: container)
    container.registerNonisolated(Sundial.self) { _ in Sundial() }
    container.registerNonisolated(Meal.self, name: "n") { (_, _: Int) in Meal() }
    registerPlain(with: container)
    let container = container
    #expect(errorElsewhere(container, Sundial.self) == nil)
    #expect(errorElsewhere(container, Meal.self, name: "cold") == nil)
    #expect(offActors { container.resolve(Meal.self, name: "n", argument: 1) } != nil)
    #expect(errorElsewhere(container, Meal.self) == nil)
  }

  private nonisolated func registerPlain(with container: Container) {
    container.register(Meal.self) { _ in Meal() }
  }

  @MainActor @Test func `tasks of the main actor build, detached ones and queues do not`() async {
    container.register(Facade.self) { _ in Facade() }
    let container = container
    let ask: @Sendable () -> ResolutionError.Code? = { code { try container.require(Facade.self) } }
    let builders = [
      await Task { ask() }.value, await Task.detached { @MainActor in ask() }.value,
      await Task.detached { await MainActor.run(body: ask) }.value, await MainActor.run(body: ask),
      await callersCode(container),
    ]
    #expect(builders.allSatisfy { $0 == nil })
    let queue = DispatchQueue(label: "tests")
    let others = [
      await Task.detached { ask() }.value, await Task.detached { queue.sync(execute: ask) }.value,
      await nonisolatedCode(container), offActors(ask),
    ]
    #expect(others.allSatisfy { $0 == .wrongActor })
  }

  @MainActor @Test(arguments: [ObjectScope.container, .session])
  func `a shared instance is handed out anywhere`(scope: ObjectScope) {
    container.register(Facade.self) { _ in Facade(title: "shared") }.inObjectScope(scope)
      .initCompleted { _, facade in facade.title += " on main" }
    let container = container
    #expect(errorElsewhere(container, Facade.self)?.code == .wrongActor)
    let facade = container.resolve(Facade.self)
    #expect(facade?.title == "shared on main")
    let others = [container, Container(parent: container)].map { instanceElsewhere($0, Facade.self) }
    #expect(others.allSatisfy { $0 === facade })
    container.resetObjectScope(scope)
    #expect(errorElsewhere(container, Facade.self)?.code == .wrongActor)
  }

  @MainActor @Test func `a weak instance is handed out as long as it lives`() async {
    container.register(Facade.self) { _ in Facade() }.inObjectScope(.weak)
    let container = container
    weak var held: Facade?
    do {
      let facade = container.resolve(Facade.self)
      held = facade
      #expect(instanceElsewhere(container, Facade.self) === facade)
      withExtendedLifetime(facade) {}
    }
    // The thread lets go of it a little later.
    #expect(await isReleased { held })
    #expect(errorElsewhere(container, Facade.self)?.code == .wrongActor)
  }

  @MainActor @Test func `a failed build away from the actor leaves nothing behind`() {
    container.register(Casing.self, factory: makeCasing).inObjectScope(.container)
    container.register(Facade.self) { _ in Facade() }
    let path = [ServiceKey(Casing.self), ServiceKey(Facade.self)]
    #expect(errorElsewhere(container, Casing.self)?.path == path)
    #expect(container.resolve(Casing.self) != nil && errorElsewhere(container, Casing.self) == nil)
  }
}

@Sendable private func makeCasing(_ r: any Resolver) throws -> Casing {
  Casing(facade: try r.require(Facade.self))
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
  code { try container.require(Facade.self) }
}

private nonisolated(nonsending) func callersCode(_ container: Container) async -> ResolutionError.Code? {
  await Task.yield()
  return code { try container.require(Facade.self) }
}
