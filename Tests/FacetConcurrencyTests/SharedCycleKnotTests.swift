import Facet
import FacetTestSupport
import Synchronization
import Testing

/// What parts of one awaited cycle build together: services that need one another over completions, where one part begins and the other
/// one goes on.
@Suite(.timeLimit(.minutes(5))) struct SharedCycleKnotTests {
  /// A service, and whatever it got.
  final class Node: @unchecked Sendable {
    // Unchecked: written by factories and completions, which come before whatever reads it.
    var others: [String: Node] = [:]
    var provider: Provider<Int>?
    var isComplete = false
  }

  private let container = Container()
  private let stop = Stop()

  /// Registers a service whose factory needs some by their names, and whose completion needs others.
  private func register(
    _ name: String, factory: [String] = [], completion: [String] = [], halts: Bool = false,
    scope: ObjectScope = .graph
  ) {
    let stop = stop
    let entry = container.register(Node.self, name: name) { r in
      let node = Node()
      if halts, completion.isEmpty { stop.halt() }
      for other in factory { node.others[other] = try r.require(Node.self, name: other) }
      return node
    }.inObjectScope(scope)
    if completion.isEmpty { return }
    entry.initCompleted { r, node in
      if halts { stop.halt() }
      for other in completion { node.others[other] = r.resolve(Node.self, name: other) }
      node.isComplete = true
    }
  }

  /// Awaits a service whose factory lets two threads resolve: the second begins when the first has stopped, and that goes on when the second
  /// rests or has ended.
  private func resolve<Part: Sendable>(
    _ first: @escaping @Sendable (any Resolver) -> Part, _ second: @escaping @Sendable (any Resolver) -> Part,
    whileRunning note: @escaping @Sendable (ThreadRun<Part>) -> Void = { _ in }
  ) async throws -> [Part] {
    let stop = stop
    container.register([Part].self) { r async throws in
      let resolver = r
      let one = ThreadRun { first(resolver) }
      #expect(stop.waitForArrival())
      let other = ThreadRun { second(resolver) }
      note(other)
      _ = other.rests
      stop.release()
      return [one, other].compactMap(\.result)
    }
    let parts = try await container.requireAsync([Part].self)
    #expect(parts.count == 2)
    return parts
  }

  @Test(arguments: [ObjectScope.graph, ObjectScope(storageFactory: PermanentStorage.init)])
  func `a second build, within the first one, is what the other part gets`(_ scope: ObjectScope) async throws
  {
    register("a", factory: ["b"])
    register("b", completion: ["a", "c"], scope: scope)
    register("c", factory: ["d"])
    register("d", completion: ["a"], halts: true)
    let parts = try await resolve(
      { r in r.resolve(Node.self, name: "c")?.others["d"]?.others["a"] },
      { r in r.resolve(Node.self, name: "a") })
    #expect(parts[0] != nil)
    #expect(parts[0] === parts[1])
    #expect(parts[1]?.others["b"]?.others["a"] === parts[1])
  }

  @Test func `what another part has taken over and finished is not built a third time`() async throws {
    register("a", factory: ["b"])
    register("b", completion: ["c", "a"], scope: ObjectScope(storageFactory: PermanentStorage.init))
    register("c", factory: ["d"])
    register("d", completion: ["a"], halts: true)
    let parts = try await resolve(
      { r in r.resolve(Node.self, name: "c")?.others["d"]?.others["a"] },
      { r in r.resolve(Node.self, name: "a") })
    #expect(parts[0] != nil)
    #expect(parts[0] === parts[1])
    #expect(parts[1]?.others["b"]?.others["a"] === parts[1])
  }

  @Test func `the same service with other arguments is another one, where threads wait in a circle`()
    async throws
  {
    let stop = stop
    container.register(Node.self, name: "a") { (r: any Resolver, number: Int) in
      let node = Node()
      if number == 1 {
        node.others["b"] = try r.require(Node.self, name: "b")
      } else {
        stop.halt()
        node.others["c"] = try r.require(Node.self, name: "c")
      }
      return node
    }
    container.register(Node.self, name: "b") { _ in Node() }.initCompleted { r, node in
      node.others["a"] = r.resolve(Node.self, name: "a", argument: 2)
    }
    container.register(Node.self, name: "c") { r in
      let node = Node()
      node.others["a"] = try r.require(Node.self, name: "a", argument: 1)
      return node
    }
    let parts = try await resolve(
      { r in r.resolve(Node.self, name: "a", argument: 1)?.others["b"]?.others["a"]?.others["c"] },
      { r in r.resolve(Node.self, name: "c") })
    #expect(parts[0] != nil)
    #expect(parts[0] === parts[1])
  }

  @Test func `what a completion of a shared service joins twice is one`() async throws {
    let container = container
    let identifier = Mutex<GraphIdentifier?>(nil)
    container.register(Node.self, name: "kept") { _ in Node() }.inObjectScope(.container)
      .initCompleted { [unowned container] _, node in
        guard let graph = identifier.withLock({ $0 }) else { return }
        for name in ["first", "second"] {
          node.others[name] = container.withObjectGraph(graph) { $0.resolve(Node.self, name: "a") }
        }
      }
    register("a", factory: ["kept"])
    container.register([Node].self) { [unowned container] r async throws in
      identifier.withLock { $0 = r.resolve(GraphIdentifier.self) }
      return [try container.require(Node.self, name: "kept")]
    }
    let node = try await container.requireAsync([Node].self)[0]
    #expect(node.others["first"] != nil)
    #expect(node.others["first"] === node.others["second"])
  }

  @Test(arguments: [ObjectScope.graph, .container])
  func `nobody sees what is half-built behind something of another part`(_ scope: ObjectScope) async throws {
    let second = Mutex<ThreadRun<Bool?>?>(nil)
    register("zero", factory: ["three", "two", "one"], scope: scope)
    container.register(Node.self, name: "one") { _ in Node() }.inObjectScope(scope).initCompleted { r, node in
      node.others["two"] = r.resolve(Node.self, name: "two")
      // Time for the other part to see this one incomplete.
      _ = second.withLock { $0 }?.rests
      node.isComplete = true
    }
    register("two", factory: ["three"], halts: true, scope: scope)
    register("three", completion: ["zero"], scope: scope)
    let parts = try await resolve(
      { r in r.resolve(Node.self, name: "one")?.isComplete },
      { r in r.resolve(Node.self, name: "three")?.others["zero"]?.others["one"]?.isComplete },
      whileRunning: { run in second.withLock { $0 = run } })
    #expect(parts == [true, true])
  }

  @Test func `a container goes if what it keeps took something half-built that has a provider`() async throws
  {
    weak let weakly = try await {
      let tests = SharedCycleKnotTests()
      let (container, stop) = (tests.container, tests.stop)
      container.register(Int.self) { _ in 1 }
      container.register(Node.self, name: "a") { r in
        let node = Node()
        node.provider = try r.require()
        return node
      }.initCompleted { r, node in
        stop.halt()
        node.others["kept"] = r.resolve(Node.self, name: "kept")
      }
      tests.register("kept", factory: ["a"], scope: .container)
      let parts = try await tests.resolve(
        { r in r.resolve(Node.self, name: "a")?.others["kept"] }, { r in r.resolve(Node.self, name: "kept") })
      #expect(parts[0] != nil)
      #expect(parts[0] === parts[1])
      return container
    }()
    #expect(isReleased { weakly })
  }

  @Test func `a container goes if what it keeps got something weak that took a part's provider`() async throws
  {
    weak let weakly = try await {
      let tests = SharedCycleKnotTests()
      let (container, stop) = (tests.container, tests.stop)
      container.register(Int.self) { _ in 1 }
      container.register(Node.self, name: "a") { r in
        let node = Node()
        node.provider = try r.require()
        return node
      }
      container.register(Node.self, name: "part") { r in
        _ = try r.require(Node.self, name: "a")
        stop.halt()
        return Node()
      }
      tests.register("weak", factory: ["a"], scope: .weak)
      tests.register("kept", factory: ["weak"], scope: .container)
      let parts = try await tests.resolve(
        { r -> Node? in
          _ = r.resolve(Node.self, name: "part")
          return nil
        }, { r in r.resolve(Node.self, name: "weak") })
      #expect(parts[1] != nil)
      #expect(container.resolve(Node.self, name: "kept")?.others["weak"] === parts[1])
      return container
    }()
    #expect(isReleased { weakly })
  }
}
