import Facet
import FacetTestSupport
import Testing

/// What is built by an asynchronous factory, and how it is asked for.
@Suite(.timeLimit(.minutes(20))) struct AsyncFactoryTests {
  private struct Town: Sendable { let shop: Shop }

  private let container = Container()

  @Test func `an asynchronous factory is awaited, with names and arguments`() async throws {
    container.register(Store.self) { _ async in
      await Task.yield()
      return Store("plain")
    }
    container.register(Store.self, name: "named") { _ async throws in
      try await Task.sleep(for: .microseconds(1))
      return Store("named")
    }
    container.register(Store.self) { _, city, number async throws in
      Store("\(city as String) \(number as Int)")
    }
    let stores = try await [
      container.requireAsync(Store.self), container.requireAsync(Store.self, name: "named"),
      container.requireAsync(Store.self, arguments: "Ulm", 3),
    ]
    #expect(stores.map(\.name) == ["plain", "named", "Ulm 3"])
  }

  @Test func `all of a type are awaited, also by a factory and with arguments`() async throws {
    container.register(String.self, name: "a") { (_, number: Int) async in "a\(number)" }
    container.register(String.self, name: "b") { (_, number: Int) in "b\(number)" }
    container.register(String.self, name: "c") { _ async in "c" }
    container.register(String.self, name: "d") { (_, number: Int, text: String) async in "d\(number)\(text)" }
    container.register(String.self, name: "e") { _ in "e" }
    container.register([String].self) { r async throws in try await r.requireAllAsync(String.self) }
    let lists = try await [
      container.requireAllAsync(String.self, arguments: 1),
      container.requireAllAsync(String.self, arguments: 1, "x"), container.requireAllAsync(String.self),
      container.requireAsync([String].self),
    ]
    #expect(lists == [["a1", "b1"], ["d1x"], ["c", "e"], ["c", "e"]])
  }

  @Test func `a failure has the path over all factories`() async throws {
    container.register(Shop.self) { r async throws in Shop(try await r.requireAsync()) }
    let error = await expectFailure(.notRegistered) { try await container.requireAsync(Shop.self) }
    #expect(error?.path == [ServiceKey(Shop.self), ServiceKey(Store.self)])
  }

  // MARK: - Without an await

  @Test(arguments: [ObjectScope.container, .weak, .session, .graph, .transient])
  func `a synchronous resolve in each scope needs an await, and what is shared is there after one`(
    scope: ObjectScope
  ) async throws {
    container.failureHandler = { _ in }
    container.register(Store.self) { _ async in Store() }.inObjectScope(scope)
    expectFailure(.needsAwait) { try container.require(Store.self) }
    let store = try await container.requireAsync(Store.self)
    let isShared = scope !== ObjectScope.graph && scope !== ObjectScope.transient
    #expect(container.resolve(Store.self) === (isShared ? store : nil))
  }

  @Test func `the path to what must be awaited leads over asynchronous factories as well`() async throws {
    container.register(Store.self, name: "big", fileID: "Town.swift", line: 1) { _ async in Store() }
    container.register(Shop.self, fileID: "Town.swift", line: 2) { r in Shop(try r.require(name: "big")) }
    container.register(Town.self, fileID: "Town.swift", line: 3) { r async throws in
      Town(shop: try r.require())
    }
    let error = await expectFailure(.needsAwait) { try await container.requireAsync(Town.self) }
    #expect(
      error?.description == """
        'Store' named "big" is built asynchronously, so it cannot be resolved synchronously.

          Path:     Town → Shop → Store "big"
          Places:   'Town'                registered at Town.swift:3
                    'Shop'                registered at Town.swift:2
                    'Store' named "big"   registered at Town.swift:1

        To fix this, do one of:
          • Give 'Shop' an asynchronous factory, which awaits what it needs, and await what was asked for: try await container.requireAsync(Town.self)
          • Ask for AsyncLazy<Store>, by resolver.require(AsyncLazy<Store>.self, name: "big"), which is resolved without an await and used with one.
        """)
  }

  @Test func `the way to await a service names its arguments`() {
    container.register(Store.self, name: "big") { (_, _: Int) async in Store() }.inObjectScope(.container)
    container.register(Shop.self) { (_, _: Int, _: String) async in Shop(Store()) }
    let errors = [
      expectFailure(.needsAwait) { try container.require(Store.self, name: "big", argument: 1) },
      expectFailure(.needsAwait) { try container.require(Shop.self, arguments: 1, "") },
    ]
    #expect(
      errors.map { $0?.remedies } == [
        [
          "Await it: try await container.requireAsync(Store.self, name: \"big\", argument: …)",
          "If its scope shares it, await it once before: from then on a synchronous resolve finds it.",
          "Ask for AsyncProvider<Store, Int>, by resolver.require(AsyncProvider<Store, Int>.self, name: \"big\"), which is resolved without an await and used with one.",
        ],
        // Of graph scope: no later resolve would find it.
        [
          "Await it: try await container.requireAsync(Shop.self, arguments: …, …)",
          "Ask for AsyncProvider<Shop, Int, String>, which is resolved without an await and used with one.",
        ],
      ])
  }

  @Test func `Lazy, Provider and Optional of what must be awaited say so`() async throws {
    container.register(Store.self) { _ async in Store() }.inObjectScope(.container)
    let lazy = try container.require(Lazy<Store>.self)
    let provider = try container.require(Provider<Store>.self)
    let ways: [() throws -> Store?] = [
      { try lazy.require() }, { try provider.require() },
      { [container] in try container.require(Store?.self) },
    ]
    for way in ways { expectFailure(.needsAwait, path: ["'Store'"], way) }
    let store = try await container.requireAsync(Store.self)
    #expect(try ways.map { try $0() === store } == [true, true, true])
  }

  @Test func `an optional of what must be awaited is awaited`() async throws {
    container.register(Store.self) { _ async in Store("plain") }
    container.register(Store.self, name: "kept") { (_, name: String) async in Store(name) }
      .inObjectScope(.container)
    container.register(String.self) { @MainActor _ in "main" }
    container.register([Store?].self) { r async throws in [try await r.requireAsync()] }
    let stores = try await [
      container.requireAsync(Store?.self), container.requireAsync(Store?.self, name: "kept", argument: "x"),
      container.requireAsync(Store?.self, name: "kept", argument: "y"),
      container.requireAsync([Store?].self)[0],
    ]
    #expect(stores.map { $0?.name } == ["plain", "x", "x", "plain"])
    #expect(try await container.requireAsync(String?.self) == "main")
    await expectFailure(.notRegistered) { try await container.requireAsync(Double?.self) }
    #expect(try await container.require(AsyncLazy<Double?>.self).require() == nil)
    container.register(Double.self) { _ async throws in throw Closed() }
    await expectFailure(.factoryFailed) { try await container.requireAsync(Double?.self) }
  }

  // MARK: - Arguments

  struct Point: Sendable { var x = 0 }

  @Test func `arguments need not be equatable`() async throws {
    container.register(Store.self) { _, point async in Store("\((point as Point).x)") }
    container.register(Int.self) { r, point async throws in
      (point as Point).x == 0
        ? 0 : 1 + (try await r.requireAsync(Int.self, argument: Point(x: point.x - 1)))
    }
    #expect(try await container.requireAsync(Store.self, argument: Point(x: 7)).name == "7")
    #expect(try await container.requireAsync(Int.self, argument: Point(x: 50)) == 50)
  }
}
