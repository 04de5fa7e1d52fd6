import Facet
import FacetTestSupport
import Testing

/// What a thread has built, and another one has built meanwhile as well, is released.
@Suite(.timeLimit(.minutes(20))) struct NeedlessInstanceTests {
  private final class Part: Sendable {
    let gone: Counter
    init(_ gone: Counter) { self.gone = gone }
    deinit { gone.next() }
  }

  @Test func `a build that lost against another thread leaves nothing behind`() async {
    let (houses, keys) = ((made: Counter(), gone: Counter()), (made: Counter(), gone: Counter()))
    do {
      let (container, completes, begun) = (Container(), Gate(), Gate())
      container.register(Part.self, name: "house") { r in
        _ = try r.require(Store.self)
        houses.made.next()
        return Part(houses.gone)
      }.inObjectScope(.container)
      container.register(Store.self) { _ in Store() }.inObjectScope(.container)
        .initCompleted { r, _ in
          completes.open()
          begun.pass()
          _ = try r.require(Part.self, name: "key")
        }
      container.register(Part.self, name: "key") { r in
        begun.open()
        completes.pass()
        _ = try r.require(Part.self, name: "house")
        keys.made.next()
        return Part(keys.gone)
      }.inObjectScope(.container)
      let runs = ["house", "key"].map { name in
        ThreadRun { container.resolve(Part.self, name: name) != nil }
      }
      #expect(runs.map(\.result) == [true, true])
    }
    // The thread that completes the store builds the key, and for that a second house; or the other one does, and the house's is there a third
    // time.
    #expect([keys, houses].allSatisfy { (2...3).contains($0.made.value) })
    let rest = {
      keys.made.value == keys.gone.value && houses.made.value == houses.gone.value ? nil : keys.gone
    }
    #expect(await isReleased(rest))
  }
}
