import Facet
import FacetTestSupport
import Testing

private final class Engine: Sendable {}
private final class Trip: Sendable {}

/// What an awaited close waits for, and what its caller sees.
@Suite(.timeLimit(.minutes(20))) struct AwaitedCloseTests {
  private let container = Container()
  private let log = Recorder<String>()

  @Test func `actions do not see that the task which closes is cancelled`() async throws {
    let (container, log) = (container, log)
    container.register(Engine.self) { _ in Engine() }.inObjectScope(.container)
      .onClose { _ in log.add("first, cancelled: \(Task.isCancelled)") }
      .onClose { _ async throws in
        try await Task.sleep(for: .milliseconds(5))
        log.add("second, cancelled: \(Task.isCancelled)")
      }
    _ = try container.require(Engine.self)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await container.closeAsync()
    }
    task.cancel()
    try await task.value
    #expect(log.all == ["second, cancelled: false", "first, cancelled: false"])
  }

  @Test(arguments: [false, true])
  func `it awaits what was given up before, also by a child`(isScopeOfChild: Bool) async throws {
    container.register(Engine.self) { _ in Engine() }.inObjectScope(.container)
      .onClose { [log] _ async in
        await Task.yield()
        log.add("engine")
      }
    _ = container.resolve(Engine.self)
    Container(parent: container).resetObjectScope(.container)
    if isScopeOfChild {
      try await Container(parent: container).closeAsync(.container)
    } else {
      try await container.closeAsync()
    }
    #expect(log.all == ["engine"])
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
}
