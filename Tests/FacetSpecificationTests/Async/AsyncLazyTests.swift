import Facet
import FacetTestSupport
import Testing

/// `AsyncLazy` and `AsyncProvider`.
@Suite(.timeLimit(.minutes(1))) struct AsyncLazyTests {
  final class Store: Sendable {
    let name: String
    init(_ name: String = "") { self.name = name }
  }

  struct Closed: Error {}

  @Test func `a lazy service is built at the first use, once for all tasks`() async throws {
    let (container, builds) = (Container(), Counter())
    container.register(Store.self, name: "big") { _ async in
      builds.next()
      await Task.yield()
      return Store("big")
    }
    let lazy = try container.require(AsyncLazy<Store>.self, name: "big")
    #expect(builds.value == 0)
    let stores = try await withThrowingTaskGroup(of: Store.self) { group in
      for _ in 0..<50 { group.addTask { try await lazy.require() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(stores.allSatisfy { $0 === stores[0] && $0.name == "big" })
    #expect(builds.value == 1)
  }

  @Test func `a failed build is not kept by a lazy service`() async throws {
    let (container, builds) = (Container(), Counter())
    container.register(Store.self) { _ async throws in
      if builds.next() == 1 { throw Closed() }
      return Store()
    }
    let lazy = try container.require(AsyncLazy<Store>.self)
    #expect(await #expect(throws: ResolutionError.self) { try await lazy.require() }?.code == .factoryFailed)
    let store = try await lazy.require()
    #expect(try await lazy.require() === store)
  }

  @Test func `a lazy service ends a loop`() async throws {
    final class Hen: Sendable {
      let egg: AsyncLazy<Egg>
      init(_ egg: AsyncLazy<Egg>) { self.egg = egg }
    }
    final class Egg: Sendable {
      let hen: Hen
      init(_ hen: Hen) { self.hen = hen }
    }
    let container = Container()
    container.register(Hen.self) { r async throws in Hen(try r.require()) }.inObjectScope(.container)
    container.register(Egg.self) { r async throws in Egg(try await r.requireAsync()) }.inObjectScope(
      .container)
    let hen = try await container.requireAsync(Hen.self)
    #expect(try await hen.egg.require().hen === hen)
  }

  @Test func `a provider builds each time, with arguments`() async throws {
    let container = Container()
    container.register(Store.self) { _, name async in Store(name) }
    container.register(Store.self) { _ async in Store("none") }
    let provider = try container.require(AsyncProvider<Store, String>.self)
    #expect(try await provider.require("a").name == "a")
    #expect(try await provider.require("b").name == "b")
    let plain = try container.require(AsyncProvider<Store>.self)
    let store = try await plain.require()
    #expect(store.name == "none")
    #expect(try await plain.require() !== store)
  }

  @Test func `they fail when their container is gone`() async throws {
    final class Holder: Sendable {
      let lazy: AsyncLazy<Store>
      let provider: AsyncProvider<Store>
      init(_ lazy: AsyncLazy<Store>, _ provider: AsyncProvider<Store>) {
        self.lazy = lazy
        self.provider = provider
      }
    }
    func make() async throws -> Holder {
      let container = Container()
      container.register(Store.self) { _ async in Store() }
      container.register(Holder.self) { r async throws in Holder(try r.require(), try r.require()) }
        .inObjectScope(.container)
      return try await container.requireAsync()
    }
    let holder = try await make()
    let error = await #expect(throws: ResolutionError.self) { try await holder.lazy.require() }
    #expect(error?.code == .containerGone)
    #expect(
      await #expect(throws: ResolutionError.self) { try await holder.provider.require() }?.code
        == .containerGone)
  }
}
