import Facet
import FacetTestSupport
import Testing

/// What is alive while services are awaited, and what is not any more afterwards.
@Suite(.timeLimit(.minutes(5))) struct AsyncLifetimeTests {
  final class Service: Sendable {
    let resolver: (any Resolver)?
    init(_ resolver: (any Resolver)? = nil) { self.resolver = resolver }
  }

  final class Part: Sendable {}

  @Test(arguments: [ObjectScope.container, .weak])
  func `a task that a factory leaves behind keeps neither container nor instance`(scope: ObjectScope)
    async throws
  {
    weak var gone: Container?
    weak var service: Service?
    let (gate, ended) = (AsyncGate(), AsyncGate())
    do {
      let container = Container()
      gone = container
      container.register(Service.self) { _ async in
        Task {
          await gate.pass()
          ended.open()
        }
        return Service()
      }.inObjectScope(scope)
      service = try await container.requireAsync(Service.self)
    }
    #expect(isReleased { gone })
    #expect(isReleased { service })
    gate.open()
    await ended.pass()
  }

  @Test func `what a factory made goes though a build that it has begun goes on`() async throws {
    let (container, stop) = (Container(), AsyncStop())
    container.register(Part.self) { _ async in
      await stop.halt()
      return Part()
    }.inObjectScope(.transient)
    container.register(Service.self) { r async in
      Task { try await r.requireAsync(Part.self) }
      await stop.waitForArrival()
      return Service()
    }.inObjectScope(.weak)
    weak var service: Service?
    do { service = try await container.requireAsync(Service.self) }
    #expect(isReleased { service })
    stop.release()
  }

  @Test func `a weak service that keeps its resolver goes with its last owner`() async throws {
    let container = Container()
    container.register(Service.self) { r async in Service(r) }.inObjectScope(.weak)
    weak var service: Service?
    do {
      let owner = try await container.requireAsync(Service.self)
      service = owner
      #expect(try await container.requireAsync(Service.self) === owner)
    }
    #expect(isReleased { service })
  }

  @Test func `what a factory has captured is alive while it runs, and no longer`() async throws {
    let (container, stop) = (Container(), AsyncStop())
    weak var captured: Part?
    do {
      let part = Part()
      captured = part
      container.register(Service.self) { _ async in
        await stop.halt()
        withExtendedLifetime(part) {}
        return Service()
      }.inObjectScope(.transient)
    }
    let task = Task { try await container.requireAsync(Service.self) }
    await stop.waitForArrival()
    container.removeAll()
    // What a removal leaves is released by those that come later.
    for _ in 0..<100 {
      container.register(Int.self) { _ in 1 }
      _ = container.resolve(Int.self)
    }
    #expect(captured != nil)
    stop.release()
    _ = try await task.value
    #expect(isReleased { captured })
  }

  @Test(arguments: ["container", "weak", "perArgument", "custom"])
  func `what is awaited while its container closes is disposed of`(name: String) async throws {
    let scopes: [String: ObjectScope] = [
      "container": .container, "weak": .weak, "perArgument": .perArgument,
      "custom": ObjectScope(storageFactory: PermanentStorage.init),
    ]
    let (container, stop, disposed) = (Container(), AsyncStop(), Counter())
    container.register(Service.self) { (_, _: Int) async in
      await stop.halt()
      return Service()
    }.inObjectScope(try #require(scopes[name])).onClose { _ in disposed.next() }
    let task = Task { try await container.requireAsync(Service.self, argument: 1) }
    await stop.waitForArrival()
    let closing = Task { try await container.close() }
    while !container.isClosed { await Task.yield() }
    stop.release()
    _ = try await task.value
    try await closing.value
    // A weak one belongs to who holds it.
    #expect(disposed.value == (name == "weak" ? 0 : 1))
  }

  @Test func `a task that outlives the build around it keeps its cycle`() async throws {
    let (container, begun, over, done) = (Container(), AsyncGate(), AsyncGate(), AsyncGate())
    let same = Recorder<Bool>()
    container.register(Part.self) { _ in Part() }
    container.register(Service.self, name: "late") { r async throws in
      let (part, cycle) = (try r.require(Part.self), try r.require(GraphIdentifier.self))
      begun.open()
      await over.pass()
      same.add(try r.require(Part.self) === part)
      same.add(try r.require(GraphIdentifier.self) == cycle)
      done.open()
      return Service()
    }.inObjectScope(.transient)
    container.register(Service.self) { r async throws in
      Task { try await r.requireAsync(Service.self, name: "late") }
      await begun.pass()
      return Service()
    }.inObjectScope(.transient)
    _ = try await container.requireAsync(Service.self)
    over.open()
    await done.pass()
    #expect(same.all == [true, true])
  }

  /// A value that tells of each look at its hash.
  struct Spoiler: Hashable, Sendable {
    let onHash: @Sendable () -> Void

    static func == (left: Spoiler, right: Spoiler) -> Bool { true }

    func hash(into hasher: inout Hasher) {
      hasher.combine(1)
      onHash()
    }
  }

  @Test func `a reset in the moment in which an instance is kept counts`() async throws {
    let (container, builds, resets) = (Container(), Counter(), Counter())
    container.register(Service.self) { (_, _: Spoiler) async in
      builds.next()
      return Service()
    }.inObjectScope(.perArgument)
    // After the factory it is looked at to keep the instance.
    let spoiler = Spoiler { [unowned container] in
      if builds.value == 1, resets.value == 0 {
        resets.next()
        container.resetObjectScope(.perArgument)
      }
    }
    _ = try await container.requireAsync(Service.self, argument: spoiler)
    #expect(resets.value == 1)
    _ = try await container.requireAsync(Service.self, argument: Spoiler {})
    #expect(builds.value == 2)
  }

  @Test @MainActor func `a scope that changes within an awaited build disturbs nobody else on the thread`()
    async throws
  {
    let container = Container()
    let entry = container.register(Service.self) { @MainActor (r, _: Int) async throws in
      _ = try r.require(Part.self)
      return Service()
    }.inObjectScope(.perArgument)
    container.registerNonisolated(Part.self) { _ in
      entry.inObjectScope(.weak)
      return Part()
    }
    _ = try await container.requireAsync(Service.self, argument: 1)
    // A wrapper keeps its container, if the thread knows of no service that is kept.
    var lazy: Lazy<Part>?
    do {
      let other = Container()
      other.registerNonisolated(Part.self) { _ in Part() }
      other.register(Service.self) { r in
        lazy = r.resolve(Lazy<Part>.self)
        return Service()
      }
      _ = other.resolve(Service.self)
    }
    _ = try #require(lazy).require()
  }
}
