import Facet
import FacetTestSupport
import Testing

private final class Node: Sendable {
  let lazy = Locked<Lazy<Node>?>(nil)
}

/// What a service of graph scope got by a wrapper, a kept service that has it got, too: also later, and half-built.
@Suite struct NeedsThroughGraphTests {
  private let container = Container()
  private let ended = Recorder<String>()
  private let graphs = Recorder<Node>()

  @discardableResult
  private func keep(_ name: String, _ needs: @escaping @Sendable (any Resolver) throws -> Void = { _ in })
    -> ServiceEntry<Node>
  {
    container.register(Node.self, name: name) { r in
      try needs(r)
      return Node()
    }.inObjectScope(.container).onClose { [ended] _ in ended.add(name) }
  }

  @Test func `what its lazy gives later ends after the kept service`() throws {
    keep("late")
    container.register(Node.self, name: "graph") { [graphs] r in
      let node = Node()
      node.lazy.exchange(try r.require(Lazy<Node>.self, name: "late"))
      graphs.add(node)
      return node
    }
    keep("user") { r in _ = try r.require(Node.self, name: "graph") }
    _ = container.resolve(Node.self, name: "user")
    _ = try graphs.all[0].lazy.value?.require()
    try container.close()
    #expect(ended.all == ["user", "late"])
  }

  @Test func `so it does where the kept service has it half-built`() throws {
    keep("late")
    container.register(Node.self, name: "graph") { _ in Node() }
      .initCompleted { [graphs] r, node in
        node.lazy.exchange(try r.require(Lazy<Node>.self, name: "late"))
        graphs.add(node)
        _ = try r.require(Node.self, name: "user")
      }
    keep("user") { r in _ = try r.require(Node.self, name: "graph") }
    _ = container.resolve(Node.self, name: "graph")
    _ = try graphs.all[0].lazy.value?.require()
    try container.close()
    #expect(ended.all == ["user", "late"])
  }

  /// Perhaps another top-level resolve fails meanwhile.
  @Test(arguments: [false, true])
  func `what its completion gets later is a need of who has it half-built`(isFailing: Bool) throws {
    let failing = Recorder<Lazy<Node>>()
    container.register(Node.self, name: "failing") { _ in Node() }.initCompleted { _, _ in throw Broken() }
    container.register(Int.self) { r in
      failing.add(try r.require(Lazy<Node>.self, name: "failing"))
      return 1
    }
    _ = container.resolve(Int.self)
    keep("late").initCompleted { [graphs] r, node in
      node.lazy.exchange(try r.require(Lazy<Node>.self, name: "user"))
      graphs.add(node)
    }
    container.register(Node.self, name: "graph") { _ in Node() }
      .initCompleted { r, _ in
        _ = try r.require(Node.self, name: "user")
        if isFailing { _ = try? failing.all[0].require() }
        _ = try r.require(Node.self, name: "late")
      }
    keep("user") { r in _ = try r.require(Node.self, name: "graph") }
    _ = container.resolve(Node.self, name: "graph")
    // A circle: what was got by construction counts.
    _ = try graphs.all[0].lazy.value?.require()
    try container.close()
    #expect(ended.all == ["user", "late"])
  }
}
