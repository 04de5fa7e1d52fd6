import Facet
import FacetTestSupport
import Testing

/// A shared instance is built once, however many threads ask for it first.
@Suite(.timeLimit(.minutes(20))) struct SingleBuildTests {
  /// Runs `ask` on so many threads, where the first one that builds stops until all of them rest.
  private func gather(
    _ count: Int, stop: Stop, _ ask: @escaping @Sendable () -> Store?, whileResting look: () -> Void = {}
  ) -> [Store?] {
    let threads = (0..<count).map { _ in ThreadRun { ask() } }
    stop.waitForArrival()
    let resting = threads.count { $0.rests }
    #expect(resting == count)
    look()
    stop.release()
    return threads.map { $0.result ?? nil }
  }

  @Test(arguments: [ObjectScope.container, .scoped, .weak, .session, .graph])
  func `32 threads that ask first for a shared or a lazy service build it once`(scope: ObjectScope) throws {
    let container = Container()
    let (builds, building) = (Counter(), Stop())
    container.register(Store.self) { _ in
      builds.next()
      building.halt()
      return Store()
    }.inObjectScope(scope)
    let lazy = scope === ObjectScope.graph ? try container.require(Lazy<Store>.self) : nil
    let stores = gather(32, stop: building) { lazy?.instance ?? container.resolve(Store.self) }
    #expect(stores.allSatisfy { $0 != nil && $0 === stores[0] })
    #expect(builds.value == 1)
  }

  /// Not safe for threads, on purpose: the container calls it from one thread at a time.
  final class PlainStorage: InstanceStorage {
    private var kept: Any?
    private let calls: Counter
    private let stop: Stop

    init(_ calls: Counter, _ stop: Stop) {
      self.calls = calls
      self.stop = stop
    }

    var instance: Any? {
      get {
        calls.next()
        stop.halt()
        return kept
      }
      set { kept = newValue }
    }
  }

  @Test func `a custom storage is called by one thread at a time`() {
    let (container, builds, calls, asking) = (Container(), Counter(), Counter(), Stop())
    container.register(Store.self) { _ in
      builds.next()
      return Store()
    }.inObjectScope(ObjectScope(storageFactory: { PlainStorage(calls, asking) }))
    let stores = gather(8, stop: asking) {
      container.resolve(Store.self)
    } whileResting: {
      #expect(calls.value == 1)
    }
    #expect(stores.allSatisfy { $0 != nil && $0 === stores[0] })
    #expect(builds.value == 1)
  }

  @Test func `a failed build is not kept, and every waiting thread gets a result of its own`() {
    struct Unready: Error {}
    let container = Container { $0.failureHandler = { _ in } }
    let (builds, building) = (Counter(), Stop())
    container.register(Store.self) { _ in
      builds.next()
      building.halt()
      if builds.value < 4 { throw Unready() }
      return Store()
    }.inObjectScope(.container)
    let stores = gather(8, stop: building) { container.resolve(Store.self) }
    #expect(stores.count { $0 == nil } == 3)
    #expect(builds.value == 4)
  }
}
