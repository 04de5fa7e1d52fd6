import Facet
import FacetTestSupport
import Testing

private final class Engine: Sendable {}

private final class Trip: Sendable {}

/// What a failure of an action, the end of a container and an actor mean for awaited services.
@Suite(.timeLimit(.minutes(20))) struct AwaitedPromisesTests {
  private struct Broken: Error {}

  private let container = Container()

  @Test func `after an action that throws, the others of the service run`() async throws {
    let done = Recorder<String>()
    container.register(Engine.self) { _ in Engine() }.inObjectScope(.container)
      .onClose { _ in done.add("first") }
      .onClose { _ async throws in
        done.add("second")
        throw Broken()
      }
      .onClose { _ async in done.add("third") }
    _ = container.resolve(Engine.self)
    await #expect(throws: CloseError.self) { try await container.closeAsync() }
    #expect(done.all == ["third", "second", "first"])
  }

  @Test func `so they do without await`() {
    let done = Recorder<String>()
    container.register(Engine.self) { _ in Engine() }.inObjectScope(.container)
      .onClose { _ in done.add("first") }
      .onClose { _ in
        done.add("second")
        throw Broken()
      }
    _ = container.resolve(Engine.self)
    #expect(throws: CloseError.self) { try container.close() }
    #expect(done.all == ["second", "first"])
  }

  @Test func `the end of a child's scope ends what its parent gave up before`() async throws {
    let done = Recorder<String>()
    container.register(Engine.self) { _ in Engine() }.inObjectScope(.container)
      .onClose { _ async in done.add("engine") }
    _ = container.resolve(Engine.self)
    container.resetObjectScope(.container)
    #expect(done.all == [])
    try await Container(parent: container).closeAsync(.container)
    #expect(done.all == ["engine"])
  }

  @Test func `a container that is being closed begins no build, and a closed one neither`() async throws {
    let (begun, codes) = (Counter(), Recorder<ResolutionError.Code>())
    let child = Container(parent: container)
    container.register(Trip.self) { _ async in
      begun.next()
      return Trip()
    }
    let ask = { @Sendable [container, child] in
      for container in [container, child] {
        do throws(ResolutionError) {
          _ = try await container.requireAsync(Trip.self)
        } catch {
          codes.add(error.code)
        }
      }
    }
    container.register(Engine.self) { _ in Engine() }.inObjectScope(.container).onClose { _ in await ask() }
    _ = container.resolve(Engine.self)
    try await container.closeAsync()
    await ask()
    #expect(codes.all == Array(repeating: .containerClosed, count: 4))
    #expect(begun.value == 0)
  }

  @Test func `an initCompleted runs on its actor, wherever it is awaited`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      let (container, completed) = (Container(), Counter())
      let complete: @MainActor (any Resolver, any AnyObject & Sendable) -> Void = { _, _ in
        MainActor.preconditionIsolated()
        completed.next()
      }
      container.register(Engine.self) { _ async in Engine() }.initCompleted { @MainActor in complete($0, $1) }
      container.register(Trip.self) { _ in Trip() }.initCompleted { @MainActor in complete($0, $1) }
      try await Task.detached {
        _ = try await container.requireAsync(Engine.self)
        _ = try await container.requireAsync(Trip.self)
      }.value
      guard completed.value == 2 else { fatalError("not completed") }
    }
  }

  @Test func `a decorator runs on its actor, wherever its service is awaited`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      let (container, decorated) = (Container(), Counter())
      container.register(Engine.self) { _ async in Engine() }
      container.register(Trip.self) { _ in Trip() }
      container.decorate(Engine.self) { @MainActor _, engine in
        MainActor.preconditionIsolated()
        decorated.next()
        return engine
      }
      container.decorate(Trip.self) { @MainActor _, trip in
        MainActor.preconditionIsolated()
        decorated.next()
        return trip
      }
      try await Task.detached {
        _ = try await container.requireAsync(Engine.self)
        _ = try await container.requireAsync(Trip.self)
      }.value
      guard decorated.value == 2 else { fatalError("not decorated") }
    }
  }
}
