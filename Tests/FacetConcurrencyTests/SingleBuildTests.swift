import Facet
import Testing

/// A shared instance is built once, however many threads ask for it first.
@Suite struct SingleBuildTests {
  final class Store: Sendable {}

  @Test func `64 threads that resolve a container-scoped service first build it once`() {
    for _ in 0..<20 {
      let container = Container()
      let builds = Counter()
      container.register(Store.self) { _ in
        builds.increment()
        return Store()
      }.inObjectScope(.container)
      let seen = Collected<ObjectIdentifier>()
      concurrently(64) { _ in
        guard let store = container.resolve(Store.self) else { return }
        seen.append(ObjectIdentifier(store))
      }
      #expect(builds.value == 1)
      #expect(Set(seen.all).count == 1)
    }
  }

  @Test func `threads that resolve a weak service first share one while it is held`() {
    for _ in 0..<20 {
      let container = Container()
      let builds = Counter()
      container.register(Store.self) { _ in
        builds.increment()
        return Store()
      }.inObjectScope(.weak)
      let held = Collected<Store>()
      concurrently(16) { _ in
        guard let store = container.resolve(Store.self) else { return }
        held.append(store)
      }
      #expect(held.all.count == 16)
      #expect(Set(held.all.map(ObjectIdentifier.init)).count == builds.value)
      // A first instance may die before anybody holds it; afterwards all see one.
      #expect(builds.value <= 2)
    }
  }

  @Test func `a lazy service is built once when many threads use it first`() {
    for _ in 0..<20 {
      let container = Container()
      let builds = Counter()
      container.register(Store.self) { _ in
        builds.increment()
        return Store()
      }
      let lazy = container.resolve(Lazy<Store>.self)!
      let seen = Collected<ObjectIdentifier>()
      concurrently(16) { _ in
        seen.append(ObjectIdentifier(lazy.instance))
      }
      #expect(builds.value == 1)
      #expect(Set(seen.all).count == 1)
    }
  }

  /// Not safe for threads, on purpose: the container calls it from one thread at a time.
  final class PlainStorage: InstanceStorage {
    var instance: Any?
    var calls = 0

    func instance(inGraph graph: GraphIdentifier) -> Any? {
      calls += 1
      return instance
    }
  }

  @Test func `a custom storage is called by one thread at a time`() {
    let container = Container()
    let builds = Counter()
    let scope = ObjectScope(storageFactory: PlainStorage.init, description: "plain")
    container.register(Store.self) { _ in
      builds.increment()
      return Store()
    }.inObjectScope(scope)
    concurrently(8) { index in
      for round in 0..<200 {
        _ = container.resolve(Store.self)
        if index == 0, round % 50 == 49 { container.resetObjectScope(scope) }
      }
    }
    #expect(builds.value >= 1)
    #expect(builds.value <= 5)
  }

  @Test func `a failed build is not kept, and every waiting thread gets a result of its own`() {
    struct Unready: Error {}
    let container = Container()
    container.failureHandler = { _ in }
    let builds = Counter()
    container.register(Store.self) { _ in
      builds.increment()
      if builds.value < 4 { throw Unready() }
      return Store()
    }.inObjectScope(.container)
    let failures = Counter()
    concurrently(8) { _ in
      if container.resolve(Store.self) == nil { failures.increment() }
    }
    #expect(failures.value == 3)
    #expect(builds.value == 4)
  }
}
