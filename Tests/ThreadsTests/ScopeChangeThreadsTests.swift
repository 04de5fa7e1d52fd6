import Facet
import FacetTestSupport
import Testing

/// Scopes that change while services are being built.
@Suite(.timeLimit(.minutes(20))) struct ScopeChangeThreadsTests {
  final class Whole: Sendable {
    let part: Part
    init(_ part: Part) { self.part = part }
  }

  final class Part: @unchecked Sendable {
    // Unchecked: set while its cycle runs, on one thread.
    weak var owner: Whole?
  }

  private static let scopes: [ObjectScope] = [.transient, .graph, .container, .weak, .session]

  @Test(arguments: scopes, scopes)
  func `after a change during a build no thread waits for ever`(old: ObjectScope, new: ObjectScope) {
    let container = Container()
    let entry = container.register(Whole.self) { r in Whole(try r.require(Part.self)) }.inObjectScope(old)
    container.register { Part() }.initCompleted { r, part in
      entry.inObjectScope(new)
      part.owner = r.resolve(Whole.self)
    }
    container.register { Store() }.inObjectScope(.container)
    container.register([Store].self) { r in [try r.require(Store.self)] }
    _ = container.resolve(Whole.self)
    let store = container.resolve([Store].self)
    #expect(ThreadRun { container.resolve(Store.self) }.result ?? nil === store?.first)
  }

  @Test func `a change of scope loses no other change of the entry`() {
    let (container, completions) = (Container(), Counter())
    let entry = container.register(Store.self) { _ in Store() }
    concurrently(2) { thread in
      for number in 0..<1_000 {
        if thread == 0 {
          entry.inObjectScope(number % 2 == 0 ? .graph : .transient)
        } else {
          entry.initCompleted { _, _ in completions.next() }
        }
      }
    }
    _ = container.resolve(Store.self)
    #expect(completions.value == 1_000)
  }

  @Test func `a scope that becomes weak while a thread waits keeps no instance`() async {
    let (container, building) = (Container(), Stop())
    let made = Recorder<@Sendable () -> Store?>()
    let entry = container.register(Store.self) { _ in
      building.halt()
      let store = Store()
      made.add { [weak store] in store }
      return store
    }.inObjectScope(.container)
    let builder = ThreadRun { container.resolve(Store.self) != nil }
    building.waitForArrival()
    let waiting = ThreadRun { container.resolve(Store.self) != nil }
    #expect(waiting.rests)
    entry.inObjectScope(.weak)
    building.release()
    #expect(builder.result == true && waiting.result == true)
    for store in made.all { #expect(await isReleased(store)) }
    // From here on the scope is what it was changed to.
    let store = container.resolve(Store.self)
    #expect(container.resolve(Store.self) === store)
  }

  @Test func `a circle is built while another thread changes its scope`() {
    let container = Container()
    let failures = Recorder.failures(of: container)
    let entry = container.register(Whole.self) { r in Whole(try r.require(Part.self)) }
    container.register { Part() }.initCompleted { r, part in part.owner = r.resolve(Whole.self) }
    container.register([Whole].self) { r in [try r.require(Whole.self), try r.require(Whole.self)] }
    concurrently(2) { thread in
      for number in 0..<2_000 {
        if thread == 0 {
          entry.inObjectScope(Self.scopes[1 + number % (Self.scopes.count - 1)])
        } else {
          _ = container.resolve([Whole].self)
        }
      }
    }
    #expect(failures.all.isEmpty)
  }

  @Test func `a thread that waited, and builds when arguments count, keeps nothing for other arguments`() {
    let (container, building, builds) = (Container(), Stop(), Counter())
    let entry = container.register(String.self) { (_, name: String) in
      if builds.next() == 1 { building.halt() }
      return name
    }.inObjectScope(.container)
    let first = ThreadRun { container.resolve(String.self, argument: "first") }
    building.waitForArrival()
    let waiting = ThreadRun { container.resolve(String.self, argument: "news") }
    #expect(waiting.rests)
    entry.inObjectScope(.perArgument)
    building.release()
    #expect([first.result, waiting.result] == ["first", "news"])
    #expect(
      ["sport", "weather"].map { container.resolve(String.self, argument: $0) } == ["sport", "weather"])
  }

  private actor Kitchen {
    func register(with container: Container) -> ServiceEntry<Store> {
      container.register(Store.self) { _ in self.make() }
    }
    private func make() -> Store { Store() }
    func work(_ stop: Stop) { stop.halt() }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: [false, true])
  func `what was removed, or got another scope, while an await waited for its actor is not kept`(
    isRemoved: Bool
  ) async throws {
    let (container, kitchen, stop, queue) = (Container(), Kitchen(), Stop(), QueueExecutor())
    let entry = await kitchen.register(with: container)
    entry.inObjectScope(.scoped)
    let child = Container(parent: container)
    let work = Task(executorPreference: QueueExecutor()) { await kitchen.work(stop) }
    stop.waitForArrival()
    weak var seen: Store?
    do {
      let resolve = Task(executorPreference: queue) { try await child.requireAsync(Store.self) }
      queue.waitForRest()
      if isRemoved { container.unregister(Store.self) } else { entry.inObjectScope(.container) }
      stop.release()
      let first = try await resolve.value
      seen = first
      if !isRemoved {
        entry.inObjectScope(.scoped)
        #expect(try await child.requireAsync(Store.self) !== first)
      }
    }
    await work.value
    #expect(await isReleased { seen })
  }
}
