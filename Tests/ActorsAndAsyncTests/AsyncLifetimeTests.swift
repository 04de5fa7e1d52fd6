import Facet
import FacetTestSupport
import Testing

/// What is alive while services are awaited, and what is not any more afterwards.
@Suite(.timeLimit(.minutes(20))) struct AsyncLifetimeTests {
  final class Service: Sendable {
    let resolver: (any Resolver)?
    init(_ resolver: (any Resolver)? = nil) { self.resolver = resolver }
  }

  final class Part: Sendable {}

  @Test(arguments: [ObjectScope.container, .weak])
  func `a task that a factory leaves keeps neither container nor instance`(scope: ObjectScope) async throws {
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
    #expect(await isReleased { gone })
    #expect(await isReleased { service })
    gate.open()
    await ended.pass()
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
    #expect(captured != nil)
    stop.release()
    _ = try await task.value
    #expect(await isReleased { captured })
  }

  @Test(arguments: [ObjectScope.container, .weak, .perArgument, .session])
  func `what is awaited while its container closes is disposed of`(scope: ObjectScope) async throws {
    let (container, stop, disposed) = (Container(), AsyncStop(), Counter())
    container.register(Service.self) { (_, _: Int) async in
      await stop.halt()
      return Service()
    }.inObjectScope(scope).onClose { _ in disposed.next() }
    let task = Task { try await container.requireAsync(Service.self, argument: 1) }
    await stop.waitForArrival()
    let closing = Task { try await container.closeAsync() }
    while !container.isClosed { await Task.yield() }
    stop.release()
    _ = try await task.value
    try await closing.value
    // A weak one belongs to who holds it.
    #expect(disposed.value == (scope === ObjectScope.weak ? 0 : 1))
  }

  @Test func `a task that outlives the build around it keeps its cycle`() async throws {
    let (container, begun, over) = (Container(), AsyncGate(), AsyncGate())
    container.register(Part.self) { _ in Part() }
    container.register([Bool].self) { r async throws in
      let (part, cycle) = (try r.require(Part.self), try r.require(GraphIdentifier.self))
      begun.open()
      await over.pass()
      return [try r.require(Part.self) === part, try r.require(GraphIdentifier.self) == cycle]
    }.inObjectScope(.transient)
    container.register(Task<[Bool], any Error>.self) { r async throws in
      let task = Task { try await r.requireAsync([Bool].self) }
      await begun.pass()
      return task
    }.inObjectScope(.transient)
    let task = try await container.requireAsync(Task<[Bool], any Error>.self)
    over.open()
    #expect(try await task.value == [true, true])
  }

  // MARK: - Wrappers

  final class Holder: @unchecked Sendable {
    // Unchecked: set before another task has it.
    var part: Lazy<Part>?
    init(_ part: Lazy<Part>? = nil) { self.part = part }
  }

  /// A container whose kept `Holder` is awaited, and gets its lazy in the factory, in a completion, or in a part that is built for it.
  private func makeContainer(_ scope: ObjectScope = .container) -> Container {
    let container = Container()
    container.register(Part.self) { _ in Part() }
    container.register(Holder.self, name: "factory") { r async throws in Holder(try r.require()) }
      .inObjectScope(scope)
    container.register(Holder.self, name: "completion") { _ async in Holder() }.inObjectScope(scope)
      .initCompleted { r, holder async in holder.part = r.resolve(Lazy<Part>.self) }
    container.register(Holder.self, name: "inner") { r async throws in Holder(try r.require()) }
    container.register(Holder.self, name: "part") { r async throws in
      Holder(try await r.requireAsync(Holder.self, name: "inner").part)
    }.inObjectScope(scope)
    return container
  }

  @Test(arguments: ["factory", "completion", "part"], [ObjectScope.container, .perArgument])
  func `a lazy that a kept service is handed while it is built does not keep the container`(
    way: String, scope: ObjectScope
  ) async throws {
    weak var gone: Container?
    do {
      let container = makeContainer(scope)
      gone = container
      #expect(try await container.requireAsync(Holder.self, name: way).part != nil)
    }
    #expect(await isReleased { gone })
  }

  @Test func `one that gets there later keeps the container until it is closed`() async throws {
    weak var gone: Container?
    do {
      let container = makeContainer()
      gone = container
      let holder = try await container.requireAsync(Holder.self, name: "factory")
      holder.part = try await container.requireAsync(Lazy<Part>.self)
    }
    #expect(gone != nil)
    try await gone?.closeAsync()
    #expect(await isReleased { gone })
  }

  @Test func `a kept service takes the container from no wrapper that another one was handed`() async throws {
    struct Root: Sendable { let holder: Holder }
    let root: Root
    do {
      let container = makeContainer()
      container.register(Root.self) { r async throws in
        let holder = try await r.requireAsync(Holder.self, name: "inner")
        _ = try await r.requireAsync(Holder.self, name: "factory")
        return Root(holder: holder)
      }
      root = try await container.requireAsync(Root.self)
    }
    #expect(throws: Never.self) { try root.holder.part?.require() }
  }
}
