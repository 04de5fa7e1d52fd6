import Dispatch
import Facet

extension Scenario {
  /// What is resolved by `await`.
  static var awaited: [Scenario] {
    [
      Scenario(
        "awaited, shared", "An awaited service that is there; by hand a value that an actor keeps.",
        goal: 3.0,
        allocations: .notCounted
      ) {
        let container = Container()
        container.register(AwaitedLeaf.self) { _ async in await AwaitedLeaf() }.inObjectScope(.container)
        let keeper = LeafKeeper()
        return Comparison(
          hand: Loop.awaiting { iterations in
            for _ in 0..<iterations { consume(await keeper.leaf()) }
          },
          facet: Loop.awaiting { iterations in
            for _ in 0..<iterations { consume(try! await container.requireAsync(AwaitedLeaf.self)) }
          })
      },
      Scenario(
        "awaited, transient", "A service with an asynchronous initializer; by hand that initializer.",
        goal: 3.0,
        allocations: .notCounted
      ) {
        let container = Container()
        container.register(AwaitedLeaf.self) { _ async in await AwaitedLeaf() }.inObjectScope(.transient)
        return Comparison(
          hand: Loop.awaiting { iterations in
            for _ in 0..<iterations { consume(await AwaitedLeaf()) }
          },
          facet: Loop.awaiting { iterations in
            for _ in 0..<iterations { consume(try! await container.requireAsync(AwaitedLeaf.self)) }
          })
      },
    ]
  }
}

private final class AwaitedLeaf: Sendable {
  @inline(never)
  init() async {}
}

private actor LeafKeeper {
  private var kept = Leaf()

  // Not inlined: what the compiler sees to be constant is read without going to the actor.
  @inline(never)
  func leaf() -> Leaf { kept }

  func replace() { kept = Leaf() }
}
