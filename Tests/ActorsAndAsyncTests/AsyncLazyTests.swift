import Facet
import FacetTestSupport
import Testing

/// `AsyncLazy` and `AsyncProvider`.
@Suite(.timeLimit(.minutes(20))) struct AsyncLazyTests {
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
    await expectFailure(.factoryFailed) { try await lazy.require() }
    let store = try await lazy.require()
    #expect(try await lazy.require() === store)
  }

  @Test func `a lazy service that was used keeps its instance, and nothing else`() async throws {
    var container: Container? = Container()
    container?.register(Store.self) { _ async in Store("small") }
    weak let seen = container
    let lazy = try container?.require(AsyncLazy<Store>.self)
    container = nil
    #expect(seen != nil)
    #expect(try await lazy?.require().name == "small")
    #expect(await isReleased { seen })
    #expect(try await lazy?.require().name == "small")
  }

  @Test func `a provider builds each time, with arguments`() async throws {
    let container = Container()
    container.register(Store.self) { _, name async in Store(name) }
    container.register(Store.self) { _ async in Store("none") }
    let provider = try container.require(AsyncProvider<Store, String>.self)
    let plain = try container.require(AsyncProvider<Store>.self)
    let stores = try await [
      provider.require("a"), provider.require("b"), plain.require(), plain.require(),
    ]
    #expect(stores.map(\.name) == ["a", "b", "none", "none"] && stores[2] !== stores[3])
  }

  @MainActor final class Screen {}

  @Test func `the services of a list are awaited as single ones are`() async throws {
    let container = Container()
    container.register(Store.self) { _ async in Store("small") }
    container.register(Store.self, name: "big") { _ async in Store("big") }
    container.register(Screen.self) { @MainActor _ in Screen() }
    let list = try await container.require(AsyncLazy<[Store]>.self).require()
    #expect(list.map(\.name) == ["small", "big"])
    let byName = try await container.require(AsyncProvider<[String: Store]>.self).require()
    #expect(byName.mapValues(\.name) == ["big": "big"])
    #expect(try await container.requireAsync([Store]?.self)?.count == 2)
    #expect(try await container.require(AsyncLazy<[Screen]>.self).require().count == 1)
  }

  final class Shelf: Sendable {
    let store: Store
    init(_ store: Store) { self.store = store }
  }

  @Test func `the services of a list join the cycle that the lazy came from`() async throws {
    let container = Container()
    container.register(Store.self) { _ in Store() }
    container.register(Shelf.self, name: "sync") { r in Shelf(try r.require()) }
    container.register(Shelf.self, name: "async") { r async throws in Shelf(try r.require()) }
    typealias Pair = (store: Store, shelves: AsyncLazy<[Shelf]>)
    container.register(Pair.self) { r in (try r.require(), try r.require()) }
    let (store, shelves) = try container.require(Pair.self)
    for shelf in try await shelves.require() { #expect(shelf.store === store) }
  }

  @Test func `they fail when their container is gone`() async throws {
    typealias Pair = (lazy: AsyncLazy<Store>, provider: AsyncProvider<Store>)
    var pair: Pair?
    do {
      let container = Container()
      container.register(Store.self) { _ async in Store() }
      // The container keeps them, so they do not keep the container.
      container.register(Pair.self) { r async throws in (try r.require(), try r.require()) }
        .inObjectScope(.container)
      pair = try await container.requireAsync(Pair.self)
    }
    let (lazy, provider) = try #require(pair)
    await expectFailure(.containerGone) { try await lazy.require() }
    await expectFailure(.containerGone) { try await provider.require() }
  }

  @Test func `a task that waits for a lazy is told of its cancellation; the build goes on`() async throws {
    let (container, stop) = (Container(), AsyncStop())
    container.register(Store.self) { _ async in
      await stop.halt()
      return Store("whole")
    }
    let lazy = try container.require(AsyncLazy<Store>.self)
    let first = Task { try await lazy.require() }
    await stop.waitForArrival()
    let second = Task { try await lazy.require() }
    await letOthersRun()
    second.cancel()
    let error = await expectFailure(.cancelled) { try await second.value }
    #expect(error?.key == ServiceKey(Store.self))
    stop.release()
    #expect(try await first.value.name == "whole")
    #expect(try await lazy.require() === first.value)
  }

  @Test func `a lazy is built in the task that uses it first; if that is cancelled, the next one builds it`()
    async throws
  {
    let (container, stop, count) = (Container(), AsyncStop(), Counter())
    container.register(Store.self) { _ async throws in
      if count.next() == 1 { await stop.halt() }
      try Task.checkCancellation()
      return Store("\(count.value)")
    }
    let lazy = try container.require(AsyncLazy<Store>.self)
    let first = Task { try await lazy.require() }
    await stop.waitForArrival()
    let second = Task { try await lazy.require() }
    first.cancel()
    stop.release()
    await #expect(throws: ResolutionError.self) { try await first.value }
    #expect(try await second.value.name == "2")
    #expect(try await lazy.require() === second.value)
  }

  final class Link: Sendable {
    let other: AnyObject & Sendable
    init(_ other: AnyObject & Sendable) { self.other = other }
  }

  @Test(arguments: [false, true])
  func
    `two lazies, or one and a shared service, that need one another are a loop, though two tasks began them`(
      isShared: Bool
    ) async throws
  {
    let (container, meeting) = (Container(), AsyncMeeting(of: 2))
    let lazies = Recorder<AsyncLazy<Link>>()
    @Sendable func requireSecond() async throws -> Link {
      if isShared { return try await container.requireAsync(Link.self, name: "second") }
      return try await lazies.all[1].require()
    }
    container.register(Link.self, name: "first") { _ async throws in
      await meeting.attend()
      return Link(try await requireSecond())
    }
    container.register(Link.self, name: "second") { _ async throws in
      await meeting.attend()
      return Link(try await lazies.all[0].require())
    }.inObjectScope(isShared ? .container : .graph)
    for name in ["first", "second"] { lazies.add(try container.require(name: name)) }
    let tasks = [Task { try await lazies.all[0].require() }, Task { try await requireSecond() }]
    for task in tasks {
      await expectFailure(.loop) { try await task.value }
    }
    container.removeAll()
  }

  @Test func `a completion that uses a lazy of what needs it is a loop, over two tasks too`() async throws {
    let (container, meeting) = (Container(), AsyncMeeting(of: 2))
    let errors = Recorder<ResolutionError>()
    container.register(Store.self) { _ async in
      await meeting.attend()
      return Store()
    }.inObjectScope(.container).initCompleted { r, _ async in
      do throws(ResolutionError) {
        _ = try await r.require(AsyncLazy<Link>.self).require()
      } catch {
        errors.add(error)
      }
    }
    container.register(Link.self) { r async throws in
      await meeting.attend()
      return Link(try await r.requireAsync(Store.self))
    }.inObjectScope(.container)
    let link = Task { try await container.requireAsync(Link.self) }
    let store = try await container.requireAsync(Store.self)
    #expect(errors.all.map(\.code) == [.loop])
    // Whichever of the two came last has got the loop: the link, or the lazy that waited for it.
    if case .failure(let error) = await link.result { #expect((error as? ResolutionError)?.code == .loop) }
    #expect(try await container.requireAsync(Link.self).other === store)
  }
}
