import Facet
import FacetTestSupport
import Testing

/// Awaited services that need one another over completions.
@Suite(.timeLimit(.minutes(5))) struct AsyncCircleTests {
  final class Ring: @unchecked Sendable {
    var next: Ring?
    var isComplete = false
    init(_ next: Ring? = nil) { self.next = next }
  }

  /// Registers `first`, whose factory needs `last`, perhaps by way of others; a completion of that needs `first`.
  private func makeRing(_ scopes: [ObjectScope], in container: Container, _ builds: Counter) {
    for (number, scope) in scopes.dropLast().enumerated() {
      container.register(Ring.self, name: "\(number)") { r async throws in
        builds.next()
        return Ring(try await r.requireAsync(name: "\(number + 1)"))
      }.inObjectScope(scope).initCompleted { _, ring in ring.isComplete = true }
    }
    container.register(Ring.self, name: "\(scopes.count - 1)") { _ async in
      builds.next()
      return Ring()
    }.inObjectScope(scopes.last!)
      .initCompleted { r, ring async in
        ring.next = await r.resolveAsync(Ring.self, name: "0")
        try? await Task.sleep(for: .milliseconds(20))
        ring.isComplete = true
      }
  }

  /// Has parts, and gets one more by its completion.
  final class Whole: @unchecked Sendable {
    let parts: [Whole]
    var late: Whole?
    init(_ parts: Whole...) { self.parts = parts }
  }

  @Test(arguments: [ObjectScope.container, .weak])
  func `of builds within one another that lead to the same service, one counts`(scope: ObjectScope)
    async throws
  {
    let container = Container()
    container.register(Whole.self, name: "A") { r async throws in
      Whole(try await r.requireAsync(name: "B"))
    }.inObjectScope(scope)
    container.register(Whole.self, name: "B") { r async throws in
      Whole(try await r.requireAsync(name: "C"))
    }.initCompleted { r, b async in b.late = await r.resolveAsync(name: "A") }
    container.register(Whole.self, name: "C") { _ async in Whole() }
      .initCompleted { r, c async in c.late = await r.resolveAsync(name: "A") }
    let a: Whole = try await container.requireAsync(name: "A")
    #expect(a.parts[0].late === a)
    #expect(a.parts[0].parts[0].late === a)
  }

  @Test func `what a second build was made of is closed after what holds it`() async throws {
    let (container, closed) = (Container(), Recorder<String>())
    container.register(Whole.self, name: "Store") { r async throws in
      Whole(try await r.requireAsync(name: "Part"))
    }.inObjectScope(.container).onClose { _ in closed.add("Store") }
    container.register(Whole.self, name: "Part") { _ async in Whole() }
      .initCompleted { r, part async in part.late = await r.resolveAsync(name: "Cache") }
    container.register(Whole.self, name: "Cache") { r async throws in
      Whole(try await r.requireAsync(name: "Store"))
    }.inObjectScope(.container).onClose { _ in closed.add("Cache") }
    let store: Whole = try await container.requireAsync(name: "Store")
    #expect(store.parts[0].late?.parts[0] === store)
    try await container.close()
    #expect(closed.all == ["Cache", "Store"])
  }

  private static let scopes: [ObjectScope] = [.container, .weak, .graph]

  @Test(arguments: scopes, scopes)
  func `a circle of two is closed whichever is asked first`(first: ObjectScope, second: ObjectScope)
    async throws
  {
    for name in ["0", "1"] {
      let container = Container()
      makeRing([first, second], in: container, Counter())
      let ring = try await container.requireAsync(Ring.self, name: name)
      #expect(ring.next?.next === ring, "\(name)")
      #expect(ring.isComplete && ring.next?.isComplete == true, "\(name)")
      // The reference cycle ends here.
      ring.next = nil
    }
  }

  @Test func `two circles that end in one service are both opened`() async throws {
    final class Part: Sendable {}
    for start in ["a", "b", "c", "d"] {
      let container = Container()
      func register(_ name: String, needs others: String...) -> ServiceEntry<Part> {
        container.register(Part.self, name: name) { r async throws in
          for other in others { _ = try await r.requireAsync(Part.self, name: other) }
          return Part()
        }.inObjectScope(.container)
      }
      _ = register("a", needs: "d")
      _ = register("b", needs: "c")
      _ = register("c", needs: "a", "d")
      _ = register("d").initCompleted { r, _ async in
        for other in ["b", "c"] { _ = try? await r.requireAsync(Part.self, name: other) }
      }
      _ = try await container.requireAsync(Part.self, name: start)
    }
  }

  @Test(arguments: scopes)
  func `nobody sees a half-built circle of three`(middle: ObjectScope) async throws {
    let (container, builds) = (Container(), Counter())
    makeRing([.container, middle, .container], in: container, builds)
    let rings = try await withThrowingTaskGroup(of: (Ring, Bool).self) { group in
      for number in 0..<6 {
        group.addTask {
          let ring = try await container.requireAsync(Ring.self, name: number % 2 == 0 ? "0" : "2")
          return (
            ring, ring.isComplete && ring.next?.isComplete == true && ring.next?.next?.isComplete == true
          )
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for (ring, wasComplete) in rings {
      #expect(wasComplete)
      #expect(ring.next?.next?.next === ring)
    }
    rings[0].0.next?.next?.next = nil
    rings[0].0.next?.next = nil
    rings[0].0.next = nil
  }

  @Test func `a second branch of the cycle waits for the completions of the first`() async throws {
    let (container, begun, stop) = (Container(), AsyncGate(), AsyncGate())
    container.register(Ring.self, name: "part") { _ async in Ring() }
      .initCompleted { _, ring async in
        begun.open()
        await stop.pass()
        ring.isComplete = true
      }
    container.register([Ring].self) { r async throws in
      async let first = r.requireAsync(Ring.self, name: "part")
      await begun.pass()
      async let second = { () async throws -> (Ring, Bool) in
        let ring = try await r.requireAsync(Ring.self, name: "part")
        return (ring, ring.isComplete)
      }()
      await letOthersRun()
      stop.open()
      let (other, wasComplete) = try await second
      #expect(wasComplete)
      return [try await first, other]
    }
    let rings = try await container.requireAsync([Ring].self)
    #expect(rings[0] === rings[1])
  }

  final class Holder: Sendable {
    let lazy: AsyncLazy<Ring>
    init(_ lazy: AsyncLazy<Ring>) { self.lazy = lazy }
  }

  @Test func `a lazy whose service needs it is a loop`() async throws {
    let container = Container()
    container.register(Holder.self) { r in Holder(try r.require(AsyncLazy<Ring>.self, name: "b")) }
      .inObjectScope(.container)
    container.register(Ring.self, name: "a") { r async throws in
      Ring(try await r.require(Holder.self).lazy.require())
    }.inObjectScope(.container)
    container.register(Ring.self, name: "b") { r async throws in
      Ring(try await r.requireAsync(name: "a"))
    }.inObjectScope(.container)
    let error = await #expect(throws: ResolutionError.self) {
      try await container.require(Holder.self).lazy.require()
    }
    #expect(error?.code == .loop)
    #expect(error?.path.map(\.name) == ["b", "a", "b"])
  }

  @Test func `a recursion by new lazies ends with an error`() async throws {
    let (container, builds) = (Container(), Counter())
    container.register(Holder.self) { r async throws in
      builds.next()
      _ = try await r.require(AsyncLazy<Ring>.self).require()
      return Holder(try r.require())
    }
    container.register(Ring.self) { r async throws in
      _ = try await r.requireAsync(Holder.self)
      return Ring()
    }
    let error = await #expect(throws: ResolutionError.self) { try await container.requireAsync(Holder.self) }
    #expect(error?.code == .tooDeep)
    #expect(builds.value > 100)
  }

  @Test func `a recursion by providers ends with an error, and one with an end is none`() async throws {
    let (container, builds) = (Container(), Counter())
    container.register(Ring.self) { (r: any Resolver, depth: Int) async throws in
      builds.next()
      if depth > 0 { _ = try await r.require(AsyncProvider<Ring, Int>.self).require(depth - 1) }
      return Ring()
    }
    _ = try await container.requireAsync(Ring.self, argument: 500)
    #expect(builds.value == 501)
    let error = await #expect(throws: ResolutionError.self) {
      try await container.requireAsync(Ring.self, argument: Int.max)
    }
    #expect(error?.code == .tooDeep)
  }

  @Test func `a container that a build of it waits for does not close`() async throws {
    let parent = Container()
    let child = Container(parent: parent)
    parent.register(Ring.self, name: "inner") { _ async throws in
      try await child.close()
      return Ring()
    }.inObjectScope(.container)
    child.register(Ring.self, name: "outer") { r async throws in
      Ring(try await r.requireAsync(name: "inner"))
    }.inObjectScope(.container)
    let error = await #expect(throws: ResolutionError.self) {
      try await child.requireAsync(Ring.self, name: "outer")
    }
    #expect(error?.underlyingError is CloseError)
    #expect(!child.isClosed)
  }

  @Test(arguments: [ObjectScope.container, .weak, .perArgument])
  func `who asks after a reset gets another instance than who asked before`(scope: ObjectScope) async throws {
    let (container, stop, builds) = (Container(), AsyncStop(), Counter())
    container.register(Ring.self) { (_, _: Int) async in
      if builds.next() == 1 { await stop.halt() }
      return Ring()
    }.inObjectScope(scope)
    let first = Task { try await container.requireAsync(Ring.self, argument: 1) }
    await stop.waitForArrival()
    container.resetObjectScope(scope)
    let second = try await container.requireAsync(Ring.self, argument: 1)
    stop.release()
    #expect(try await first.value !== second)
    #expect(try await container.requireAsync(Ring.self, argument: 1) === second)
    #expect(builds.value == 2)
  }

  @Test func `disposal goes by the end of the factories`() async throws {
    let (container, order) = (Container(), Recorder<String>())
    container.register(Ring.self, name: "a") { _ async in Ring() }.inObjectScope(.container)
      .initCompleted { r, ring in ring.next = r.resolve(Ring.self, name: "b") }
      .onClose { _ in order.add("a") }
    container.register(Ring.self, name: "b") { _ in Ring() }.inObjectScope(.container)
      .onClose { _ in order.add("b") }
    _ = try await container.requireAsync(Ring.self, name: "a")
    try await container.close()
    #expect(order.all == ["b", "a"])
  }

  @Test(arguments: [scopes, scopes.reversed()])
  func `a knot of services that live differently long is opened whichever is asked first`(
    scopes: [ObjectScope]
  ) async {
    final class Part: Sendable {}
    for start in ["a", "b", "c"] {
      let container = Container()
      let failures = Recorder.failures(of: container)
      func register(_ name: String, needs others: [String], thenNeeds later: [String]) -> ServiceEntry<Part> {
        container.register(Part.self, name: name) { r async throws in
          for other in others { _ = try await r.requireAsync(Part.self, name: other) }
          return Part()
        }.initCompleted { r, _ async in
          for other in later { _ = await r.resolveAsync(Part.self, name: other) }
        }
      }
      register("a", needs: [], thenNeeds: ["c"]).inObjectScope(scopes[2])
      register("b", needs: ["a"], thenNeeds: ["a", "c"]).inObjectScope(scopes[1])
      register("c", needs: ["b"], thenNeeds: ["b"]).inObjectScope(scopes[0])
      #expect(await container.resolveAsync(Part.self, name: start) != nil, "\(start)")
      #expect(failures.all == [], "\(start)")
    }
  }

  @Test func `who is not of the circle gets a service when all of the circle is complete`() async {
    final class Part: Sendable {}
    for _ in 0..<20 {
      let container = Container()
      let (begun, ended) = (Counter(), Counter())
      func register(_ name: String, needs others: String..., thenNeeds later: [String]) -> ServiceEntry<Part>
      {
        let entry = container.register(Part.self, name: name) { r async throws in
          for other in others { _ = try await r.requireAsync(Part.self, name: other) }
          return Part()
        }
        if later.isEmpty { return entry }
        return entry.initCompleted { r, _ async in
          begun.next()
          for other in later { _ = await r.resolveAsync(Part.self, name: other) }
          ended.next()
        }
      }
      // No completion of its own: it borrows that of "b".
      register("a", needs: "b", thenNeeds: []).inObjectScope(.weak)
      register("b", needs: "c", thenNeeds: ["e"]).inObjectScope(.container)
      register("c", needs: "d", thenNeeds: ["a"]).inObjectScope(.container)
      register("d", thenNeeds: []).inObjectScope(.container)
      register("e", needs: "a", "d", thenNeeds: ["a", "d", "c"]).inObjectScope(.graph)
      #expect(await container.resolveAsync(Part.self, name: "a") != nil)
      #expect(begun.value == 3 && ended.value == 3)
    }
  }
}
