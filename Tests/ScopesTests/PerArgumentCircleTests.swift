import Facet
import FacetTestSupport
import Testing

private protocol Linked: AnyObject {}
private final class Node: Linked {
  let name: String
  let next: Node?
  var peer: Node?
  var tags: [String] = []
  init(_ name: String, next: Node? = nil) {
    self.name = name
    self.next = next
  }
}

/// Services of per-argument scope that need one another.
@Suite(.timeLimit(.minutes(20))) struct PerArgumentCircleTests {
  private let container = Container()

  private func node(_ name: String) throws -> Node { try container.require(Node.self, argument: name) }

  @Test func `a service may need itself with other arguments`() throws {
    container.register(Node.self) { r, length in
      Node("\(length)", next: length == 0 ? nil : r.resolve(Node.self, argument: length - 1))
    }.inObjectScope(.perArgument)
    let long = try container.require(Node.self, argument: 20)
    #expect(try container.require(Node.self, argument: 19) === long.next)
    let names = (0...20).reversed().map { "\($0)" }
    #expect(sequence(first: long, next: \.next).map(\.name) == names)
  }

  @Test func `a service that needs itself with equal arguments is a loop, with its path`() throws {
    let entry = container.register(Node.self, fileID: "Ring/Nodes.swift", line: 3) { (r, name: String) in
      Node(name, next: try r.require(Node.self, argument: name == "a" ? "b" : "a"))
    }.inObjectScope(.perArgument).implements((any Linked).self)
    withExtendedLifetime(entry) {}
    let error = #expect(throws: ResolutionError.self) { try node("a") }
    #expect(
      error?.description == """
        'Node' with arguments (String) needs itself to be built.

          Path:    Node → Node → Node
          Place:   registered at Ring/Nodes.swift:3

        To fix this, do one of:
          • Ask for Lazy<Node> or Provider<Node> in one of the factories.
          • Set one of the dependencies in initCompleted, which can resolve the half-built service.
        """)
    let other = #expect(throws: ResolutionError.self) {
      try container.require((any Linked).self, argument: "b")
    }
    #expect(
      other?.path.map(\.description) == [
        "'Linked' with arguments (String)", "'Node' with arguments (String)",
        "'Node' with arguments (String)",
      ])
  }

  @Test func `an endless recursion over arguments that never repeat is too deep`() throws {
    container.register(Node.self) { (r, length: Int) in
      Node("", next: try r.require(Node.self, argument: length + 1))
    }.inObjectScope(.perArgument)
    let error = #expect(throws: ResolutionError.self) { try container.require(Node.self, argument: 0) }
    #expect(error?.code == .tooDeep)
    container.register(Node.self) { (r, length: Double) in
      Node("", next: try r.require(Node.self, argument: length))
    }.inObjectScope(.perArgument)
    let other = #expect(throws: ResolutionError.self) {
      try container.require(Node.self, argument: Double.nan)
    }
    #expect(other?.code == .tooDeep)
  }

  @Test func `services that complete one another find each other half-built`() throws {
    let builds = Counter()
    container.register(Node.self) { (_, name: String) in
      builds.next()
      return Node(name)
    }.inObjectScope(.perArgument)
      .initCompleted { r, node in
        node.peer = r.resolve(Node.self, argument: node.name == "left" ? "right" : "left")
      }
    let left = try node("left")
    #expect(left.peer?.name == "right")
    #expect(left.peer?.peer === left)
    #expect(builds.value == 2)
    #expect(try node("left") === left)
    #expect(try node("right") === left.peer)
    left.peer?.peer = nil
  }

  @Test func `a circle whose outer build fails keeps nothing`() throws {
    struct Unready: Error {}
    container.failureHandler = { _ in }
    let isReady = Counter()
    container.register(Int.self) { (_, _: String) in
      if isReady.value == 0 { throw Unready() }
      return 1
    }
    // The completed one refers to the half-built one, whose owner fails.
    container.register(Node.self, name: "outer") { (r, name: String) in
      let inner = try r.require(Node.self, name: "inner", argument: name)
      _ = try r.require(Int.self, argument: name)
      return Node(name, next: inner)
    }.inObjectScope(.perArgument)
    container.register(Node.self, name: "inner") { (_, name: String) in Node(name) }
      .inObjectScope(.perArgument)
    #expect(throws: ResolutionError.self) {
      try container.require(Node.self, name: "outer", argument: "a")
    }
    isReady.next()
    let outer = try container.require(Node.self, name: "outer", argument: "a")
    #expect(try container.require(Node.self, name: "inner", argument: "a") === outer.next)
  }

  @Test func `completions run once for each instance, with its arguments`() throws {
    container.register(Node.self) { (_, name: String) in Node(name) }.inObjectScope(.perArgument)
      .implements((any Linked).self)
      .initCompleted { _, node in node.tags.append("first") }
      .initCompleted { (_, node, name: String) in node.tags.append(name) }
    let first = try node("a")
    _ = try container.require((any Linked).self, argument: "a")
    #expect(first.tags == ["first", "a"])
    #expect(try node("b").tags == ["first", "b"])
  }

  @Test func `a joined cycle finds a loop as well`() throws {
    container.register(Node.self) { [unowned container] (r, name: String) in
      let next = try container.withObjectGraph(GraphIdentifier()) {
        try $0.require(Node.self, argument: name)
      }
      return Node(name, next: next)
    }.inObjectScope(.perArgument)
    let error = #expect(throws: ResolutionError.self) { try node("a") }
    #expect(error?.code == .loop)
    #expect(error?.path.count == 2)
  }
}
