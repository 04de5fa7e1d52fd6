import Facet
import Foundation

/// Resolves that are awaited; by hand a stored value of an actor, and an initializer that is awaited.
func awaitedRows() -> [Row] {
  let container = Container()
  container.register(Leaf.self) { _ async in Leaf() }.inObjectScope(.container)
  container.register(Node.self) { _ async in Node(nil) }.inObjectScope(.transient)
  let shelf = Shelf()
  func awaiting(_ body: @escaping @Sendable () async -> Void) -> () -> Void {
    {
      let done = DispatchSemaphore(value: 0)
      Task.detached {
        for _ in 0..<1_000 { await body() }
        done.signal()
      }
      done.wait()
    }
  }
  return [
    Row(
      "awaited, shared", each: 1_000,
      facet: awaiting { consume(try! await container.requireAsync(Leaf.self)) },
      byHand: awaiting { consume(await shelf.leaf) }),
    Row(
      "awaited, transient", each: 1_000,
      facet: awaiting { consume(try! await container.requireAsync(Node.self)) },
      byHand: awaiting { consume(await shelf.node()) }),
  ]
}

private actor Shelf {
  let stored = Leaf()
  var leaf: Leaf { stored }
  nonisolated(nonsending) func node() async -> Node { Node(nil) }
}
