import Facet
import FacetTestSupport
import Testing

/// What has no end hands on what it got: services of weak scope, and instances that came to nothing.
@Suite struct NeedsInPassingTests {
  private final class Node: Sendable {
    let lazy: Lazy<Node>?
    init(_ lazy: Lazy<Node>? = nil) { self.lazy = lazy }
  }

  private let container = Container()
  private let ended = Recorder<String>()
  private let lazies = Recorder<Lazy<Node>>()
  private let count = Counter()

  @discardableResult
  private func keep(
    _ name: String, in scope: ObjectScope = .container,
    _ make: @escaping @Sendable (any Resolver) throws -> Node = { _ in Node() }
  ) -> ServiceEntry<Node> {
    container.register(Node.self, name: name, factory: make).inObjectScope(scope)
      .onClose { [ended] _ in ended.add(name) }
  }
  private func node(_ name: String) throws -> Node { try container.require(name: name) }
  /// A weak service that may get `late`.
  private func registerSession() {
    keep("late")
    keep("session", in: .weak) { r in Node(try r.require(name: "late")) }
    keep("user") { r in
      _ = try r.require(Node.self, name: "session")
      return Node()
    }
    keep("stranger")
  }

  @Test func `what a weak service got later, its user got`() throws {
    registerSession()
    let (session, _, _) = try (node("session"), node("user"), node("stranger"))
    _ = session.lazy?.value
    try container.close()
    #expect(ended.all == ["stranger", "user", "late"])
  }

  @Test func `nobody else waits for what a weak service got`() throws {
    registerSession()
    let (session, _) = try (node("session"), node("stranger"))
    _ = session.lazy?.value
    try container.close()
    #expect(ended.all == ["late", "stranger"])
  }

  @Test func `a weak service that is built again does not inherit what the former one got`() throws {
    registerSession()
    let lazy = try node("session").lazy
    _ = try node("user")
    _ = lazy?.value
    try container.close()
    #expect(ended.all == ["late", "user"])
  }

  @Test func `what a lazy gave that a failed service took, the kept service got that asked`() throws {
    keep("late")
    let lazies = lazies
    container.register(Node.self, name: "failing") { r in
      lazies.add(try r.require(name: "late"))
      throw Broken()
    }.inObjectScope(.transient)
    keep("user") { r in
      _ = try? r.require(Node.self, name: "failing")
      return Node()
    }
    _ = try node("user")
    _ = try lazies.all[0].require()
    try container.close()
    #expect(ended.all == ["user", "late"])
  }

  /// The first factory goes on, while a completion below has another instance built.
  @Test func `what an instance got that was not kept, the service got that asked`() throws {
    let count = count
    keep("early")
    keep("user") { r in Node(try r.require(name: "circle")) }
    keep("circle") { r in
      if count.next() == 1 {
        _ = try r.require(Node.self, name: "early")
        _ = try r.require(Node.self, name: "rest")
      }
      return Node()
    }
    keep("rest").initCompleted { r, _ in _ = try r.require(Node.self, name: "circle") }
    _ = try node("user").lazy?.require()
    #expect(ended.all == ["circle"])
    try container.close()
    #expect(ended.all == ["circle", "user", "rest", "circle", "early"])
  }
}
