import Facet
import FacetTestSupport
import Testing

/// What is built by an asynchronous factory, and how it is asked for.
@Suite(.timeLimit(.minutes(20))) struct AsyncFactoryTests {
  final class Store: Sendable {
    let name: String
    init(_ name: String = "") { self.name = name }
  }

  final class Shop: Sendable {
    let store: Store
    init(_ store: Store) { self.store = store }
  }

  final class Town: Sendable {
    let shop: Shop
    init(_ shop: Shop) { self.shop = shop }
  }

  @Test func `an asynchronous factory is awaited, with names and arguments`() async throws {
    let container = Container()
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
    #expect(try await container.requireAsync(Store.self).name == "plain")
    #expect(try await container.requireAsync(Store.self, name: "named").name == "named")
    #expect(try await container.requireAsync(Store.self, arguments: "Ulm", 3).name == "Ulm 3")
    #expect((try? await container.requireAsync(Store.self))?.name == "plain")
    #expect((try? await container.requireAsync(Store.self, name: "named"))?.name == "named")
    #expect((try? await container.requireAsync(Store.self, arguments: "Bonn", 4))?.name == "Bonn 4")
    #expect(try await container.requireAllAsync(Store.self).map(\.name).sorted() == ["named", "plain"])
  }

  @Test func `a factory may ask for all of a type`() async throws {
    let container = Container()
    container.register(Store.self) { _ in Store("a") }
    container.register(Store.self, name: "b") { _ async in Store("b") }
    container.register([String].self) { r async throws in try await r.requireAllAsync(Store.self).map(\.name)
    }
    #expect(try await container.requireAsync([String].self).sorted() == ["a", "b"])
  }

  @Test func `what has a synchronous factory may be awaited as well`() async throws {
    let container = Container()
    container.register(Store.self) { _ in Store("sync") }.inObjectScope(.container)
    let store = try await container.requireAsync(Store.self)
    #expect(container.resolve(Store.self) === store)
  }

  @Test func `a synchronous call in an asynchronous function stays synchronous`() async throws {
    let container = Container()
    let failures = Recorder<String>.failures(of: container)
    container.register(Store.self, fileID: "Town.swift", line: 1) { _ async in Store() }
    container.register(Shop.self, fileID: "Town.swift", line: 2) { r in Shop(try r.require()) }
    container.register(Town.self, fileID: "Town.swift", line: 3) { r in Town(try r.require()) }
    #expect(container.resolve(Town.self) == nil)
    #expect(
      failures.all == [
        """
        'AsyncFactoryTests.Store' is built asynchronously, so it cannot be resolved synchronously.

          Path:     AsyncFactoryTests.Town → AsyncFactoryTests.Shop → AsyncFactoryTests.Store
          Places:   'AsyncFactoryTests.Town'    registered at Town.swift:3
                    'AsyncFactoryTests.Shop'    registered at Town.swift:2
                    'AsyncFactoryTests.Store'   registered at Town.swift:1

        To fix this, do one of:
          • Await it: try await container.requireAsync(AsyncFactoryTests.Store.self)
          • If its scope shares it, await it once before: from then on a synchronous resolve finds it.
          • Give 'AsyncFactoryTests.Shop' an asynchronous factory, and await it there.
          • Ask for AsyncLazy<AsyncFactoryTests.Store>, which is resolved without an await and used with one.
        """
      ])
  }

  @Test func `the path to what must be awaited leads over asynchronous factories as well`() async throws {
    let container = Container()
    container.register(Store.self, name: "big", fileID: "Town.swift", line: 1) { _ async in Store() }
    container.register(Shop.self, fileID: "Town.swift", line: 2) { r in Shop(try r.require(name: "big")) }
    container.register(Town.self, fileID: "Town.swift", line: 3) { r async throws in Town(try r.require()) }
    let error = await #expect(throws: ResolutionError.self) { try await container.requireAsync(Town.self) }
    #expect(error?.code == .needsAwait)
    #expect(
      error?.description == """
        'AsyncFactoryTests.Store' named "big" is built asynchronously, so it cannot be resolved synchronously.

          Path:     AsyncFactoryTests.Town → AsyncFactoryTests.Shop → AsyncFactoryTests.Store "big"
          Places:   'AsyncFactoryTests.Town'                registered at Town.swift:3
                    'AsyncFactoryTests.Shop'                registered at Town.swift:2
                    'AsyncFactoryTests.Store' named "big"   registered at Town.swift:1

        To fix this, do one of:
          • Await it: try await container.requireAsync(AsyncFactoryTests.Store.self, name: "big")
          • If its scope shares it, await it once before: from then on a synchronous resolve finds it.
          • Give 'AsyncFactoryTests.Shop' an asynchronous factory, and await it there.
          • Ask for AsyncLazy<AsyncFactoryTests.Store>, which is resolved without an await and used with one.
        """)
  }

  @Test(arguments: [ObjectScope.container, .weak, .graph, .transient])
  func `a synchronous resolve in each scope needs an await, and what is shared is there after one`(
    scope: ObjectScope
  ) async throws {
    let container = Container()
    container.register(Store.self) { _ async in Store() }.inObjectScope(scope)
    #expect(#expect(throws: ResolutionError.self) { try container.require(Store.self) }?.code == .needsAwait)
    let store = try await container.requireAsync(Store.self)
    let isShared = scope === ObjectScope.container || scope === ObjectScope.weak
    if isShared {
      #expect(container.resolve(Store.self) === store)
    } else {
      #expect(
        #expect(throws: ResolutionError.self) { try container.require(Store.self) }?.code == .needsAwait)
    }
    withExtendedLifetime(store) {}
  }

  @Test func `the way to await a service names its arguments`() {
    let container = Container()
    container.register(Store.self, name: "big", fileID: "Town.swift", line: 1) { (_, _: Int) async in Store()
    }
    container.register(Shop.self, fileID: "Town.swift", line: 2) { (_, _: Int, _: String) async in
      Shop(Store())
    }
    let store = #expect(throws: ResolutionError.self) {
      try container.require(Store.self, name: "big", argument: 1)
    }
    #expect(
      store?.description == """
        'AsyncFactoryTests.Store' named "big" with arguments (Int) is built asynchronously, so it cannot be resolved synchronously.

          Path:    AsyncFactoryTests.Store "big"
          Place:   registered at Town.swift:1

        To fix this, do one of:
          • Await it: try await container.requireAsync(AsyncFactoryTests.Store.self, name: "big", argument: …)
          • If its scope shares it, await it once before: from then on a synchronous resolve finds it.
        """)
    let shop = #expect(throws: ResolutionError.self) { try container.require(Shop.self, arguments: 1, "") }
    #expect(
      shop?.description == """
        'AsyncFactoryTests.Shop' with arguments (Int, String) is built asynchronously, so it cannot be resolved synchronously.

          Path:    AsyncFactoryTests.Shop
          Place:   registered at Town.swift:2

        To fix this, do one of:
          • Await it: try await container.requireAsync(AsyncFactoryTests.Shop.self, arguments: …, …)
          • If its scope shares it, await it once before: from then on a synchronous resolve finds it.
        """)
  }

  @Test func `what is not registered is named, with its neighbours`() async throws {
    let container = Container()
    container.register(Shop.self, fileID: "Town.swift", line: 2) { r async throws in
      Shop(try await r.requireAsync())
    }
    let error = await #expect(throws: ResolutionError.self) { try await container.requireAsync(Shop.self) }
    #expect(
      error?.description == """
        No registration matches 'AsyncFactoryTests.Store'.

          Path:    AsyncFactoryTests.Shop → AsyncFactoryTests.Store
          Place:   'AsyncFactoryTests.Shop'   registered at Town.swift:2

        To fix this, do one of:
          • Register it: container.register(AsyncFactoryTests.Store.self) { resolver in … }
        """)
  }

  // MARK: - Values

  struct Large: Equatable, Sendable {
    var words = (1, 2, 3, 4, 5, 6, 7, 8, 9)
    var store = Store("large")
    static func == (left: Large, right: Large) -> Bool {
      left.words.0 == right.words.0 && left.words.8 == right.words.8 && left.store === right.store
    }
  }

  enum Choice: Sendable {
    case large(Large)
    case none
  }

  @Test(arguments: [ObjectScope.container, .weak, .graph, .transient])
  func `large values, enums and optionals of them are handed out whole`(scope: ObjectScope) async throws {
    let container = Container()
    container.register(Large.self) { _ async in
      await Task.yield()
      return Large()
    }.inObjectScope(scope).initCompleted { _, _ async in await Task.yield() }
    container.register(Choice.self) { r async throws in .large(try await r.requireAsync(Large.self)) }
      .inObjectScope(scope)
    container.register(Large?.self) { r async throws in
      if case .large(let large) = try await r.requireAsync(Choice.self) { large } else { nil }
    }.inObjectScope(scope)
    let large = try await container.requireAsync(Large.self)
    #expect(large.words.8 == 9)
    #expect(large.store.name == "large")
    let optional = try await container.requireAsync(Large?.self)
    #expect(optional?.words.0 == 1)
    #expect(optional?.words.8 == 9)
    #expect(optional?.store.name == "large")
    let again = try await container.requireAsync(Large.self)
    #expect((again == large) == (scope === ObjectScope.container))
  }

  @Test func `what is handed out is held by who has it alone`() async throws {
    final class Owner {
      let large: Large
      init(_ large: Large) { self.large = large }
    }
    for scope in [ObjectScope.container, .weak, .graph, .transient] {
      weak var store: Store?
      weak var owner: Owner?
      weak var gone: Container?
      do {
        let container = Container()
        gone = container
        container.register(Large.self) { _ async in Large() }.inObjectScope(scope)
        container.register(Owner.self) { r async throws in Owner(try await r.requireAsync()) }
          .inObjectScope(scope).initCompleted { _, _ in }.initCompleted { r, _ async in
            _ = (try? await r.requireAsync(Large.self))
          }
        let new = try await container.requireAsync(Owner.self)
        owner = new
        store = new.large.store
        #expect(store != nil)
      }
      #expect(await isReleased { owner })
      #expect(await isReleased { store })
      #expect(await isReleased { gone })
    }
  }

  // MARK: - Arguments

  struct Point: Sendable { var x = 0 }

  @Test func `arguments need not be equatable`() async throws {
    let container = Container()
    container.register(Store.self) { _, point async in Store("\((point as Point).x)") }
    container.register(Int.self) { r, point async throws in
      (point as Point).x == 0
        ? 0 : 1 + (try await r.requireAsync(Int.self, argument: Point(x: point.x - 1)))
    }
    #expect(try await container.requireAsync(Store.self, argument: Point(x: 7)).name == "7")
    #expect(try await container.requireAsync(Int.self, argument: Point(x: 50)) == 50)
  }

  @Test func `an argument belongs to the instances of its cycle`() async throws {
    let container = Container()
    container.register(Store.self) { _, name async in Store(name) }
    container.register([Store].self) { r async throws in
      [
        try await r.requireAsync(Store.self, argument: "a"),
        try await r.requireAsync(Store.self, argument: "b"),
        try await r.requireAsync(Store.self, argument: "a"),
      ]
    }
    let stores = try await container.requireAsync([Store].self)
    #expect(stores.map(\.name) == ["a", "b", "a"])
    #expect(stores[0] === stores[2])
  }

  // MARK: - Forwards

  protocol Named { var label: String { get } }
  final class Card: Named, Sendable {
    let label = "card"
  }

  @Test(arguments: [ObjectScope.container, .weak, .graph, .transient])
  func `forwards show the instance that was awaited`(scope: ObjectScope) async throws {
    let container = Container()
    container.register(Card.self) { _ async in Card() }.inObjectScope(scope)
      .implements((any Named).self).implements(String.self) { card in "forwarded \(card.label)" }
    #expect(try await container.requireAsync((any Named).self).label == "card")
    #expect(try await container.requireAsync(String.self) == "forwarded card")
    let card = try await container.requireAsync(Card.self)
    if scope === ObjectScope.container {
      #expect(try await container.requireAsync((any Named).self) as AnyObject === card)
      #expect(container.resolve((any Named).self) as AnyObject? === card)
      #expect(container.resolve(String.self) == "forwarded card")
    }
  }

  // MARK: - Optionals and wrappers, used synchronously

  @Test func `Lazy, Provider and Optional of what must be awaited say so`() async throws {
    let container = Container()
    container.failureHandler = { _ in }
    container.register(Store.self, fileID: "Town.swift", line: 1) { _ async in Store() }
      .inObjectScope(.container)
    let lazy = try container.require(Lazy<Store>.self)
    let provider = try container.require(Provider<Store>.self)
    let text = """
      'AsyncFactoryTests.Store' is built asynchronously, so it cannot be resolved synchronously.

        Path:    AsyncFactoryTests.Store
        Place:   registered at Town.swift:1

      To fix this, do one of:
        • Await it: try await container.requireAsync(AsyncFactoryTests.Store.self)
        • If its scope shares it, await it once before: from then on a synchronous resolve finds it.
        • Ask for AsyncLazy<AsyncFactoryTests.Store>, which is resolved without an await and used with one.
      """
    #expect(#expect(throws: ResolutionError.self) { try lazy.require() }?.description == text)
    #expect(#expect(throws: ResolutionError.self) { try provider.require() }?.description == text)
    let optional = #expect(throws: ResolutionError.self) { try container.require(Store?.self) }
    #expect(optional?.description == text)
    let store = try await container.requireAsync(Store.self)
    #expect(try lazy.require() === store)
    #expect(try provider.require() === store)
    #expect(try container.require(Store?.self) === store)
  }

  @Test func `an optional of what must be awaited is awaited`() async throws {
    protocol Named: Sendable {}
    struct Town: Named, Equatable { let name: String }
    let container = Container()
    container.register(Town.self) { _ async in Town(name: "plain") }.implements(Named.self)
    container.register(Town.self, name: "kept") { (_, name: String) async in Town(name: name) }
      .inObjectScope(.container)
    container.register(String.self) { @MainActor _ in "main" }
    container.register(Int.self) { r async throws in
      let town: Town? = try await r.requireAsync()
      return town.map(\.name.count) ?? 0
    }
    #expect(try await container.requireAsync(Town?.self) == Town(name: "plain"))
    #expect(try await container.requireAsync((any Named)?.self) as? Town == Town(name: "plain"))
    #expect(try await container.requireAsync(Town?.self, name: "kept", argument: "x") == Town(name: "x"))
    #expect(try await container.requireAsync(Town?.self, name: "kept", argument: "y") == Town(name: "x"))
    #expect(try await container.requireAsync(String?.self) == "main")
    #expect(try await container.requireAsync(Int.self) == 5)
    #expect(try await container.requireAsync(Double?.self) == nil)
    let error = await #expect(throws: ResolutionError.self) {
      container.register(Double.self) { _ async throws in throw CancellationError() }
      return try await container.requireAsync(Double?.self)
    }
    #expect(error?.code == .factoryFailed)
  }

  @Test func `all of a type with arguments`() async throws {
    let container = Container()
    container.register(String.self, name: "a") { (_, number: Int) async in "a\(number)" }
    container.register(String.self, name: "b") { (_, number: Int) in "b\(number)" }
    container.register(String.self, name: "c") { _ async in "c" }
    container.register(String.self, name: "d") { (_, number: Int, text: String) async in "d\(number)\(text)" }
    #expect(try await container.requireAllAsync(String.self, arguments: 1) == ["a1", "b1"])
    #expect(try await container.requireAllAsync(String.self, arguments: 1, "x") == ["d1x"])
    #expect(try await container.requireAllAsync(String.self) == ["c"])
  }
}
