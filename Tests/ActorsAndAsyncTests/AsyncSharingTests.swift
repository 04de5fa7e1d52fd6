import Facet
import FacetTestSupport
import Testing

/// What asynchronous services share beyond a cycle.
@Suite(.timeLimit(.minutes(20))) struct AsyncSharingTests {
  @Test func `a weak service is shared while it is held`() async throws {
    let (container, builds) = (Container(), Counter())
    container.register(Store.self) { _ async in
      builds.next()
      return Store()
    }.inObjectScope(.weak)
    do {
      let store = try await container.requireAsync(Store.self)
      #expect(try await container.requireAsync(Store.self) === store)
      #expect(container.resolve(Store.self) === store)
    }
    weak var second: Store?
    do {
      let store = try await container.requireAsync(Store.self)
      second = store
    }
    #expect(await isReleased { second })
    #expect(builds.value == 2)
  }

  @Test func `a weak service that a lazy one got lives as long as the awaited resolve`() async throws {
    let (container, builds) = (Container(), Counter())
    container.register(Store.self) { _ in
      builds.next()
      return Store()
    }.inObjectScope(.weak)
    container.register(String.self) { r in try r.require(Store.self).name }.inObjectScope(.transient)
    container.register(Int.self) { r async throws in
      for _ in 0..<2 { _ = try r.require(Lazy<String>.self).require() }
      return 1
    }
    _ = try await container.requireAsync(Int.self)
    #expect(builds.value == 1)
  }

  @Test(arguments: [(ObjectScope.container, true), (.session, true), (.weak, false), (.transient, false)])
  func `an awaited value is kept where a scope keeps values`(scope: ObjectScope, isKept: Bool) async throws {
    let (container, count) = (Container(), Counter())
    container.failureHandler = { _ in }
    container.register(Int.self) { _ async in count.next() }.inObjectScope(scope)
    #expect(try await container.requireAsync(Int.self) == 1)
    #expect(try await container.requireAsync(Int.self) == (isKept ? 1 : 2))
    #expect(container.resolve(Int.self) == (isKept ? 1 : nil))
  }

  @Test func `one instance for each argument is built once by all tasks, and is kept`() async throws {
    let (container, builds) = (Container(), Counter())
    container.register(Store.self) { _, name async in
      builds.next()
      await Task.yield()
      return Store(name)
    }.inObjectScope(.perArgument)
    let stores = try await withThrowingTaskGroup(of: Store.self) { group in
      for number in 0..<100 {
        group.addTask { try await container.requireAsync(Store.self, argument: "\(number % 4)") }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(builds.value == 4)
    for store in stores { #expect(container.resolve(Store.self, argument: store.name) === store) }
    #expect(Set(stores.map(\.name)) == ["0", "1", "2", "3"])
  }
}
