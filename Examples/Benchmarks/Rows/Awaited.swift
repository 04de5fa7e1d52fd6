import Facet
import Foundation

/// Resolves that are awaited; by hand a stored value of an actor, an initializer that is awaited, and for each scoped service a task.
func awaitedRows() -> [Row] {
  let container = Container()
  container.register(Leaf.self) { _ async in Leaf() }.inObjectScope(.container)
  container.register(Node.self) { _ async in Node(nil) }.inObjectScope(.transient)
  let server = Container()
  server.register(Session.self) { _ async in Session() }.inObjectScope(.scoped)
  server.register(Service.self) { r async throws in Service(try await r.requireAsync()) }
    .inObjectScope(.scoped)
    .onClose { service async in consume(service) }
  server.register(Node.self) { _ async in Node(nil) }.inObjectScope(.transient)
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
    Row(
      "an awaited request", each: 1_000,
      facet: awaiting {
        let request = Container(parent: server)
        consume(try! await request.requireAsync(Service.self))
        consume(try! await request.requireAsync(Node.self))
        try! await request.closeAsync()
      },
      byHand: awaiting {
        let session = Task { Shared(Session()) }
        let service = Task { Shared(Service(await session.value.object)) }
        consume(await service.value.object)
        consume(await shelf.node())
        consume(service)
      }),
    Row(
      "awaited, scoped: child, resolve, closeAsync", each: 1_000,
      facet: awaiting {
        let request = Container(parent: server)
        consume(try! await request.requireAsync(Session.self))
        try! await request.closeAsync()
      },
      byHand: awaiting { consume(await Task { Shared(Session()) }.value.object) }),
    Row(
      "closeAsync of an empty child", each: 1_000,
      facet: awaiting { try! await Container(parent: server).closeAsync() },
      byHand: awaiting { consume(await shelf.node()) }),
  ]
}

/// An object that goes from one task to another, as the container's services do.
private struct Shared<Object: AnyObject>: @unchecked Sendable {
  // Unchecked: only the task that awaits it uses it.
  let object: Object

  init(_ object: Object) { self.object = object }
}

private actor Shelf {
  let stored = Leaf()
  var leaf: Leaf { stored }
  nonisolated(nonsending) func node() async -> Node { Node(nil) }
}
