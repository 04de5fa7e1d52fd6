import Dispatch
import Facet

extension Scenario {
  /// What is resolved by `await`.
  static var awaited: [Scenario] {
    [
      Scenario(
        "awaited, shared", "An awaited service that is there; by hand a value that an actor keeps.",
        goal: 1.2,
        mostAllocations: nil
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
        goal: 4.0,
        mostAllocations: nil
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
      Scenario(
        "awaited, dependencies",
        "A service whose factory awaits one service and resolves another; by hand both initializers.",
        goal: nil,
        mostAllocations: nil
      ) {
        let container = Container()
        container.register(Leaf.self) { _ in Leaf() }.inObjectScope(.transient)
        container.register(AwaitedLeaf.self) { _ async in await AwaitedLeaf() }.inObjectScope(.transient)
        container.register(AwaitedBranch.self) { r async throws in
          AwaitedBranch(try await r.requireAsync(), try r.require())
        }.inObjectScope(.transient)
        return Comparison(
          hand: Loop.awaiting { iterations in
            for _ in 0..<iterations { consume(AwaitedBranch(await AwaitedLeaf(), Leaf())) }
          },
          facet: Loop.awaiting { iterations in
            for _ in 0..<iterations { consume(try! await container.requireAsync(AwaitedBranch.self)) }
          })
      },
    ]
  }
}

private final class AwaitedLeaf: Sendable {
  @inline(never)
  init() async {}
}

private final class AwaitedBranch: Sendable {
  let awaited: AwaitedLeaf
  let leaf: Leaf

  init(_ awaited: AwaitedLeaf, _ leaf: Leaf) {
    self.awaited = awaited
    self.leaf = leaf
  }
}

private actor LeafKeeper {
  private var kept = Leaf()

  // Not inlined: what the compiler sees to be constant is read without going to the actor.
  @inline(never)
  func leaf() -> Leaf { kept }

  func replace() { kept = Leaf() }
}
